"""Weights of joints: bind meshes to a skeleton, transfer them between models, smooth, mirror, limit, prune.

Each function takes a rig and gives a new one; `pantin weights` does the same to files, and keeps all else in
them. They need the extra `weights`: `pip install pantin[weights]`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal

from pantin.base.arguments import check_arguments

if TYPE_CHECKING:
    from pantin.rig import Rig

__all__ = ["bind", "limit", "mirror", "normalise", "prune", "rigid", "smooth", "transfer"]


@check_arguments
def bind(
    rig: Rig,
    *,
    meshes: Iterable[int | str] | None = None,
    all: bool = False,
    limit: int = 4,
    skeleton: int | str | None = None,
) -> Rig:
    """The rig with weights from the shape of its skeleton, for every mesh without weights.

    meshes    only these, by the name of the mesh or of its node, or by the index of the mesh
    all       also meshes that have weights
    limit     the most influences of a vertex, 1 to 8
    skeleton  the root node of the skeleton, instead of the skin with most joints or the humanoid

    Every vertex gets weights with a sum of 1, whatever the mesh. Raises `ValueError` without a skeleton.

    >>> rig = pantin.load("examples/arm.glb").rig
    >>> bound = pantin.weights.bind(rig, all=True)
    >>> influences = bound.meshes[0].surfaces[0].influences
    >>> int(influences.offsets[-1]) >= len(bound.meshes[0].surfaces[0].positions)
    True
    """
    from pantin.operations.weights.rigs import bind_rig

    return bind_rig(rig, meshes, all, limit, skeleton).rig


@check_arguments
def transfer(
    rig: Rig, body: Rig, *, meshes: Iterable[int | str] | None = None, all: bool = False, limit: int = 4
) -> Rig:
    """The rig with the weights of the meshes of a body, another rig or the same one, for every mesh without
    weights; `meshes`, `all` and `limit` as in `bind`.

    Both stand in the world at rest. Bones are paired by name, or as bones of a human; those that the rig
    lacks are added. Raises `ValueError` for a body without weights.

    >>> body = pantin.load("examples/arm.glb").rig
    >>> dressed = pantin.weights.transfer(body, pantin.load("examples/arm.glb").rig, all=True)
    >>> len(dressed.nodes) == len(body.nodes)
    True
    """
    from pantin.operations.weights.rigs import transfer_rig

    return transfer_rig(rig, body, meshes, all, limit).rig


@check_arguments
def smooth(rig: Rig, passes: int, *, meshes: Iterable[int | str] | None = None) -> Rig:
    """The rig with weights that are mixed with those of neighbours, in passes over the edges.

    Vertices at one place count as one; parts that no edge joins do not mix.

    >>> rig = pantin.load("examples/arm.glb").rig
    >>> soft = pantin.weights.smooth(rig, 3)
    >>> float(soft.meshes[0].surfaces[0].influences.weights.min()) > 0
    True
    """
    from pantin.operations.weights.rigs import smooth_rig

    return smooth_rig(rig, passes, meshes)


@check_arguments
def mirror(
    rig: Rig,
    axis: Literal["x", "y", "z", "-x", "-y", "-z"] = "x",
    *,
    meshes: Iterable[int | str] | None = None,
) -> Rig:
    """The rig with the weights of one side on the other, left bones exchanged for right ones.

    axis  "x" copies from the side with positive x to the other one, "-x" the other way; likewise y and z

    >>> rig = pantin.load("examples/arm.glb").rig
    >>> len(pantin.weights.mirror(rig, "x").meshes)
    1
    """
    from pantin.operations.weights.rigs import mirror_rig

    return mirror_rig(rig, axis, meshes)


@check_arguments
def limit(rig: Rig, influences: int, *, meshes: Iterable[int | str] | None = None) -> Rig:
    """The rig with at most this many influences per vertex, 1 to 8; the largest ones are kept.

    >>> import numpy as np
    >>> rig = pantin.weights.limit(pantin.load("examples/arm.glb").rig, 1)
    >>> influences = rig.meshes[0].surfaces[0].influences
    >>> int((np.add.reduceat(influences.weights > 0, influences.offsets[:-1])).max())
    1
    """
    from pantin.operations.weights.rigs import limit_rig

    return limit_rig(rig, influences, meshes)


@check_arguments
def prune(rig: Rig, below: float, *, meshes: Iterable[int | str] | None = None) -> Rig:
    """The rig without weights below a number; the largest weight of a vertex stays, and sums are 1.

    >>> rig = pantin.weights.prune(pantin.load("examples/arm.glb").rig, 0.3)
    >>> weights = rig.meshes[0].surfaces[0].influences.weights
    >>> bool((weights[weights > 0] >= 0.3).all())
    True
    """
    from pantin.operations.weights.rigs import prune_rig

    return prune_rig(rig, below, meshes)


@check_arguments
def normalise(rig: Rig, *, meshes: Iterable[int | str] | None = None) -> Rig:
    """The rig with weights whose sums are 1. Vertices without weights get those of the closest vertex.

    >>> rig = pantin.load("examples/arm.glb").rig
    >>> pantin.weights.normalise(rig).meshes[0].surfaces[0] is not None
    True
    """
    from pantin.operations.weights.rigs import normalise_rig

    return normalise_rig(rig, meshes)


@check_arguments
def rigid(rig: Rig, *, meshes: Iterable[int | str] | None = None) -> Rig:
    """The rig with one joint for each connected part of a mesh: the one with most weight there.

    >>> rig = pantin.weights.rigid(pantin.load("examples/arm.glb").rig)
    >>> len(set(rig.meshes[0].surfaces[0].influences.joints.tolist()))
    1
    """
    from pantin.operations.weights.rigs import rigid_rig

    return rigid_rig(rig, meshes)


def __dir__() -> list[str]:
    return sorted(__all__)
