"""Structs as JSON and back, as far as the server's messages need it. The structs are made by ``_lowered``."""

import json as _native

from _lowered import _dict, _native_dict, _plain_isinstance


class MsgspecError(ValueError):
    pass


class ValidationError(MsgspecError):
    pass


def to_builtins(value):
    fields = getattr(value, "_all_fields", None)
    if fields is not None and not _plain_isinstance(value, type):
        made = _dict()
        tag = getattr(value, "_tag", None)
        if tag is not None:
            made[value._tag_field] = tag
        omit = getattr(value, "_omit_defaults", False)
        for field in fields:
            one = getattr(value, field.name)
            if not (omit and not field.required() and one == field.make()):
                made[field.name] = to_builtins(one)
        return made
    if hasattr(value, "items"):
        return _dict(
            [(key if _plain_isinstance(key, str) else str(key), to_builtins(one)) for key, one in value.items()]
        )
    if _plain_isinstance(value, (list, tuple, set)):
        return [to_builtins(one) for one in value]
    return value


def convert(value, kind):
    """A value of a kind: a struct, several that are told apart by their tag, or a list of such."""
    if kind is None or value is None:
        return value
    if _plain_isinstance(kind, list):
        return [convert(one, kind[0]) for one in value]
    if _plain_isinstance(kind, tuple):
        kind = _tagged(value, _flat(kind))
    if not _plain_isinstance(value, _native_dict):
        raise ValidationError("Expected `object`")
    given = _dict()
    for field in kind._all_fields:
        if field.name in value:
            one = value[field.name]
            given[field.name] = convert(one, field.kind()) if field.kind is not None else one
        elif field.required():
            raise ValidationError("Object missing required field `" + field.name + "`")
    return kind(**given)


def _flat(kinds):
    made = []
    for kind in kinds:
        if _plain_isinstance(kind, tuple):
            made.extend(_flat(kind))
        else:
            made.append(kind)
    return made


def _tagged(value, kinds):
    for kind in kinds:
        if value.get(kind._tag_field) == kind._tag:
            return kind
    raise ValidationError("Invalid value")


class _Decoder:
    def __init__(self, kind=None):
        self._kind = kind

    def decode(self, text):
        return json.decode(text, self._kind)


class json:
    Decoder = _Decoder

    @staticmethod
    def encode(value):
        return _native.dumps(to_builtins(value), separators=(",", ":")).encode()

    @staticmethod
    def decode(text, type=None):
        try:
            return convert(_ordered(_native.loads(text)), type)
        except ValueError as fault:
            raise ValidationError(str(fault)) from None


def _ordered(value):
    if _plain_isinstance(value, _native_dict):
        return _dict([(key, _ordered(one)) for key, one in value.items()])
    return [_ordered(one) for one in value] if _plain_isinstance(value, list) else value
