"""Whole numbers, told from all else."""


def index(value):
    if isinstance(value, (bool, int)):
        return int(value)
    raise TypeError("not a whole number")
