"""The documentation as a site: ``tools/docs.py`` builds it with Sphinx from what this package puts together."""
