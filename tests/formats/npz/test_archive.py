"""The container against NumPy's own reader and writer, and against files that are made to do harm."""

from __future__ import annotations

import io
import tracemalloc
import zipfile

import numpy as np
import pytest

from pantin.base.errors import LimitExceeded
from pantin.base.limits import Limits
from pantin.formats.npz.archive import NpzError, is_archive, read_archive, read_array, write_archive

ARRAYS = {
    "scalar": np.array(3),
    "matrix": np.arange(6, dtype=np.float32).reshape(2, 3),
    "fortran": np.asfortranarray(np.arange(6.0).reshape(2, 3)),
    "swapped": np.arange(3, dtype=">f8"),
    "names": np.array(["Hüfte", "膝"]),
    "flags": np.array([True, False]),
    "empty": np.zeros((0, 3)),
    "folder/half": np.array([1.5], np.float16),
}


def member(array, **changes) -> bytes:
    """The bytes of a .npy file, with a part of its header replaced."""
    out = io.BytesIO()
    np.lib.format.write_array(out, array)
    data = out.getvalue()
    for before, after in changes.values():
        assert before in data
        data = data.replace(before, after)
    return data


def archive_bytes(arrays):
    return b"".join(write_archive(arrays))


@pytest.mark.parametrize("save", [np.savez, np.savez_compressed])
def test_archives_of_numpy_are_read(save):
    out = io.BytesIO()
    save(out, **ARRAYS)
    found = read_archive(out.getvalue(), Limits()).arrays
    assert list(found) == list(ARRAYS)
    for name, array in ARRAYS.items():
        assert np.array_equal(found[name], array)
        assert found[name].dtype == array.dtype.newbyteorder("=")
    assert is_archive(out.getvalue()[:100])


def test_numpy_reads_our_archives_which_are_the_same_each_time():
    data = archive_bytes(ARRAYS)
    assert data == archive_bytes(ARRAYS)
    with np.load(io.BytesIO(data), allow_pickle=False) as found:
        assert all(np.array_equal(found[name], array) for name, array in ARRAYS.items())
    infos = zipfile.ZipFile(io.BytesIO(data)).infolist()
    assert {(info.create_system, info.date_time) for info in infos} == {(3, (1980, 1, 1, 0, 0, 0))}


def test_archives_hold_the_memory_of_large_arrays():
    """A model of gigabytes would be in memory several times."""
    array = np.arange(1000)
    shared = [part for part in write_archive({"a": array}) if not isinstance(part, bytes)]
    assert len(shared) == 1
    assert np.shares_memory(np.frombuffer(shared[0], np.uint8), array)


def test_a_bomb_is_refused_before_it_is_unpacked():
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.npy", bytes(300 << 20))
    with pytest.raises(LimitExceeded, match="314,572,800 bytes, more than 268,435,456"):
        read_archive(out.getvalue(), Limits(decoded_bytes=256 << 20))


def test_a_bomb_that_states_a_small_size_is_inflated_up_to_that_size():
    """The central directory says 64 bytes; `zipfile` inflates 200 MB before it looks at that."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.npy", bytes(200 << 20))
    lie = out.getvalue().replace((200 << 20).to_bytes(4, "little"), (64).to_bytes(4, "little"))
    tracemalloc.start()
    with pytest.raises(NpzError):
        read_archive(lie, Limits())
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 16 << 20


def test_the_number_of_members_is_limited():
    data = archive_bytes({f"a{number}": np.zeros(100) for number in range(5)})
    with pytest.raises(LimitExceeded, match="5 members"):
        read_archive(data, Limits(chunks=4))


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "does not begin with the signature of an array"),
        (member(np.zeros(3), shape=(b"(3,)", b"(4,)")), "takes 32 bytes, not 24"),
        (member(np.zeros(3), shape=(b"(3,)", b"(-3,)")), "shape of the array is malformed"),
        (member(np.zeros(3), shape=(b"(3,)", b"[3] ")), "shape of the array is malformed"),
        (member(np.zeros(3), dtype=(b"<f8", b"<M8")), "unsupported dtype"),
        (member(np.zeros(3), dtype=(b"<f8", b"<zz")), "unsupported dtype"),
        (member(np.array(["a"]), dtype=(b"<U1", b"<U0")), "unsupported dtype"),
        (member(np.zeros(3), key=(b"'descr'", b"'discr'")), "header of the array is malformed"),
        (member(np.zeros(3), key=(b"{'descr'", b"((((((((")), "header of the array is malformed"),
        (b"\x93NUMPY\x02\x00\xff\xff\xff\x7f" + bytes(50), "header of the array has 2,147,483,647 bytes"),
        (b"\x93NUMPY\x09\x00" + bytes(50), "unsupported version 9"),
        (member(np.array(["a"]), code=(b"a\0\0\0", b"\0\xd8\0\0")), "invalid code point"),
        (member(np.zeros((0, 3)), shape=(b"(0, 3)", b"(0, 99999999)")), "a dimension that is too large"),
    ],
)
def test_a_bad_array_gets_a_sentence(data, message):
    with pytest.raises(NpzError, match=message):
        read_array(data)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("readme.txt", "'readme.txt' is not an array"),
        ("a.npy", "does not begin with the signature of an array"),
    ],
)
def test_a_member_that_is_not_an_array(name, message):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr(name, b"hello")
    with pytest.raises(NpzError, match=message):
        read_archive(out.getvalue(), Limits())


def test_every_shorter_file_gets_a_sentence():
    data = archive_bytes({"a": np.zeros(3), "b": np.ones(2)})
    for length in range(0, len(data), 7):
        with pytest.raises(NpzError):
            read_archive(data[:length], Limits())


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "the file is empty"),
        (archive_bytes(ARRAYS)[:200], "the zip file is damaged or cut short"),
        (member(np.zeros(3)), r"it is one array \(.npy\), not an archive of several"),
        (b"glTF\2\0\0\0", "it is not a zip file, but begins with b'glTF'"),
    ],
)
def test_what_is_not_a_zip_file_is_explained(data, sentence):
    with pytest.raises(NpzError, match=sentence):
        read_archive(data, Limits())
