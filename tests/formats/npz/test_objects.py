"""Arrays of Python objects: plain ones are decoded as NumPy does it, and nothing is ever called."""

from __future__ import annotations

import io
import os
import pickle

import numpy as np
import pytest

from pantin.formats.npz import objects
from pantin.formats.npz.archive import read_array


def stored(items, protocol=None) -> bytes:
    out = io.BytesIO()
    array = np.empty(np.shape(items), object)
    array[...] = items
    options = {} if protocol is None else {"protocol": protocol}
    if protocol is None:
        np.lib.format.write_array(out, array, allow_pickle=True)
        return out.getvalue()
    np.lib.format.write_array(out, np.zeros(array.shape))
    header = out.getvalue()[: out.getvalue().index(b"\n") + 1].replace(b"'<f8'", b"'|O' ")
    return header + pickle.dumps(array, **options)


@pytest.mark.parametrize("protocol", [None, 2, 3, 4, 5])
@pytest.mark.parametrize(
    "items",
    [[None, 0, 1, 1], [None], [], ["hip", "knee", "hip"], [None, 300, 70_000, -5], list(range(2000))],
    ids=["tree", "root", "none", "names", "sizes", "many"],
)
def test_parents_and_names_are_decoded(items, protocol):
    found = read_array(stored(items, protocol))
    assert found is not None
    assert found.dtype == object
    assert found.tolist() == items


def test_none_alone_is_decoded():
    found = read_array(stored(None))
    assert found is not None
    assert (found.shape, found.item()) == ((), None)


class Harm:
    def __reduce__(self):
        return os.mkdir, ("harm",)


@pytest.mark.parametrize(
    "items",
    [[{"a": 1}], [[1, 2], [3]], [1.5], [Harm()], [np.int64(3)]],
    ids=["dict", "lists", "float", "call", "numpy"],
)
def test_other_objects_are_not_decoded_and_nothing_is_called(items, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    array = np.empty(len(items), object)
    array[:] = items
    out = io.BytesIO()
    np.lib.format.write_array(out, array, allow_pickle=True)
    assert read_array(out.getvalue()) is None
    assert not (tmp_path / "harm").exists()


def test_every_shorter_pickle_is_not_decoded():
    data = stored([None, 0, 1])
    start = data.index(b"\n") + 1
    for end in range(start, len(data) - 2):
        assert read_array(data[:end]) is None


def test_a_pickle_of_millions_of_instructions_is_not_followed(monkeypatch):
    """Deflate packs a thousand of them into a byte; the generator that decodes them is asked for few."""
    steps = []
    follow = objects._Machine._step
    monkeypatch.setattr(
        objects._Machine, "_step", lambda self, *given: (steps.append(1), follow(self, *given))
    )
    header = stored([None] * 5).partition(b"\n")[0] + b"\n"
    assert read_array(header + b"\x80\x04" + b"N0" * 3_000_000 + b".") is None
    assert len(steps) <= objects.MOST_INSTRUCTIONS
    assert read_array(stored([None] * (objects.MOST_OBJECTS + 1))) is None
