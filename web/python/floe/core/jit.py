"""Kernels in a page: those that must be fast are compiled to WebAssembly; the others run as they are written."""


def compiled(function=None, **_):
    return compiled if function is None else function


inlined = allocating = compiled


def interpreted():
    return True


def direct(function, *_):
    return function
