"""A page has one thread."""


class local:
    pass
