"""Keeping results, and little else."""


def lru_cache(maxsize=128):
    """Results that are kept, the oldest given up when there are too many."""

    def decorate(function):
        kept = {}

        def cached(*args):
            if args in kept:
                return kept[args]
            if maxsize is not None and len(kept) >= maxsize:
                kept.clear()
            kept[args] = made = function(*args)
            return made

        return cached

    return decorate


cache = lru_cache(None)


def partial(function, *args, **given):
    def called(*more, **others):
        others = dict(given, **others) if others else given
        return function(*(args + more), **others)

    return called


def reduce(function, items, first=None):
    items = iter(items)
    made = next(items) if first is None else first
    for item in items:
        made = function(made, item)
    return made


def cached_property(function):
    kept = "_kept_" + function.__name__

    def get(self):
        if not hasattr(self, kept):
            setattr(self, kept, function(self))
        return getattr(self, kept)

    return property(get)
