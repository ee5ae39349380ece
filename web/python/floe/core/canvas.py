"""A page draws its own boards."""


class Canvas:
    pass
