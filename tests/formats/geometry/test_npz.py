"""Archives read back by NumPy, the same bytes each time."""

from __future__ import annotations

import numpy as np

from pantin.formats.geometry import write_npz


def test_arrays_read_back(rig, posed, tmp_path):
    write_npz(rig, posed, tmp_path / "x.npz")
    with np.load(tmp_path / "x.npz") as found:
        assert found["nodes"].tolist() == [0, 0, 1, 1, 1]
        assert found["surfaces"].tolist() == [0, 1, 0, 1, 2]
        for index, mesh in enumerate(posed):
            assert np.array_equal(found[f"positions_{index}"], mesh.positions)
            assert (f"normals_{index}" in found) == (mesh.normals is not None)
        assert found["triangles_2"].tolist() == [[2, 1, 0], [3, 2, 0]], "wound back"
        assert "texcoords_0_0" in found
        assert "texcoords_1_0" not in found


def test_two_files_of_one_pose_are_the_same(rig, posed, tmp_path):
    for name in ("a.npz", "b.npz"):
        write_npz(rig, posed, tmp_path / name)
    assert (tmp_path / "a.npz").read_bytes() == (tmp_path / "b.npz").read_bytes()
