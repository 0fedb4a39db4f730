"""An asset in a pose, written: as the same file with new geometry, or with new transforms, or as geometry."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from pantin.errors import Unsupported
from pantin.report import Finding, Report, rule

if TYPE_CHECKING:
    from pantin.assets.asset import Asset
    from pantin.deformation import Guarded
    from pantin.rig import Pose, Solver

GEOMETRY = frozenset({".obj", ".stl", ".npz"})
"""Suffixes of files that hold posed geometry alone."""


@rule("RIG-DEGENERATE_POSE", "warning", "{what}: {count}")
def degenerate_pose(guarded: Guarded) -> Iterator[Finding]:
    """A pose leaves every normal and tangent with a direction, and every number in reach of the format.

    Why: a joint that is scaled to zero flattens what it moves, and a flattened surface has no direction that
    is right; numbers beyond the range of floats have no place at all.
    Mend: pose the joint with a small scale instead of zero, or hide the mesh in another way.
    Source: glTF 2.0 §3.7.2.1 (normals have length 1) and §3.5.3 (a scale of zero hides a subtree)
    """
    found = (
        (guarded.maps, "transforms or blend amounts too large for numbers to hold were drawn back"),
        (guarded.vertices, "vertices too far out for numbers to hold were drawn back"),
        (guarded.normals, "normals without a direction in this pose keep the one they had before"),
        (guarded.tangents, "tangents without a direction in this pose keep the one they had before"),
    )
    for count, what in found:
        if count:
            yield degenerate_pose.at(what=what, count=f"{count:,}")


def write_frozen(
    asset: Asset, pose: Pose, path: str | os.PathLike[str], *, solver: Solver | None = None
) -> Report:
    """Write the asset held in a pose for good: its geometry as the pose has it, without skins and clips.

    Materials, textures, names and all that is no part of the rig stay. The asset itself is not changed.
    """
    from pantin.assets import save
    from pantin.assets.g4mf import G4mfAsset
    from pantin.assets.gltf import GltfAsset, in_gltf

    if isinstance(asset, G4mfAsset):
        from pantin.assets.g4mf_posing import frozen

        if solver not in (None, "linear"):
            raise Unsupported(f"{asset.path} is G4MF, whose meshes are blended linearly alone")
        return save(frozen(asset, pose, keep_rig=False), path)
    from pantin.edit import held
    from pantin.formats.gltf.check import with_lines
    from pantin.formats.gltf.freeze import busy_nodes, freeze

    source = in_gltf(asset).document
    document = source.copy()
    state = held(asset.rig, pose, solver=solver, keep=busy_nodes(document))
    found = with_lines(source, freeze(document, asset.rig, state.pose, state.surfaces, state.loose))
    saved = save(GltfAsset(document, asset.path), path)
    found = [*asset.lifted.findings, *found, *degenerate_pose(state.guarded), *saved.findings]
    return _report(asset, saved.format, found)


def write_posed(asset: Asset, pose: Pose, path: str | os.PathLike[str]) -> Report:
    """Write the asset with the pose in its nodes and blend weights; skins and clips stay."""
    from pantin.assets import save
    from pantin.assets.g4mf import G4mfAsset
    from pantin.assets.gltf import GltfAsset, in_gltf

    if isinstance(asset, G4mfAsset):
        from pantin.assets.g4mf_posing import frozen

        return save(frozen(asset, pose, keep_rig=True), path)
    from pantin.formats.gltf.freeze import write_pose

    document = in_gltf(asset).document.copy()
    write_pose(document, pose)
    saved = save(GltfAsset(document, asset.path), path)
    return _report(asset, saved.format, saved.findings)


def write_geometry(
    asset: Asset, pose: Pose, path: str | os.PathLike[str], *, solver: Solver | None = None
) -> Report:
    """Write what the default scene shows in a pose as .obj, .stl or .npz; raises `ValueError` for others."""
    from pantin.deformation import deform
    from pantin.deformation.repeats import refuse_endless
    from pantin.formats.geometry import write_npz, write_obj, write_stl

    writers = {".obj": write_obj, ".stl": write_stl, ".npz": write_npz}
    suffix = Path(path).suffix.lower()
    if suffix not in writers:
        raise ValueError(f"geometry is written as {', '.join(sorted(writers))}, not as {suffix or 'this'}")
    refuse_endless(asset.rig)
    posed = deform(asset.rig, pose, solver=solver)
    writers[suffix](asset.rig, posed, path)
    return _report(asset, suffix[1:], [*asset.lifted.findings, *degenerate_pose(posed.guarded)])


def _report(asset: Asset, format: str, findings: list[Finding] | tuple[Finding, ...]) -> Report:
    return Report(asset.path, format, tuple(findings))
