"""How assets are merged: read, brought to one version of VRM, combined, and reported."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Mapping, Sequence
from fnmatch import fnmatchcase
from numbers import Real
from typing import TYPE_CHECKING

import numpy as np

from pantin.base.records import replace
from pantin.base.short_repr import short_value
from pantin.formats.registry import is_source
from pantin.maths import affine, quaternion
from pantin.motion import world_transforms
from pantin.operations.merging.clips import append_clips, collect_clips, has_same_shape
from pantin.operations.merging.combine import Combined, attach, combine, require_same_dimension
from pantin.operations.merging.split import keep_surfaces
from pantin.operations.merging.versions import turn, with_end_nodes
from pantin.report import Finding
from pantin.rig import Doubles, Instance, Rig, Surface
from pantin.rig.arrays import doubles
from pantin.rig.names import find_index, hint, names_of
from pantin.verbs.asset import Asset
from pantin.verbs.conversion import not_lifted
from pantin.verbs.merge import (
    apart_materials,
    dropped_channels,
    dropped_parts,
    renamed_parts,
    restricted_permissions,
    retargeted_clips,
    sampled_channels,
    unnamed_authors,
)
from pantin.verbs.retarget_bones import read_map

if TYPE_CHECKING:
    from pantin.verbs.model import Model

BESIDE = 0.1
"""The gap between models side by side, as a share of the larger one's width."""


def _as_list(models: Sequence[Model] | Model) -> list[Model]:
    """Several models, or one that is given without a list."""
    several = isinstance(models, Iterable) and getattr(models, "ndim", 1) > 0 and not is_source(models)
    return list(models) if several else [models]  # type: ignore[arg-type, list-item]


@np.errstate(all="ignore")  # the numbers of a file may be anything; the builder refuses the results
def merge_assets(
    body: Model,
    parts: Sequence[Model] | Model,
    *,
    join: bool,
    atlas: bool,
    texture_size: int,
    clips: Sequence[Model] | Model,
    map: Mapping[str, str | None] | str | os.PathLike[str] | None,
    scenes: bool,
) -> Asset:
    """As `merge`."""
    if not 64 <= texture_size <= 16384:
        raise ValueError(f"texture_size must be from 64 to 16384 pixels, not {texture_size}")
    names = map if isinstance(map, Mapping) else read_map(map, "bones of a part to bones of the body")
    parts, clips, base = _as_list(parts), _as_list(clips), Asset.from_model(body)
    if not (parts or clips or join):
        return base  # nothing to merge: the file stays what it is, in its own version of VRM
    bodily, motions = ([Asset.from_model(model) for model in models] for models in (parts, clips))
    base, files = in_one_version(base, bodily, motions, scenes=scenes)
    rig, findings = base.rig, [*base.findings, *_not_lifted(base)]
    known: set[str | None] = set()
    for part, part_rig in files[: len(parts)]:
        if part_rig.clips and not part_rig.meshes:
            raise ValueError(f"{part.path} is a motion without a mesh: --clips takes its clips")
        try:
            combined = (
                _put_beside(rig, part_rig)
                if scenes
                else combine(rig, part_rig, _names_of_part(names, part_rig))
            )
        except ValueError as error:
            raise ValueError(f"{part.path}: {error}") from None
        rig = combined.rig
        known.update(part_rig.nodes.names)
        findings += [*_findings_of_part(part), *report_part(part.path, combined)]
    for file, file_rig in files[len(parts) :]:
        try:
            rig, more = _with_clips(rig, base.path, file, file_rig, _names_of_part(names, file_rig))
        except ValueError as error:
            raise ValueError(f"{file.path}: {error}") from None
        known.update(file_rig.nodes.names)
        findings += more
    _require_known(names, known)
    if join:
        from pantin.operations.merging.join import join_meshes

        apart: Mapping[str, str] = {}
        if atlas:
            from pantin.formats.pixels import decode_image, encode_png
            from pantin.operations.merging.atlas import make_atlas

            rig, apart = make_atlas(rig, texture_size, decode_image, encode_png)
        rig = join_meshes(rig)
        findings += apart_materials(apart)
    return Asset.of_rig(rig, base.path, findings=findings)


def _with_clips(
    rig: Rig, path: str, file: Asset, file_rig: Rig, names: Mapping[str, str | None]
) -> tuple[Rig, list[Finding]]:
    """The rig with the clips of a file. Those for a human of another shape are retargeted."""
    if not names and file_rig.clips and _is_other_human(rig, file_rig):
        from pantin.verbs.retargeting import retarget_asset

        target, motion = Asset.of_rig(rig, path), Asset.of_rig(file_rig, file.path)
        results = [retarget_asset(motion, target, index) for index in range(len(file_rig.clips))]
        rig, renamed = append_clips(rig, [result.clip for result in results])
        told = [finding for result in results for finding in result.report.findings]
        return rig, [*retargeted_clips(file.path, len(results)), *told, *renamed_parts(file.path, renamed)]
    rig, totals, _ = collect_clips(rig, file_rig, names)
    return rig, [
        *dropped_channels(file.path, totals.dropped),
        *sampled_channels(file.path, totals.sampled),
        *renamed_parts(file.path, totals.renamed),
    ]


def _is_other_human(rig: Rig, file: Rig) -> bool:
    """Whether both are human, and the bones of one are elsewhere in the other."""
    from pantin.operations.humanoid.bone_map import map_bones

    if rig.dimension != 3 or file.dimension != 3:
        return False
    if not (map_bones(rig).humanoid and map_bones(file).humanoid):
        return False
    moves_face = file.character is not None and file.character.motion is not None
    return moves_face or not has_same_shape(rig, file)


def in_one_version(
    base: Asset, parts: Sequence[Asset], motions: Sequence[Asset] = (), *, scenes: bool = False
) -> tuple[Asset, list[tuple[Asset, Rig]]]:
    """A body and its parts, with their rigs, as of one version of VRM. A body of VRM 0.x stays so, unless a
    part has what only VRM 1.0 stores: models of 1.0 face +Z, so that it turns then, and parts that are no VRM
    turn with it. In all other cases only a part of the other version turns. `motions` are files for their
    clips alone, which come after the parts."""
    every = [*parts, *motions]
    if not scenes and not _faces_back(base) and base.rig.character is None:
        return base, [(part, with_end_nodes(part.rig)) for part in every]
    turns = _faces_back(base) and (scenes or any(_needs_newest(part) for part in parts))
    if _faces_back(base) and not turns:
        return base, [(part, part.rig) for part in every]
    base, results = in_newest_version(base), []
    for part in every:
        follows = turns and not scenes and part.rig.character is None
        newest = in_newest_version(part)
        results.append((newest, turn(newest.rig) if follows else newest.rig))
    return base, results


def _faces_back(asset: Asset) -> bool:
    character = asset.rig.character
    return character is not None and character.faces_back


def _needs_newest(part: Asset) -> bool:
    """Whether a part has springs or a character that VRM 0.x cannot store."""
    character = part.rig.character
    return bool(part.rig.springs.springs) if character is None else not character.faces_back


def in_newest_version(asset: Asset) -> Asset:
    """The asset, migrated to VRM 1.0 if it is VRM 0.x; its findings describe the migration."""
    if not _faces_back(asset) or asset.format.edits is None:
        return asset
    from pantin.verbs.migrate import migrate

    return migrate(asset)


def report_part(path: str, combined: Combined) -> list[Finding]:
    """Findings about a part on its body."""
    return [
        *restricted_permissions(path, combined),
        *unnamed_authors(path, combined),
        *dropped_parts(path, combined),
        *renamed_parts(path, combined.renamed),
        *sampled_channels(path, combined.clips.sampled),
    ]


def _not_lifted(asset: Asset) -> list[Finding]:
    return [] if asset.from_rig else list(not_lifted(asset))


def _findings_of_part(part: Asset) -> list[Finding]:
    """Findings about the file of a part: the report itself is the body's."""
    findings = (*part.findings, *_not_lifted(part))
    return [finding if finding.file else replace(finding, file=part.path) for finding in findings]


def _names_of_part(names: Mapping[str, str | None], part: Rig) -> dict[str, str | None]:
    """The entries of a map for this part, as a map may serve several."""
    return {name: partner for name, partner in names.items() if name in part.nodes.names}


def _require_known(names: Mapping[str, str | None], known: Collection[str | None]) -> None:
    """Refuse a map with a bone that no part has, which is a slip of the pen."""
    for name in names:
        if name not in known:
            guess = hint(name, [other for other in known if other is not None])
            raise ValueError(f"the map names the bone {name!r}, which no part has{guess}")


def _put_beside(rig: Rig, part: Rig) -> Combined:
    """A model beside another, on the same ground."""
    (low, high), (part_low, part_high) = _bounds(rig), _bounds(part)
    gap = BESIDE * max(high[0] - low[0], part_high[0] - part_low[0])
    transform = affine.identity(rig.dimension)
    transform[0, -1] = high[0] - part_low[0] + gap
    return attach(rig, part, -1, transform)


def _bounds(rig: Rig) -> tuple[np.ndarray, np.ndarray]:
    """The lowest and highest point of a rig at rest; of its nodes where it has no vertices."""
    from pantin.deformation import deform

    points = [posed.positions for posed in deform(rig, rig.rest_pose()) if len(posed.positions)]
    every = np.concatenate(points or [world_transforms(rig)[:, :, -1], np.zeros((1, rig.dimension))])
    return every.min(0), every.max(0)


def attach_prop(
    body: Model,
    prop: Model,
    node: int | str,
    *,
    offset: Sequence[float] | None,
    rotate: Sequence[float] | None,
    scale: float,
    in_place: bool,
) -> Asset:
    """As `attach`."""
    base, ((added, prop_rig),) = in_one_version(Asset.from_model(body), [Asset.from_model(prop)])
    rig = base.rig
    if _faces_back(base) and prop_rig.character is None and not in_place:
        prop_rig = turn(prop_rig)  # a prop faces where the model does
    require_same_dimension(rig, prop_rig)
    if rig.dimension != 3:
        raise ValueError(f"attach needs models in 3 dimensions, not {rig.dimension}")
    if not isinstance(scale, Real):
        raise TypeError(f"scale must be a number, not {short_value(scale)}")
    if not scale > 0 or scale == float("inf"):
        raise ValueError(f"scale must be a positive number, not {scale}")
    index = find_node(rig, node)
    combined = attach(rig, prop_rig, index, _local(rig, index, offset, rotate, scale, in_place), _name(added))
    findings = [
        *base.findings,
        *_not_lifted(base),
        *_findings_of_part(added),
        *report_part(added.path, combined),
    ]
    return Asset.of_rig(combined.rig, base.path, findings=findings)


def find_node(rig: Rig, node: int | str) -> int:
    """A node by index, name, or humanoid bone. Raises `ValueError`."""
    if isinstance(node, str) and rig.character is not None and node in rig.character.humanoid:
        return rig.character.humanoid[node]
    if isinstance(node, str) and node not in rig.nodes.names and node.isdigit():
        node = int(node)
    if isinstance(node, str) and node not in rig.nodes.names:
        from pantin.operations.humanoid.bone_map import map_bones

        bones = map_bones(rig)
        if bones.humanoid and node in bones.nodes:
            return bones.nodes[node]
    return find_index(node, names_of(rig.nodes.names), len(rig.nodes), "node")


def _local(
    rig: Rig,
    node: int,
    offset: Sequence[float] | None,
    rotate: Sequence[float] | None,
    scale: float,
    in_place: bool,
) -> Doubles:
    """The transform of a prop in the space of its node."""
    world = world_transforms(rig)[node]
    degrees = doubles((0.0, 0.0, 0.0) if rotate is None else rotate, "rotate", (3,))
    shift = doubles((0.0, 0.0, 0.0) if offset is None else offset, "offset", (3,))
    rotation = quaternion.from_euler(np.radians(degrees))
    placed = affine.compose(shift, rotation, np.full(3, scale))
    if not in_place:
        placed[:, 3] += world[:, 3]
    return affine.multiply(affine.inverse(world), placed)


def _name(asset: Asset) -> str:
    from pantin.formats.registry import stem_of

    return f"{stem_of(asset.path)}.prop"


def split_asset(source: Model, meshes: Sequence[str], materials: Sequence[str], *, rest: bool) -> Asset:
    """As `split`."""
    if not meshes and not materials:
        raise ValueError("give meshes or materials to split off")
    asset = Asset.from_model(source)
    rig = asset.rig

    def wanted(instance: Instance, surface: Surface, index: int) -> bool:
        material = surface.material
        if instance.materials is not None and instance.materials[index] is not None:
            material = instance.materials[index]
        named = _matches(meshes, rig.meshes[instance.mesh].name, rig.nodes.names[instance.node])
        if material is not None:
            named = named or _matches(materials, rig.materials[material].name)
        return named

    surfaces = [
        (instance, surface, index)
        for instance in rig.instances
        for index, surface in enumerate(rig.meshes[instance.mesh].surfaces)
    ]
    chosen = sum(wanted(*surface) for surface in surfaces)
    if not chosen or (rest and chosen == len(surfaces)):
        what = (
            "nothing is left" if chosen else f"no mesh or material matches {', '.join((*meshes, *materials))}"
        )
        known = ", ".join(sorted({mesh.name for mesh in rig.meshes if mesh.name is not None}))
        raise ValueError(f"{what} (meshes: {known or 'without names'})")
    kept = keep_surfaces(rig, lambda *surface: wanted(*surface) != rest)
    return Asset.of_rig(kept, asset.path, findings=[*asset.findings, *_not_lifted(asset)])


def _matches(patterns: Sequence[str], *names: str | None) -> bool:
    return any(
        fnmatchcase(name.lower(), pattern.lower())
        for name in names
        if name is not None
        for pattern in patterns
    )
