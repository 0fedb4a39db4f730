"""NumPy's archive of arrays: positions, normals and triangles of each posed surface. In any dimension."""

from __future__ import annotations

import io
import os
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pantin import files
from pantin.formats.exchange import Posed
from pantin.formats.geometry.triangles import triangles
from pantin.rig import Rig

# The earliest a zip can say; `numpy.savez` writes the time of day, and no two files are then the same.
TIMELESS = (1980, 1, 1, 0, 0, 0)


def write_npz(rig: Rig, posed: Sequence[Posed], path: str | os.PathLike[str]) -> None:
    """Write posed surfaces as arrays.

    `nodes`, `meshes` and `surfaces` (S,) say where each comes from; surface i of these has `positions_i`,
    `triangles_i`, and where it has them `normals_i`, `tangents_i`, `texcoords_i_0` … and `colours_i_0` ….
    """
    files.atomic_write(Path(path), [_archive(_arrays(rig, posed))])


def _arrays(rig: Rig, posed: Sequence[Posed]) -> dict[str, NDArray[Any]]:
    found: dict[str, Any] = {
        "nodes": np.array([one.node for one in posed], np.int64),
        "meshes": np.array([one.mesh for one in posed], np.int64),
        "surfaces": np.array([one.surface for one in posed], np.int64),
    }
    for at, one in enumerate(posed):
        found[f"positions_{at}"] = one.positions
        found[f"triangles_{at}"] = triangles(rig, one)
        found[f"normals_{at}"] = one.normals
        found[f"tangents_{at}"] = one.tangents
        found |= {f"texcoords_{at}_{number}": array for number, array in enumerate(one.texcoords)}
        found |= {f"colours_{at}_{number}": array for number, array in enumerate(one.colours)}
    return {name: array for name, array in found.items() if array is not None}


def _archive(arrays: Mapping[str, NDArray[Any]]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, array in arrays.items():
            member = io.BytesIO()
            np.lib.format.write_array(member, np.ascontiguousarray(array), allow_pickle=False)
            archive.writestr(zipfile.ZipInfo(f"{name}.npy", TIMELESS), member.getvalue())
    return out.getvalue()
