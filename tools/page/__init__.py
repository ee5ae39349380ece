"""The Python that a page runs: modules of Floe, lowered to what MicroPython understands, in bundles."""
