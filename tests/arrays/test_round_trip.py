"""`to_arrays(from_arrays(a))` equals `a` bit for bit, and the rig poses the same."""

from __future__ import annotations

import doctest
import shutil
from contextlib import chdir
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays_of

import pantin
import pantin.arrays
from pantin.arrays import from_arrays, to_arrays
from pantin.arrays.reading import read_arrays
from pantin.rig import Channel, Clip, Influences, Instance, Mesh, Node, Skin, Surface, build

EXAMPLES = Path(__file__).parents[2] / "examples"


def assert_same(first, second):
    assert first.keys() == second.keys()
    for name, array in first.items():
        other = second[name]
        assert (array.dtype, array.shape) == (other.dtype, other.shape), name
        assert array.tobytes() == other.tobytes(), name


@pytest.mark.parametrize("options", [{}, {"dense": True}, {"fps": 12.5}], ids=str)
def test_a_rig_with_everything_gives_its_arrays_back(rich, options):
    arrays = to_arrays(rich, **options)
    again, unknown = read_arrays(arrays)
    assert unknown == []
    assert_same(arrays, to_arrays(again, dense=options.get("dense", False)))


@pytest.mark.parametrize("clip", [0, 1])
def test_a_rig_with_everything_poses_the_same(rich, clip):
    again = from_arrays(to_arrays(rich))
    for time in (0.0, 0.3, 1.0):
        first = pantin.deform(rich, pantin.sample(rich, clip, time))
        second = pantin.deform(again, pantin.sample(again, clip, time))
        for one, other in zip(first, second, strict=True):
            assert np.array_equal(one.positions, other.positions)


NUMBERS = st.floats(-100, 100, width=32)


@st.composite
def rigs(draw):
    """Random trees of joints in 2 to 4 dimensions, with a mesh whose weights are random too."""
    size = draw(st.integers(2, 4))
    count, vertices = draw(st.integers(1, 5)), draw(st.integers(1, 6))
    dtype = draw(st.sampled_from([np.float32, np.float64]))

    def numbers(*shape, kind=np.float64):
        return draw(arrays_of.arrays(kind, shape, elements=NUMBERS))

    nodes = []
    for index in range(count):
        parent = draw(st.integers(-1, index - 1))
        name = draw(st.one_of(st.none(), st.text(st.characters(codec="utf-8", exclude_characters="\0"))))
        if draw(st.booleans()):
            nodes.append(Node(name, parent, matrix=numbers(size, size + 1)))
        else:
            rotation = numbers(4) if size == 3 else None
            nodes.append(Node(name, parent, numbers(size), rotation, numbers(size)))
    joints = draw(st.lists(st.integers(-1, count - 1), min_size=1, max_size=4))
    rows = draw(st.lists(st.integers(0, 3), min_size=vertices, max_size=vertices))
    influences = Influences(
        np.cumsum([0, *rows]),
        draw(arrays_of.arrays(np.uint16, sum(rows), elements=st.integers(0, len(joints) - 1))),
        numbers(sum(rows), kind=dtype),
    )
    faces = draw(
        arrays_of.arrays(np.uint8, 3 * draw(st.integers(0, 3)), elements=st.integers(0, vertices - 1))
    )
    surface = Surface(numbers(vertices, size, kind=dtype), indices=faces, influences=influences)
    times = np.sort(numbers(draw(st.integers(1, 3)), kind=np.float32))
    clip = Clip((Channel(0, "translation", times, numbers(len(times), size)),))
    binds = draw(st.one_of(st.none(), st.just(numbers(len(joints), size, size + 1))))
    return build(
        dimension=size,
        nodes=[*nodes, Node("mesh")],
        meshes=[Mesh((surface,))] * draw(st.integers(1, 2)),
        skins=[Skin(joints, binds)] * draw(st.integers(1, 2)),
        instances=[Instance(count, 0, 0)],
        clips=draw(st.sampled_from([(), (clip,), (clip, clip)])),
    )


@given(rigs(), st.booleans())
@settings(max_examples=100)
def test_random_rigs_give_their_arrays_back(rig, dense):
    arrays = to_arrays(rig, dense=dense)
    again, unknown = read_arrays(arrays)
    assert unknown == []
    assert_same(arrays, to_arrays(again, dense=dense))
    assert np.array_equal(again.nodes.local, rig.nodes.local)
    assert [name or None for name in rig.nodes.names] == list(again.nodes.names)


@pytest.mark.parametrize("name", ["from_arrays", "to_arrays"])
def test_the_examples_of_the_docstrings_run(name, tmp_path):
    shutil.copytree(EXAMPLES, tmp_path / "examples")
    text = getattr(pantin.arrays, name).__doc__
    examples = doctest.DocTestParser().get_doctest(text, {"pantin": pantin}, name, None, 0)
    assert examples.examples
    with chdir(tmp_path):
        assert doctest.DocTestRunner().run(examples).failed == 0
