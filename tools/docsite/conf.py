"""How Sphinx builds the site. ``tools/docs.py`` says by -D which language."""

from __future__ import annotations

from pathlib import Path

import floe

project = "Floe"
author = "The Floe authors"
copyright = "the Floe authors"  # noqa: A001  # Sphinx reads this name
version = release = floe.__version__
extensions = ["myst_parser", "sphinx.ext.autodoc"]
source_suffix = {".md": "markdown"}
root_doc = "index"
exclude_patterns: list[str] = []

html_theme = "furo"
html_title = f"Floe {floe.__version__}"
html_favicon = str(Path(__file__).parents[2] / "web/public/icon.svg")
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
html_show_copyright = False
html_static_path: list[str] = []
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#0b6b82", "color-brand-content": "#0b6b82"},
    "dark_css_variables": {"color-brand-primary": "#9fdcec", "color-brand-content": "#9fdcec"},
}

myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 4
suppress_warnings = [
    "misc.highlighting_failure",  # documents with an ellipsis in them are no JSON, and need not be
    "myst.header",  # a page of rules may go from a title to its rules
]

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_preserve_defaults = True
