"""Ways to go through several things."""


def pairwise(items):
    before = None
    first = True
    for item in items:
        if not first:
            yield before, item
        before, first = item, False


def product(*rows, repeat=1):
    made = [()]
    for row in [list(row) for row in rows] * repeat:
        made = [one + (item,) for one in made for item in row]
    return iter(made)


def chain(*rows):
    for row in rows:
        for item in row:
            yield item


def zip_longest(*rows, fillvalue=None):
    rows = [list(row) for row in rows]
    for i in range(max([len(row) for row in rows])):
        yield tuple([row[i] if i < len(row) else fillvalue for row in rows])


def islice(items, stop):
    for i, item in enumerate(items):
        if i >= stop:
            return
        yield item


def count(start=0):
    while True:
        yield start
        start += 1
