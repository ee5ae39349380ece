"""Copies of structs."""


def copied(structs):
    return structs.copy()


def plain(structs):
    return {name: structs[name].tolist()[0] for name in structs.dtype.names}
