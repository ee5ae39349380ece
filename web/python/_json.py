"""JSON, with objects as dictionaries that equal those of the program."""

import json as _native

from _lowered import _dict, _native_dict


class JSONDecodeError(ValueError):
    pass


def loads(text):
    try:
        return _ordered(_native.loads(text))
    except ValueError as fault:
        raise JSONDecodeError(str(fault)) from None


def _ordered(value):
    if isinstance(value, _native_dict):
        return _dict([(key, _ordered(value[key])) for key in value])
    return [_ordered(one) for one in value] if isinstance(value, list) else value


def dumps(value, sort_keys=False, separators=(", ", ": "), **_):
    return _native.dumps(_sorted(value) if sort_keys else value, separators=separators)


def _sorted(value):
    if isinstance(value, _native_dict):
        return _dict([(key, _sorted(value[key])) for key in sorted(value)])
    return [_sorted(one) for one in value] if isinstance(value, (list, tuple)) else value
