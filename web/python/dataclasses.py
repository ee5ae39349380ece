"""What is asked of data classes when the program runs. The classes themselves are made by ``_lowered``."""

from _lowered import _dict, _native_dict


def fields(made):
    return made._all_fields


def asdict(made):
    return _dict([(field.name, _plain(getattr(made, field.name))) for field in made._all_fields])


def _plain(value):
    if hasattr(value, "_all_fields"):
        return asdict(value)
    if isinstance(value, _native_dict):
        return _dict([(key, _plain(value[key])) for key in value])
    if isinstance(value, list):
        return [_plain(one) for one in value]
    return tuple([_plain(one) for one in value]) if isinstance(value, tuple) else value


def replace(made, **changes):
    given = {field.name: getattr(made, field.name) for field in made._all_fields if field.init}
    given.update(changes)
    return type(made)(**given)
