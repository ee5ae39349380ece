"""Structs, changed."""


def replace(made, **changes):
    given = {field.name: getattr(made, field.name) for field in made._all_fields}
    given.update(changes)
    return type(made)(**given)
