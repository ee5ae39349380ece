"""What lowered modules call where MicroPython differs from Python, or lacks something: see tools/page/lower.py."""

from collections import OrderedDict as _Ordered

_plain_isinstance = isinstance
_plain_repr = repr
_plain_zip = zip
_native_dict = dict


def _dict(*parts, **more):
    """A dictionary that keeps its order, from pairs and from other dictionaries."""
    made = _Ordered()
    for part in parts:
        if hasattr(part, "items"):
            for key, value in part.items():
                made[key] = value
        else:
            for key, value in part:
                made[key] = value
    for key in more:
        made[key] = more[key]
    return made


def _fromkeys(keys, value=None):
    return _dict([(key, value) for key in keys])


def _joined(kind, *parts):
    made = []
    for part in parts:
        made.extend(part)
    return made if kind is list else kind(made)


def _stepped(items, low, high, step):
    if _plain_isinstance(items, list):
        return items[low:high:step]
    made = list(items)[low:high:step]
    return "".join(made) if _plain_isinstance(items, str) else tuple(made)


def _sorted(items, key=None, reverse=False):
    """Sorted, and what is equal stays in its order: by merging."""
    items = list(items)
    keys = items if key is None else [key(item) for item in items]
    order = _merged(list(range(len(items))), keys, reverse)
    return [items[i] for i in order]


def _merged(order, keys, reverse):
    if len(order) < 2:
        return order
    middle = len(order) // 2
    left, right = _merged(order[:middle], keys, reverse), _merged(order[middle:], keys, reverse)
    made = []
    i = j = 0
    while i < len(left) and j < len(right):
        first, second = keys[left[i]], keys[right[j]]
        if first < second if reverse else second < first:
            made.append(right[j])
            j += 1
        else:
            made.append(left[i])
            i += 1
    return made + left[i:] + right[j:]


def _sort(items, key=None, reverse=False):
    items[:] = _sorted(items, key, reverse)


def _isinstance(value, kinds):
    if _plain_isinstance(value, bool):
        if not _plain_isinstance(kinds, tuple):
            kinds = (kinds,)
        return bool in kinds or int in kinds
    return _plain_isinstance(value, kinds)


def _repr(value):
    if _plain_isinstance(value, str):
        return _quoted(value)
    if _plain_isinstance(value, _native_dict):
        return "{" + ", ".join([_repr(key) + ": " + _repr(value[key]) for key in value]) + "}"
    if _plain_isinstance(value, list):
        return "[" + ", ".join([_repr(one) for one in value]) + "]"
    if _plain_isinstance(value, tuple):
        return "(" + ", ".join([_repr(one) for one in value]) + (",)" if len(value) == 1 else ")")
    return _plain_repr(value)


def _quoted(text):
    """A text as Python writes it: what can be printed stays as it is."""
    quote = '"' if "'" in text and '"' not in text else "'"
    made = ""
    for letter in text:
        if letter in (quote, "\\"):
            made += "\\" + letter
        elif letter == "\n":
            made += "\\n"
        elif letter == "\r":
            made += "\\r"
        elif letter == "\t":
            made += "\\t"
        elif ord(letter) < 32 or ord(letter) == 127:
            made += "\\x{:02x}".format(ord(letter))
        else:
            made += letter
    return quote + made + quote


def _format(value, spec=""):
    """Texts are padded by letters, as Python does; MicroPython counts bytes. Numbers it formats alike."""
    if not _plain_isinstance(value, str) or not spec:
        return ("{:" + spec + "}").format(value) if spec else str(value)
    fill, align = " ", "<"
    if spec[1:2] in ("<", ">", "^"):
        fill, align, spec = spec[0], spec[1], spec[2:]
    elif spec[:1] in ("<", ">", "^"):
        align, spec = spec[0], spec[1:]
    room = max(0, int(spec or "0") - len(value))
    before = 0 if align == "<" else room if align == ">" else room // 2
    return fill * before + value + fill * (room - before)


def _zip(*rows, strict=False):
    if not strict:
        return _plain_zip(*rows)
    rows = [list(row) for row in rows]
    if len({len(row) for row in rows}) > 1:
        raise ValueError("zip() argument 2 is shorter or longer than argument 1")
    return _plain_zip(*rows)


def _removeprefix(text, start):
    return text[len(start) :] if text.startswith(start) else text


def _removesuffix(text, end):
    return text[: len(text) - len(end)] if end and text.endswith(end) else text


def _capitalize(text):
    return text[:1].upper() + text[1:].lower()


def _title(text):
    return " ".join([_capitalize(word) for word in text.split(" ")])


def _isprintable(text):
    return all(ord(letter) >= 32 and not 127 <= ord(letter) < 160 for letter in text)


def _bit_count(number):
    return bin(number).count("1")


def _bit_length(number):
    return len(bin(abs(number))) - 2 if number else 0


# Classes that are made of their fields: data classes, named tuples, structs


class _Missing:
    pass


_MISSING = _Missing()


class _Field:
    def __init__(self, name, kind, default, default_factory, init):
        self.name = name
        self.kind = kind
        self.default = default
        self.default_factory = default_factory
        self.init = init

    def make(self):
        if self.default_factory is not None:
            return self.default_factory()
        return _dict(self.default) if _plain_isinstance(self.default, _native_dict) else self.default

    def required(self):
        return self.default is _MISSING and self.default_factory is None


def _field(name, kind, default=_MISSING, default_factory=None, init=True, **_):
    return _Field(name, kind, default, default_factory, init)


def _fields(*own, tag=None, tag_field=None, omit_defaults=False, eq=True, tuple_=False):
    def made(cls):
        fields = []
        for base in cls.__bases__:
            for field in getattr(base, "_all_fields", ()):
                fields.append(field)
            if tag_field is None and tag is not None:
                cls._tag_field = getattr(base, "_tag_field", "type")
        for field in own:
            fields = [one for one in fields if one.name != field.name] + [field]
        cls._all_fields = tuple(fields)
        cls.__struct_fields__ = tuple([field.name for field in fields])
        if tag_field is not None:
            cls._tag_field = tag_field
        if tag is not None:
            cls._tag = tag
            cls.__struct_config__ = _Config(tag)
        if omit_defaults:
            cls._omit_defaults = True
        for field in own:
            if field.default is not _MISSING and not _plain_isinstance(field.default, _native_dict):
                setattr(cls, field.name, field.default)
        init = [field for field in fields if field.init]
        later = [field for field in fields if not field.init and not field.required()]

        def __init__(self, *args, **given):
            if len(args) > len(init):
                raise TypeError("too many arguments for " + cls.__name__)
            for i in range(len(init)):
                field = init[i]
                if i < len(args):
                    value = args[i]
                elif field.name in given:
                    value = given.pop(field.name)
                elif field.required():
                    raise TypeError(cls.__name__ + " needs " + field.name)
                else:
                    value = field.make()
                setattr(self, field.name, value)
            if given:
                raise TypeError(cls.__name__ + " has no " + ", ".join(given))
            for field in later:
                setattr(self, field.name, field.make())
            if hasattr(self, "__post_init__"):
                self.__post_init__()

        def values(self):
            return tuple([getattr(self, field.name, None) for field in fields])

        def __eq__(self, other):
            return type(self) is type(other) and values(self) == values(other)

        def __hash__(self):
            return hash(values(self))

        def __repr__(self):
            parts = [field.name + "=" + _repr(getattr(self, field.name, None)) for field in fields]
            return cls.__name__ + "(" + ", ".join(parts) + ")"

        own_names = cls.__dict__
        for name, function in (("__init__", __init__), ("__repr__", __repr__)):
            if name not in own_names:
                setattr(cls, name, function)
        if eq:
            for name, function in (("__eq__", __eq__), ("__hash__", __hash__)):
                if name not in own_names:
                    setattr(cls, name, function)
        if tuple_:
            cls.__iter__ = lambda self: iter(values(self))
            cls.__len__ = lambda self: len(fields)
            cls.__getitem__ = lambda self, at: values(self)[at]
        return cls

    return made


class _Config:
    def __init__(self, tag):
        self.tag = tag
