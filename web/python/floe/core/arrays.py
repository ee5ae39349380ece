"""Copies of structs."""


def copied(structs):
    return structs.copy()
