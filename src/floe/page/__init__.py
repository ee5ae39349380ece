"""A host in one's own page: the server's tables without a server.

This package and all that it imports also run in a browser, by MicroPython (docs/page.md): what a table is, what may be
done at it and what a person is told is the very code that a server runs.
"""
