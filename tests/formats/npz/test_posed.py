"""Posed geometry: archives read back by NumPy and as static rigs, the same bytes each time."""

from __future__ import annotations

import io

import numpy as np

from pantin.formats.npz.archive import write_archive
from pantin.formats.npz.posed import posed_arrays, read_posed


def test_arrays_read_back(rig, posed):
    with np.load(io.BytesIO(b"".join(write_archive(posed_arrays(rig, posed))))) as found:
        assert found["nodes"].tolist() == [0, 0, 1, 1, 1]
        assert found["surfaces"].tolist() == [0, 1, 0, 1, 2]
        for index, mesh in enumerate(posed):
            assert np.array_equal(found[f"positions_{index}"], mesh.positions)
            assert (f"normals_{index}" in found) == (mesh.normals is not None)
        assert found["triangles_2"].tolist() == [[2, 1, 0], [3, 2, 0]], "wound back"
        assert "texcoords_0_0" in found
        assert "texcoords_1_0" not in found


def test_two_files_of_one_pose_are_the_same(rig, posed):
    first, second = (write_archive(posed_arrays(rig, posed)) for _ in range(2))
    assert first == second


def test_the_surfaces_are_those_of_a_static_rig(rig, posed):
    again, unused = read_posed(posed_arrays(rig, posed))
    assert unused == []
    surfaces = [surface for mesh in again.meshes for surface in mesh.surfaces]
    assert [surface.mode for surface in surfaces] == ["triangles", "lines", "triangles", "points", "lines"]
    for surface, mesh in zip(surfaces, posed, strict=True):
        assert np.array_equal(surface.positions, mesh.positions)


def test_the_tenth_set_comes_after_the_second():
    """Sets are counted, not sorted by the letters of their names."""
    arrays = {
        "nodes": np.zeros(1, np.int64),
        "meshes": np.zeros(1, np.int64),
        "surfaces": np.zeros(1, np.int64),
    }
    arrays |= {"positions_0": np.eye(3), "triangles_0": np.array([[0, 1, 2]])}
    arrays |= {f"texcoords_0_{number}": np.full((3, 2), float(number)) for number in range(12)}
    rig, unread = read_posed(arrays)
    sets = rig.meshes[0].surfaces[0].texcoords
    assert [values[0, 0] for values in sets] == list(range(12))
    assert unread == []
