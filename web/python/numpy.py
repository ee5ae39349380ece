"""Arrays of numbers and of structs, as far as the games' face asks for them: a small part of NumPy's interface.

Only reading, writing and copying; what is computed fast is computed by the compiled kernels.
"""

import struct as _packing


class _Number:
    """A type of numbers: a description of places in memory, and a function that wraps a number to its width."""

    def __init__(self, name, code, size, low, width):
        self.name = name
        self.code = code
        self.itemsize = size
        self.names = None
        self.fields = None
        self._low = low
        self._mask = (1 << width) - 1 if width else 0
        self._half = 1 << (width - 1) if width else 0

    def __call__(self, value=0):
        if not self._mask:
            return float(value)
        wrapped = int(value) & self._mask
        return wrapped - self._mask - 1 if self._low and wrapped >= self._half else wrapped


uint8 = _Number("uint8", "<B", 1, 0, 8)
uint16 = _Number("uint16", "<H", 2, 0, 16)
uint32 = _Number("uint32", "<I", 4, 0, 32)
uint64 = _Number("uint64", "<Q", 8, 0, 64)
int8 = _Number("int8", "<b", 1, 1, 8)
int16 = _Number("int16", "<h", 2, 1, 16)
int32 = _Number("int32", "<i", 4, 1, 32)
int64 = _Number("int64", "<q", 8, 1, 64)
float32 = _Number("float32", "<f", 4, 1, 0)
float64 = _Number("float64", "<d", 8, 1, 0)
bool_ = uint8
record = void = None
_NAMES = {
    "u1": uint8, "u2": uint16, "u4": uint32, "u8": uint64, "i1": int8, "i2": int16, "i4": int32, "i8": int64,
    "f4": float32, "f8": float64,
}  # fmt: skip


class dtype:
    """A struct: its fields with their places, packed in the order in which they are named."""

    def __new__(cls, given):
        if isinstance(given, tuple):
            given = given[1]
        if isinstance(given, str):
            return _NAMES[given]
        if not isinstance(given, list):
            return given
        made = object.__new__(cls)
        made._lay_out(given)
        return made

    def __init__(self, given):
        pass

    def _lay_out(self, given):
        self.fields = {}
        self.code = None
        names = []
        at = 0
        for one in given:
            kind = dtype(one[1])
            shape = one[2] if len(one) > 2 else ()
            if isinstance(shape, int):
                shape = (shape,)
            names.append(one[0])
            self.fields[one[0]] = (kind, at, shape)
            at += kind.itemsize * _product(shape)
        self.names = tuple(names)
        self.itemsize = at


def _product(shape):
    n = 1
    for one in shape:
        n *= one
    return n


def _strides(shape, size):
    made = []
    for length in reversed(shape):
        made.insert(0, size)
        size *= length
    return tuple(made)


class ndarray:
    """An array in memory that others may share."""

    def __init__(self, data, at, shape, kind, strides=None):
        self.data = data
        self.at = at
        self.shape = shape
        self.dtype = kind
        self.strides = strides or _strides(shape, kind.itemsize)

    @property
    def ndim(self):
        return len(self.shape)

    @property
    def size(self):
        return _product(self.shape)

    def setflags(self, write=True):
        pass

    def __len__(self):
        return self.shape[0]

    def _place(self, at, axis):
        length = self.shape[axis]
        if at < 0:
            at += length
        if not 0 <= at < length:
            raise IndexError("index out of range")
        return at * self.strides[axis]

    def __getitem__(self, key):
        if isinstance(key, str):
            kind, at, shape = self.dtype.fields[key]
            return ndarray(
                self.data, self.at + at, self.shape + shape, kind, self.strides + _strides(shape, kind.itemsize)
            )
        return self._part(key)

    def _part(self, key):
        keys = key if isinstance(key, tuple) else (key,)
        at = self.at
        shape = []
        strides = []
        for axis in range(len(keys)):
            one = keys[axis]
            if isinstance(one, slice):
                low, high, _ = one.start, one.stop, one.step
                low = 0 if low is None else low + self.shape[axis] if low < 0 else min(low, self.shape[axis])
                high = self.shape[axis] if high is None else high + self.shape[axis] if high < 0 else high
                at += low * self.strides[axis]
                shape.append(max(0, min(high, self.shape[axis]) - low))
                strides.append(self.strides[axis])
            else:
                at += self._place(one, axis)
        shape = tuple(shape) + self.shape[len(keys) :]
        if shape:
            return ndarray(self.data, at, shape, self.dtype, tuple(strides) + self.strides[len(keys) :])
        return _read(self.data, at, self.dtype)

    def __setitem__(self, key, value):
        if isinstance(key, str):
            self[key]._fill(value)
            return
        if isinstance(key, int) and len(self.shape) == 1:
            _write(self.data, self.at + self._place(key, 0), self.dtype, value)
            return
        keys = key if isinstance(key, tuple) else (key,)
        if len(keys) == len(self.shape) and not any([isinstance(one, slice) for one in keys]):
            at = self.at
            for axis in range(len(keys)):
                at += self._place(keys[axis], axis)
            _write(self.data, at, self.dtype, value)
            return
        self._part(key)._fill(value)

    def _fill(self, value):
        """Everywhere the same number, or row by row what another array or list holds."""
        several = isinstance(value, (list, tuple, ndarray, bytes, range))
        one_row = several and isinstance(value, ndarray) and len(value.shape) < len(self.shape)
        for i in range(self.shape[0]):
            given = value[i] if several and not one_row else value
            if len(self.shape) == 1:
                _write(self.data, self.at + i * self.strides[0], self.dtype, given)
            else:
                self._part(i)._fill(given)

    def item(self, *at):
        if not at:
            at = (0,) * len(self.shape)
        return self._part(at)

    def __iter__(self):
        for i in range(self.shape[0]):
            yield self._part(i)

    def tolist(self):
        if len(self.shape) == 1:
            if self.dtype.fields is not None:
                return [self[i].tolist() for i in range(self.shape[0])]
            return [_read(self.data, self.at + i * self.strides[0], self.dtype) for i in range(self.shape[0])]
        return [self._part(i).tolist() for i in range(self.shape[0])]

    def tobytes(self):
        if self.strides == _strides(self.shape, self.dtype.itemsize):
            return bytes(memoryview(self.data)[self.at : self.at + self.dtype.itemsize * self.size])
        return b"".join([self._part(i).tobytes() for i in range(self.shape[0])])

    def copy(self):
        return ndarray(bytearray(self.tobytes()), 0, self.shape, self.dtype)

    def __eq__(self, other):
        raise NotImplementedError("arrays are compared by their bytes")

    def any(self):
        return any(self.tobytes())

    def sum(self):
        return sum([one.sum() if isinstance(one, ndarray) else one for one in self])


class _Record:
    """One struct, in memory that it shares with its array."""

    def __init__(self, data, at, kind):
        setter = object.__setattr__
        setter(self, "_data", data)
        setter(self, "_at", at)
        setter(self, "dtype", kind)

    def __getitem__(self, name):
        kind, at, shape = self.dtype.fields[name]
        if shape:
            return ndarray(self._data, self._at + at, shape, kind)
        return _read(self._data, self._at + at, kind)

    def __setitem__(self, name, value):
        kind, at, shape = self.dtype.fields[name]
        if shape:
            ndarray(self._data, self._at + at, shape, kind)._fill(value)
        else:
            _write(self._data, self._at + at, kind, value)

    def __getattr__(self, name):
        return self[name]

    def __setattr__(self, name, value):
        self[name] = value

    def tolist(self):
        return tuple([self[name] for name in self.dtype.names])

    def tobytes(self):
        return bytes(memoryview(self._data)[self._at : self._at + self.dtype.itemsize])


def _read(data, at, kind):
    if kind.fields is not None:
        return _Record(data, at, kind)
    return data[at] if kind.code == "<B" else _packing.unpack_from(kind.code, data, at)[0]


def _write(data, at, kind, value):
    if kind.fields is not None:
        data[at : at + kind.itemsize] = value.tobytes()
    else:
        _packing.pack_into(kind.code, data, at, kind(value))


def zeros(shape, dtype=float64):
    if isinstance(shape, int):
        shape = (shape,)
    return ndarray(bytearray(_product(shape) * dtype.itemsize), 0, shape, dtype)


empty = zeros


def full(shape, value, dtype=int64):
    made = zeros(shape, dtype)
    made._fill(value)
    return made


def array(rows, dtype=int64):
    shape = []
    inner = rows
    while isinstance(inner, (list, tuple, ndarray)):
        shape.append(len(inner))
        inner = inner[0]
    made = zeros(tuple(shape), dtype)
    made._fill(rows)
    return made


def frombuffer(data, dtype=uint8):
    return ndarray(data, 0, (len(data) // dtype.itemsize,), dtype)


def repeat(given, n):
    return ndarray(bytearray(given.tobytes() * n), 0, (len(given) * n,), given.dtype)
