"""`combine`: a part on the skeleton of a body."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from pantin.base.records import Record, replace
from pantin.maths import affine
from pantin.operations.edit.rig_parts import RigParts
from pantin.operations.merging.appearance import add_materials
from pantin.operations.merging.bones import Match, match_bones
from pantin.operations.merging.character import add_character
from pantin.operations.merging.clips import ClipTotals, add_part_clips
from pantin.operations.merging.constraints import add_constraints
from pantin.operations.merging.dynamics import add_springs
from pantin.operations.merging.facts import Dropped, Names, Renamed
from pantin.operations.merging.gaps import bind_like, find_gaps
from pantin.operations.merging.permissions import Restricted, unnamed_authors
from pantin.operations.merging.placement import Placement, with_matrix
from pantin.rig import Doubles, Indices, Instance, Mesh, Node, Rig, Scene, Skin


class Combined(Record, eq=False):
    """A body with a part.

    match        the bones that both have
    new_bones    bones that came with the part
    renamed      things that were renamed
    restricted   permissions that the part does not give
    dropped      things of the part that could not be kept
    authors      authors of the part that the meta of the body does not name
    clips        the outcome for the clips of the part
    """

    rig: Rig
    match: Match
    new_bones: int
    renamed: tuple[Renamed, ...]
    restricted: tuple[Restricted, ...]
    dropped: tuple[Dropped, ...]
    authors: tuple[str, ...]
    clips: ClipTotals


def combine(body: Rig, part: Rig, names: Mapping[str, str | None] | None = None) -> Combined:
    """The body with the meshes of the part on its skeleton, and everything that belongs to them. At rest
    every vertex is where it was; in a pose, bones that both have move as the body's. Everything in the body
    keeps its index.

    `names` maps bones of the part to bones of the body by name. Raises `ValueError` where no bone is shared.
    """
    require_same_dimension(body, part)
    return _combine(RigParts.from_rig(body), body, part, match_bones(body, part, names))


def attach(body: Rig, part: Rig, below: int, transform: Doubles, name: str | None = None) -> Combined:
    """The body with the whole of another rig below one of its nodes (−1: beside it), moved by `transform` in
    the space of that node. No bones are shared."""
    require_same_dimension(body, part)
    parts = RigParts.from_rig(body)
    parts.nodes.append(with_matrix(Node(_taken_names(parts).free("node", name), below), transform))
    if below < 0:
        _show(parts, [len(parts.nodes) - 1])
    return _combine(parts, body, part, Match({}, "nothing"), len(parts.nodes) - 1)


def require_same_dimension(body: Rig, part: Rig) -> None:
    if body.dimension != part.dimension:
        raise ValueError(f"the part has {part.dimension} dimensions, the body {body.dimension}")


def _combine(parts: RigParts, body: Rig, part: Rig, match: Match, below: int | None = None) -> Combined:
    taken = _taken_names(parts)
    placement = Placement(parts, body, part, match.nodes, taken, below)
    parts.cameras += part.cameras
    parts.lights += part.lights
    materials = add_materials(parts, part, taken)
    skins = _add_skins(parts, part, placement, taken)
    _add_meshes(parts, part, placement, taken, materials, skins)
    _show(parts, placement.new_roots)
    dropped = add_springs(parts, part, placement) + add_constraints(parts, part, placement)
    restricted, without = add_character(parts, part, placement, materials)
    parts.copyright = _both(body.copyright, part.copyright)
    clips = add_part_clips(parts, body, part, placement, taken, materials)
    return Combined(
        parts.rig(),
        match,
        len(placement.added),
        tuple(taken.renamed),
        tuple(restricted),
        (*dropped, *without, *_unused_skeletons(part)),
        tuple(unnamed_authors(_meta(body), _meta(part))),
        clips,
    )


def _meta(rig: Rig) -> Mapping[str, Any]:
    return {} if rig.character is None else rig.character.meta or {}


def _taken_names(parts: RigParts) -> Names:
    names = Names()
    named = {"node": parts.nodes, "mesh": parts.meshes, "material": parts.materials}
    for kind, listed in {**named, "skin": parts.skins, "clip": parts.clips}.items():
        names.take(kind, [part.name for part in listed])  # type: ignore[attr-defined]
    return names


def _add_skins(parts: RigParts, part: Rig, placement: Placement, names: Names) -> dict[int, int]:
    """Append the skins that meshes of the part use; their new indices. A skin that the body has is not added
    again."""
    indices = {}
    for number in sorted({instance.skin for instance in part.instances if instance.skin is not None}):
        moved = _moved_skin(part.skins[number], placement)
        if moved.root is not None and not _is_above(parts.nodes, moved.root, moved.joints):
            moved = replace(moved, root=None)  # a root of the part, whose bones are those of the body now
        same = [index for index, skin in enumerate(parts.skins) if _is_same_skin(skin, moved)]
        indices[number] = same[0] if same else len(parts.skins)
        if not same:
            parts.skins.append(replace(moved, name=names.free("skin", moved.name)))
    return indices


def _moved_skin(skin: Skin, placement: Placement) -> Skin:
    """The skin on the joints of the merged rig: its inverse bind matrices are converted to their axes."""
    size = placement.part.dimension
    binds = skin.inverse_binds
    if binds is None:
        binds = np.tile(affine.identity(size), (len(skin.joints), 1, 1))
    offsets = np.array([placement.offset(int(joint)) for joint in skin.joints]).reshape(-1, size, size + 1)
    changed = any(int(joint) in placement.offsets for joint in skin.joints)
    joints = [placement[joint] if joint >= 0 else -1 for joint in skin.joints.tolist()]
    moved = affine.multiply(offsets, binds) if changed else skin.inverse_binds
    gaps = _bones_between(joints, affine.multiply(offsets, binds), placement)
    if gaps:
        moved = np.concatenate([affine.multiply(offsets, binds), list(gaps.values())])
    return replace(
        skin,
        joints=np.array([*joints, *gaps], np.int64),
        inverse_binds=moved,
        root=None if skin.root is None else placement.get(skin.root),
        skeleton=None,
    )


def _bones_between(joints: Sequence[int], binds: Doubles, placement: Placement) -> dict[int, Doubles]:
    """The bones of the body that lie between joints of a part without such bones, with their binds."""
    parents = [node.parent for node in placement.parts.nodes]
    shared = {*placement.partner.values(), *placement.added.values()}
    gaps = {gap: joint for gap, joint in find_gaps(parents, joints).items() if gap not in shared}
    gap_binds = {}
    for gap, joint in gaps.items():
        bind = bind_like(placement.rest(gap), placement.rest(joint), binds[joints.index(joint)])
        if bind is not None:
            gap_binds[gap] = bind
    return gap_binds


def _is_above(nodes: Sequence[Node], root: int, joints: Indices) -> bool:
    """Whether each joint is the root or below it."""
    for joint in joints.tolist():
        above = joint
        while above >= 0 and above != root:
            above = nodes[above].parent
        if above < 0:
            return False
    return True


def _is_same_skin(a: Skin, b: Skin) -> bool:
    if a.solver != b.solver or a.root != b.root or not np.array_equal(a.joints, b.joints):
        return False
    if a.inverse_binds is None or b.inverse_binds is None:
        return a.inverse_binds is b.inverse_binds
    return np.array_equal(np.float32(a.inverse_binds), np.float32(b.inverse_binds))


def _add_meshes(
    parts: RigParts,
    part: Rig,
    placement: Placement,
    names: Names,
    materials: Sequence[int],
    skins: Mapping[int, int],
) -> None:
    first = len(parts.meshes)
    for mesh in part.meshes:
        parts.meshes.append(_moved_mesh(mesh, materials, names))
    for instance in part.instances:
        parts.instances.append(
            replace(
                instance,
                node=placement.meshes[instance.node],
                mesh=instance.mesh + first,
                skin=None if instance.skin is None else skins[instance.skin],
                materials=_moved_choice(instance, materials),
            )
        )


def _moved_mesh(mesh: Mesh, materials: Sequence[int], names: Names) -> Mesh:
    surfaces = tuple(
        surface if surface.material is None else replace(surface, material=materials[surface.material])
        for surface in mesh.surfaces
    )
    return replace(mesh, surfaces=surfaces, name=names.free("mesh", mesh.name))


def _moved_choice(instance: Instance, materials: Sequence[int]) -> tuple[int | None, ...] | None:
    if instance.materials is None:
        return None
    return tuple(None if chosen is None else materials[chosen] for chosen in instance.materials)


def _show(parts: RigParts, roots: Sequence[int]) -> None:
    """Add new roots to the scene that is shown."""
    if roots and parts.scenes:
        shown = parts.default_scene or 0
        scene = parts.scenes[shown]
        parts.scenes[shown] = Scene((*scene.roots, *roots), scene.name, scene.extras)


def _both(own: str | None, added: str | None) -> str | None:
    """The copyright of both; the same sentence is not repeated."""
    if not own or not added or added in own:
        return own or added
    return f"{own}; {added}"


def _unused_skeletons(part: Rig) -> list[Dropped]:
    count = len(part.skeletons)
    if not count:
        return []
    return [Dropped(f"{count} explicit skeleton{'s' * (count != 1)}", "the body has its own")]
