"""The container: a zip of arrays. Nothing in it is executed, and no size in it is believed."""

from __future__ import annotations

import ast
import io
import math
import zipfile
from collections.abc import Mapping
from typing import Any

import numpy as np
from msgspec import field
from numpy.typing import NDArray

from pantin.base.archives import DAMAGED, UNKNOWN
from pantin.base.errors import LimitExceeded
from pantin.base.files import BytesLike
from pantin.base.limits import Budget, Limits
from pantin.base.records import Record
from pantin.formats.npz.objects import decode_objects

# The earliest time of a zip file. `numpy.savez` writes the current time, which changes every file.
TIMELESS = (1980, 1, 1, 0, 0, 0)
UNIX = 3
"""The system that a zip file names as its origin: the same on every machine."""

MAGIC = b"\x93NUMPY"
LONGEST_HEADER = 10_000
"""Bytes of the header of an array, as in NumPy: it is a Python expression, which takes long to parse."""
LONGEST_EMPTY = 1 << 20
"""The longest side of an array without elements, for which the size of the file is no limit."""
MOST_SIDES = 32
FIRST_SURROGATE, LAST_SURROGATE, LAST_CHARACTER = 0xD800, 0xDFFF, 0x10FFFF


class NpzError(ValueError):
    """The file is not an archive of arrays, or `array` in it cannot be read; the message says why."""

    def __init__(self, why: str, array: str | None = None) -> None:
        super().__init__(why)
        self.array = array


class Archive(Record):
    """The arrays by name, and the names of those that hold Python objects other than numbers and strings."""

    arrays: dict[str, NDArray[Any]] = field(default_factory=dict)
    objects: tuple[str, ...] = ()


class _Parts:
    """A file in memory that keeps what is written to it without copying it."""

    def __init__(self) -> None:
        self._at = 0
        self._parts: dict[int, BytesLike] = {}

    def write(self, data: BytesLike) -> int:
        size = memoryview(data).nbytes
        self._parts[self._at] = data
        self._at += size
        return size

    def tell(self) -> int:
        return self._at

    def seek(self, offset: int, whence: int = 0) -> int:
        """To where something was written: `ZipFile` completes the header of a member after its data."""
        self._at = offset
        return offset

    def flush(self) -> None: ...

    def close(self) -> None: ...

    def in_order(self) -> tuple[BytesLike, ...]:
        return tuple(self._parts[offset] for offset in sorted(self._parts))


def write_archive(arrays: Mapping[str, NDArray[Any]]) -> tuple[BytesLike, ...]:
    """The parts of a file with these arrays, the same on every machine. They share the memory of the arrays:
    a model of gigabytes is not held twice.
    """
    parts = _Parts()
    with zipfile.ZipFile(parts, "w") as archive:
        for name, array in arrays.items():
            stored = np.asarray(array, order="C")
            header = io.BytesIO()
            np.lib.format.write_array_header_1_0(header, np.lib.format.header_data_from_array_1_0(stored))
            data: BytesLike = stored.reshape(-1).view(np.uint8).data if stored.nbytes else b""
            info = zipfile.ZipInfo(f"{name}.npy", TIMELESS)
            info.create_system, info.external_attr = UNIX, 0o600 << 16
            info.file_size = header.tell() + len(data)  # decides whether sizes have 32 or 64 bits
            with archive.open(info, "w") as member:
                member.write(header.getvalue())
                member.write(data)
    return parts.in_order()


def is_archive(start: bytes) -> bool:
    """Whether a file begins with a zip entry for an array."""
    if len(start) < 30 or not start.startswith(b"PK\x03\x04"):
        return False
    return start[30 : 30 + int.from_bytes(start[26:28], "little")].endswith(b".npy")


def read_archive(data: bytes | memoryview, limits: Limits) -> Archive:
    """All arrays of a file. Raises `NpzError` and `LimitExceeded`."""
    if not zipfile.is_zipfile(io.BytesIO(data)):
        raise NpzError(_explain(bytes(data[:4])))
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return _read_members(archive, len(data), limits)
    except NpzError:
        raise
    except UNKNOWN as error:
        raise NpzError(f"the zip file cannot be read: {error}") from None
    except DAMAGED as error:
        raise NpzError(f"the zip file is damaged: {error}") from None


def _explain(start: bytes) -> str:
    """Why a file that begins so is not a zip file. Its directory is at the end: one that is cut has none."""
    if not start:
        return "the file is empty"
    if start.startswith(b"PK"):
        return "the zip file is damaged or cut short: save or copy it again"
    if start.startswith(MAGIC[:4]):
        return "it is one array (.npy), not an archive of several: write it with numpy.savez"
    return f"it is not a zip file, but begins with {start!r}"


def _read_members(archive: zipfile.ZipFile, stored: int, limits: Limits) -> Archive:
    members = archive.infolist()
    if len(members) > limits.chunks:
        raise LimitExceeded("chunks", f"the archive has {len(members):,} members")
    Budget(limits, stored).check(sum(member.file_size for member in members), "the arrays")
    arrays: dict[str, NDArray[Any]] = {}
    objects = []
    for member in members:
        name = member.filename.removesuffix(".npy")
        if name == member.filename:
            raise NpzError(f"the member {member.filename!r} is not an array (.npy)")
        if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise NpzError("unsupported compression (supported: none and deflate)", name)
        if name in arrays or name in objects:
            raise NpzError("the name is used twice", name)
        try:
            with archive.open(member) as stream:
                # Not `archive.read`, which inflates everything before it looks at the size.
                array = read_array(stream.read(member.file_size))
        except NpzError as error:
            raise NpzError(str(error), name) from None
        if array is None:
            objects.append(name)
        else:
            arrays[name] = array
    return Archive(arrays, tuple(objects))


def read_array(data: bytes) -> NDArray[Any] | None:
    """The array in the bytes of a .npy file; None if it holds Python objects that are not decoded."""
    header, start = _header(data)
    shape, body = _shape(header), data[start:]
    try:
        dtype = np.dtype(header["descr"]) if isinstance(header["descr"], str) else None
    except (TypeError, ValueError, SyntaxError):
        dtype = None
    if dtype is None or (dtype.kind != "O" and dtype.kind not in "biufUS") or not dtype.itemsize:
        raise NpzError(f"unsupported dtype {str(header['descr'])[:80]!r}")
    count = math.prod(shape)
    if not count and max(shape, default=0) > LONGEST_EMPTY:
        raise NpzError(f"the shape {shape} has a dimension that is too large for an array without elements")
    if dtype.kind == "O":
        return decode_objects(body, shape)
    if count * dtype.itemsize != len(body):
        raise NpzError(f"shape {shape} of {dtype} takes {count * dtype.itemsize:,} bytes, not {len(body):,}")
    flat = np.frombuffer(body, dtype) if count else np.zeros(0, dtype)
    order = "F" if header["fortran_order"] else "C"
    return _plain(flat).reshape(shape, order=order)  # type: ignore[call-overload, no-any-return]


def _plain(flat: NDArray[Any]) -> NDArray[Any]:
    """An array in the byte order of the machine, of valid characters and booleans."""
    native = np.require(flat.astype(flat.dtype.newbyteorder("="), copy=False), requirements="A")
    if native.dtype.kind == "U" and native.size:
        codes = native.view(np.uint32)
        surrogates = (codes >= FIRST_SURROGATE) & (codes <= LAST_SURROGATE)
        if (surrogates | (codes > LAST_CHARACTER)).any():
            raise NpzError("a string has an invalid code point")
    if native.dtype.kind == "S":  # strings of Python 2
        return np.char.decode(native, "latin-1")
    if native.dtype.kind == "b":
        return np.asarray(native.view(np.uint8) != 0)
    return native


def _header(data: bytes) -> tuple[dict[str, Any], int]:
    """The header of a .npy file, and where the data begins (NumPy's format, versions 1 to 3)."""
    if not data.startswith(MAGIC) or len(data) < 12:
        raise NpzError("the data does not begin with the signature of an array")
    major = data[6]
    if major not in (1, 2, 3):
        raise NpzError(f"unsupported version {major} of the array format (supported: 1 to 3)")
    width = 2 if major == 1 else 4
    length, start = int.from_bytes(data[8 : 8 + width], "little"), 8 + width
    if length > LONGEST_HEADER or start + length > len(data):
        raise NpzError(f"the header of the array has {length:,} bytes")
    try:
        header = ast.literal_eval(data[start : start + length].decode("utf-8" if major == 3 else "latin-1"))
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        raise NpzError("the header of the array is malformed") from None
    if not isinstance(header, dict) or set(header) != {"descr", "fortran_order", "shape"}:
        raise NpzError("the header of the array is malformed")
    return header, start + length


def _shape(header: dict[str, Any]) -> tuple[int, ...]:
    shape = header["shape"]
    valid = isinstance(shape, tuple) and len(shape) <= MOST_SIDES
    if not valid or not all(type(side) is int and side >= 0 for side in shape):
        raise NpzError("the shape of the array is malformed")
    return tuple(shape)
