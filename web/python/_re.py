"""Regular expressions: the browser's, which mean the same as Python's in what is used here."""

from js import RegExp

DOTALL = 16


class _Match:
    def __init__(self, found):
        self._found = found

    def __getitem__(self, name):
        if isinstance(name, int):
            value = self._found[name]
        else:
            value = getattr(self._found.groups, name)
        return value if isinstance(value, str) else None

    def group(self, name=0):
        return self[name]


class _Pattern:
    def __init__(self, pattern, flags):
        pattern = pattern.replace("(?P<", "(?<")
        letters = "us" if flags & DOTALL else "u"
        self._anywhere = RegExp.new(pattern, letters)
        self._whole = RegExp.new("^(?:" + pattern + ")$", letters)
        self._first = RegExp.new("^(?:" + pattern + ")", letters)

    def _tried(self, how, text):
        found = how.exec(text)
        return None if found is None else _Match(found)

    def fullmatch(self, text):
        return self._tried(self._whole, text)

    def match(self, text):
        return self._tried(self._first, text)

    def search(self, text):
        return self._tried(self._anywhere, text)


def compile(pattern, flags=0):
    return _Pattern(pattern, flags)


def fullmatch(pattern, text):
    return _Pattern(pattern, 0).fullmatch(text)


def search(pattern, text):
    return _Pattern(pattern, 0).search(text)
