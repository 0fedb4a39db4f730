"""The parts of a rig that a format does not store: the inventory of the rig, less the capabilities of the
format."""

from __future__ import annotations

from collections.abc import Iterator

from pantin.base.records import in_words
from pantin.formats.format import Format
from pantin.formats.part_pointers import name_parts
from pantin.report import Finding, rule
from pantin.report.pointer import pointer
from pantin.report.wording import counted
from pantin.rig import Rig
from pantin.rig.contents import Content, contents
from pantin.rig.material_parts import PARTS

OWNERS = {
    "surfaces": "meshes",
    "instances": "nodes",
    "texture_uses": "materials",
    **{part: f"materials.{part}" for part in PARTS},
}
"""The collection, or the member, that the members of another belong to."""

NOUNS = {"character": "the VRM character"}
"""Words in messages for parts of which a rig has only one, where these differ from their names."""

PREFIXES = {
    "texture_uses": "texture",
    "constraints": "constraint",
    **{part: in_words(part) for part in PARTS},
}
"""The first word for members of collections whose items are named by their owners."""

FIELDS = {
    "nodes.names": "name",
    "nodes.names_without_mesh": "name",
    "nodes.visible": "visibility",
    "nodes.cameras": "camera",
    "nodes.lights": "light",
    "nodes.bone_lengths": "bone length",
}
"""Words in messages for the arrays of nodes."""

POSED_COLLECTIONS = frozenset(
    {"skins", "skeletons", "clips", "springs", "colliders", "constraints", "instances"}
)
POSED_MEMBERS = frozenset(
    {
        *("nodes", "nodes.names", "nodes.bone_lengths", "surfaces.blend_shapes", "copyright"),
        *("meshes.name", "meshes.blend_weights", "meshes.blend_names", "meshes.group_names"),
        *("surfaces.normals", "surfaces.tangents", "surfaces.element_normals", "surfaces.edges"),
        *("surfaces.cells", "surfaces.unused_influences"),
    }
)
"""Whoever asks for the shape of a pose does not expect what the pose is made of, names, or normals and faces,
which follow from the triangles; but its colours, textures, points and lines."""


@rule("LOSS-GEOMETRY", "warning", "dropped {what}: {format} {why}")
def dropped_by_format(
    rig: Rig, format: Format, *, suffix: str = "", shape_only: bool = False
) -> Iterator[Finding]:
    """Target format cannot store a part of the rig.

    What: The rig has something that files of the target format have no place for. OFF, OBJ and STL store
    the shape alone, in the rest pose unless another is given. BVH and VRM animation store motion alone.
    Why: The new file is without it. `pantin pose` does not report what the shape of a pose is made of (nodes,
    skins, blend shapes, clips, springs), names, normals and the copyright; `pantin retarget` does not report
    what a file of motion is not for.
    Fix: Keep the source too, or choose a format that stores it, such as glTF.
    Source: the table of formats (docs/formats.md).
    """
    target = suffix or format.suffixes[0]
    dropped = _dropped_contents(rig, format, shape_only)
    described = {key: _describe(rig, *key, contents_of) for key, contents_of in dropped.items()}
    if format.of_motion and described:
        what = "; ".join(described.values())
        yield dropped_by_format.at(what=what, format=target, why="stores motion only")
        return
    why = "stores static geometry only" if format.static else "cannot store it"
    for key, what in described.items():
        yield dropped_by_format.at(dropped[key][0].first, what=what, format=target, why=why)
    if format.static:
        yield from dropped_unseen(rig)


def _dropped_contents(rig: Rig, format: Format, shape_only: bool) -> dict[tuple[str, bool], list[Content]]:
    """The contents that a format cannot store, by collection, each with a flag for all of the collection."""
    listed = list(_static_contents(rig, format) if format.static else contents(rig))
    dropped: dict[tuple[str, bool], list[Content]] = {}
    for content in listed:
        collection = content.member.partition(".")[0]
        is_whole = content.member == collection
        if format.holds(content.member) or (shape_only and _is_of_pose(content.member)):
            continue
        if is_whole or _is_stored(format, OWNERS.get(collection, collection)):
            dropped.setdefault((collection, is_whole), []).append(content)
    return dropped


CUT_COLLECTIONS = frozenset({"materials", "texture_uses", "textures", "samplers", "images", *PARTS})
WIREFRAME_MEMBERS = frozenset(
    {
        *("meshes", "scenes", "scenes.name", "copyright", "extras", "surfaces.normals"),
        *("nodes.visible", "nodes.cameras", "nodes.lights"),
        *("surfaces.colors", "surfaces.extras", "surfaces.lines", "surfaces.points", "surfaces.simplexes"),
        *("surfaces.edges", "surfaces.cells", "surfaces.element_normals", "meshes.extras"),
    }
)
SLICE_MEMBERS = (WIREFRAME_MEMBERS | {"surfaces.texcoords", "surfaces.element_texcoords"}) - {
    *("meshes.extras", "surfaces.lines", "surfaces.points"),
}
"""What of a rig in four dimensions and more its slices and wireframes have, or are made of."""


def dropped_by_cut(rig: Rig, *, wireframe: bool) -> Iterator[Finding]:
    """The parts of a rig that its slices or wireframes cannot have, apart from the parts used in posing."""
    kept = WIREFRAME_MEMBERS if wireframe else SLICE_MEMBERS
    dropped: dict[tuple[str, bool], list[Content]] = {}
    for content in contents(rig):
        collection = content.member.partition(".")[0]
        follows = _is_of_pose(content.member) and content.member != "surfaces.tangents"
        if not follows and collection not in CUT_COLLECTIONS and content.member not in kept:
            dropped.setdefault((collection, content.member == collection), []).append(content)
    shape = "a wireframe" if wireframe else "a slice"
    for key, of_collection in dropped.items():
        what, first = _describe(rig, *key, of_collection), of_collection[0].first
        yield dropped_by_format.at(first, what=what, format=shape, why="has none")
    yield from dropped_unseen(rig)


@rule("LOSS-HIDDEN", "warning", "dropped {count} of {parts}: {why}")
def dropped_unseen(rig: Rig) -> Iterator[Finding]:
    """Surface that is not visible is dropped.

    What: A mesh is on a node that is hidden or not in the default scene, or it is not on any node, and the
    target stores static geometry or is a slice, or the frames of a clip are baked.
    Why: A file of static geometry has no scenes and shows everything in it, and baked frames are hidden and
    shown one by one; so they get what the default scene shows.
    Fix: Make the node visible, or choose its scene as the default one, before you convert.
    Source: glTF 2.0 §3.5.1 (scenes), KHR_node_visibility.
    """
    hidden, outside = rig.visible, rig.shown()
    groups: dict[str, list[tuple[str, int]]] = {}
    for instance in rig.instances:
        surfaces = len(rig.meshes[instance.mesh].surfaces)
        if not outside[instance.node]:
            why = "on nodes outside the default scene" if hidden[instance.node] else "on hidden nodes"
            groups.setdefault(why, []).append((pointer("nodes", instance.node), surfaces))
    used = {instance.mesh for instance in rig.instances}
    for index, mesh in enumerate(rig.meshes):
        if index not in used:
            groups.setdefault("not on any node", []).append((pointer("meshes", index), len(mesh.surfaces)))
    for why, pointers in groups.items():
        count = sum(surfaces for _, surfaces in pointers)
        if count:
            parts = name_parts(rig, pointers[0][0], len(pointers))
            yield dropped_unseen.at(pointers[0][0], count=counted(count, "surface"), parts=parts, why=why)


def _static_contents(rig: Rig, format: Format) -> Iterator[Content]:
    """The contents of a rig without the nodes that place the written parts, and without the written scene."""
    placing = _placing_nodes(rig)
    written_scene = rig.default_scene or 0
    kept = {
        "nodes": [node for node in range(len(rig.nodes)) if node not in placing],
        "scenes": [scene for scene in range(len(rig.scenes)) if scene != written_scene],
    }
    for content in contents(rig):
        if content.member == "nodes.visible":
            continue  # hidden surfaces are not written, which `dropped_unseen` reports
        if content.member == "nodes.names" and format.holds("nodes.names"):
            yield from _names_without_mesh(rig)
        indices = kept.get(content.member)
        if indices is None:
            yield content
        elif indices:
            yield Content(content.member, len(indices), pointer(content.member, indices[0]))


def _names_without_mesh(rig: Rig) -> Iterator[Content]:
    """The names of parents and joints, which are not objects of the file."""
    shown = rig.shown()
    written = {instance.node for instance in rig.instances if shown[instance.node]}
    names = [node for node, name in enumerate(rig.nodes.names) if name is not None and node not in written]
    if names:
        yield Content(NAMES_WITHOUT_MESH, len(names), pointer("nodes", names[0]))


NAMES_WITHOUT_MESH = "nodes.names_without_mesh"


def _placing_nodes(rig: Rig) -> set[int]:
    """The nodes with meshes that are shown, the joints of those, and the ancestors of both."""
    shown = rig.shown()
    pending = [instance.node for instance in rig.instances if shown[instance.node]]
    for instance in rig.instances:
        if shown[instance.node] and instance.skin is not None:
            pending += rig.skins[instance.skin].joints.tolist()
    nodes: set[int] = set()
    while pending:
        node = pending.pop()
        if node >= 0 and node not in nodes:
            nodes.add(node)
            pending.append(int(rig.nodes.parents[node]))
    return nodes


def _is_stored(format: Format, collection: str) -> bool:
    """Whether objects of a collection are in the file: static geometry has the nodes with meshes, and one
    scene."""
    return format.holds(collection) or (format.static and collection in ("nodes", "scenes"))


def _is_of_pose(member: str) -> bool:
    return member in {*POSED_MEMBERS, NAMES_WITHOUT_MESH} or member.partition(".")[0] in POSED_COLLECTIONS


def _describe(rig: Rig, collection: str, is_whole: bool, dropped: list[Content]) -> str:
    """`skin "Body" (0), and 2 more`, or `name and extras of mesh "Body" (0); weights of mesh 3`."""
    if is_whole:
        # Constraints have no names, but their nodes do.
        noun = "constraint of " if collection == "constraints" else ""
        return noun + _name_owners(rig, collection, dropped[0])
    fields: dict[str, list[str]] = {}
    for content in dropped:
        field = in_words(content.member.partition(".")[2])
        words = (PREFIXES.get(collection, ""), FIELDS.get(content.member, field))
        owners = _name_owners(rig, collection, content)
        fields.setdefault(owners, []).append(" ".join(filter(None, words)))
    return "; ".join(f"{_join_names(names)} of {owners}" for owners, names in fields.items())


def _name_owners(rig: Rig, collection: str, content: Content) -> str:
    if not content.first:
        return NOUNS.get(collection, collection)
    return name_parts(rig, content.first, content.count)


def _join_names(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
