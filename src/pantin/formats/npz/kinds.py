"""The kinds of archives, told apart by the names of their arrays. To add one, add a record to `KINDS`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from numpy.typing import NDArray

from pantin.arrays.reading import read_arrays
from pantin.base.records import Record
from pantin.formats.npz.posed import read_posed
from pantin.formats.npz.puppeteer import read_puppeteer
from pantin.formats.npz.smpl import read_smpl
from pantin.formats.npz.unirig import read_unirig
from pantin.rig import Rig

Arrays = Mapping[str, NDArray[Any]]


class Kind(Record):
    """One kind of archive.

    name     what it is, in a sentence after "the file is "
    needs    arrays that all its files have
    any_of   arrays of which its files have at least one; empty: any
    read     arrays → the rig, and the names of arrays that are not in the rig; None: not a model
    advice   what to do with a file that is not a model
    """

    name: str
    needs: frozenset[str]
    any_of: frozenset[str] = frozenset()
    read: Callable[[Arrays], tuple[Rig, list[str]]] | None = None
    advice: str = ""

    def fits(self, names: frozenset[str]) -> bool:
        return self.needs <= names and (not self.any_of or bool(self.any_of & names))


ARRAYS = "arrays of a rig"
SMPL_MOTION = "a motion of SMPL"

KINDS = (
    Kind(ARRAYS, frozenset({"pantin_version"}), read=read_arrays),
    Kind("posed geometry", frozenset({"nodes", "meshes", "surfaces"}), read=read_posed),
    Kind("a rig of UniRig", frozenset({"joints", "parents"}), read=read_unirig),
    Kind("a rig of Puppeteer", frozenset({"joints", "bones"}), read=read_puppeteer),
    Kind(
        "skin weights of UniRig without a skeleton",
        frozenset({"skin"}),
        advice="read raw_data.npz or predict_skeleton.npz instead",
    ),
    Kind(
        SMPL_MOTION,
        frozenset({"poses"}),
        frozenset({"trans", "betas", "gender", "mocap_framerate", "mocap_frame_rate"}),
        read=read_smpl,
    ),
    Kind(SMPL_MOTION, frozenset({"root_orient", "pose_body"}), read=read_smpl),
    Kind(
        "a body model of SMPL",
        frozenset({"v_template"}),
        frozenset({"shapedirs", "J_regressor", "kintree_table"}),
        advice="export a rigged glTF from it",
    ),
    Kind(
        "a list of models as Python objects, such as Articulation-XL",
        frozenset({"arr_0"}),
        advice="store each model as arrays, with numpy.savez(path, **model)",
    ),
    Kind(
        ARRAYS,
        frozenset(),
        frozenset(
            {"joint_parents", "node_parents"}
            | {f"{part}{name}" for part in ("", "mesh0/", "surface0/") for name in ("positions", "vertices")}
        ),
        read=read_arrays,
    ),
)
"""The first that fits counts."""


def kind_of(names: frozenset[str]) -> Kind | None:
    return next((kind for kind in KINDS if kind.fits(names)), None)
