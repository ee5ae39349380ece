"""Counting things, in the order in which they came."""

from _lowered import _dict, _native_dict


def Counter(items=()):
    """How often each of them comes."""
    return _Counter(items)


class _Counter:
    def __init__(self, items):
        self._counts = _dict()
        if isinstance(items, _Counter):
            items = items._counts
        if isinstance(items, _native_dict):
            self._counts.update(items)
        else:
            for item in items:
                self._counts[item] = self._counts.get(item, 0) + 1

    def __getitem__(self, item):
        return self._counts.get(item, 0)

    def __setitem__(self, item, n):
        self._counts[item] = n

    def __iter__(self):
        return iter(list(self._counts))

    def __len__(self):
        return len(self._counts)

    def __bool__(self):
        return len(self._counts) > 0

    def __contains__(self, item):
        return item in self._counts

    def items(self):
        return self._counts.items()

    def keys(self):
        return self._counts.keys()

    def values(self):
        return self._counts.values()

    def get(self, item, default=None):
        return self._counts.get(item, default)

    def _with(self, others, both):
        made = _Counter(())
        for item in list(self) + [item for item in others if item not in self]:
            n = both(self[item], others[item])
            if n > 0:
                made[item] = n
        return made

    def __add__(self, others):
        return self._with(others, lambda one, other: one + other)

    def __sub__(self, others):
        return self._with(others, lambda one, other: one - other)

    def __or__(self, others):
        return self._with(others, max)

    def __and__(self, others):
        return self._with(others, min)

    def elements(self):
        return [item for item in self for _ in range(self[item])]

    def total(self):
        return sum(self._counts.values())
