"""Data of a G4MF document that its rig lacks, so that a conversion drops it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from pantin.base.errors import PantinError
from pantin.formats.accounting import NotCarried, describe
from pantin.formats.accounting import not_carried as members_not_carried
from pantin.formats.bone_extras import is_whole
from pantin.formats.g4mf.accessor import AccessorFault, scalars
from pantin.formats.g4mf.document import Document
from pantin.formats.g4mf.model import CHANNELS, is_index, natural, objects
from pantin.formats.g4mf.newest import newest_form, origin
from pantin.formats.g4mf.schema import Root
from pantin.formats.members.losses import held_members
from pantin.report.pointer import JsonPath, pointer
from pantin.report.wording import and_more, counted


def not_carried(document: Document) -> list[NotCarried]:
    """The kinds of data in a document that `lift` does not carry over."""
    newest = newest_form(document)
    held = held_members(Root)
    assert isinstance(held, dict)
    # Shapes are held with the bones that have them; `_unused_members` has the others.
    listed = [*members_not_carried(newest.tree, held | {"shapes": True}), *_unused_members(newest.tree)]
    listed += _idle_influences(newest)
    return [(kind, count, origin(newest, path)) for kind, count, path in listed]


def _unused_members(tree: dict[str, Any]) -> Iterator[NotCarried]:
    """Members of skins that no skeleton uses, shapes that no bone has or that refer to other parts, files
    that are not images, lights that no node has, extras of channels without a texture, and members of cameras
    that have no effect."""
    listed = [file for texture in objects(tree, "textures") for file in objects(texture, "files")]
    images = {natural(file) for file in listed}
    files: list[JsonPath] = [
        ("files", index)
        for index, entry in enumerate(objects(tree, "files"))
        if index not in images and not str(_member(entry, "mimeType")).startswith("image/")
    ]
    lit = [_member(node, "light") for node in objects(tree, "nodes")]
    lights: list[JsonPath] = [
        ("lights", index) for index, light in enumerate(objects(tree, "lights")) if light not in lit
    ]
    extras: list[JsonPath] = [
        ("materials", index, channel, "extras")
        for index, material in enumerate(objects(tree, "materials"))
        for channel in CHANNELS
        if _member(_member(material, channel), "extras")
        and _member(_member(material, channel), "texture") is None
    ]
    of_bones = {
        natural(_member(_member(node, "bone"), "shape"))
        for node in objects(tree, "nodes")
        if isinstance(_member(node, "bone"), dict)
    }
    shapes: list[JsonPath] = [
        ("shapes", index)
        for index, shape in enumerate(objects(tree, "shapes"))
        if index not in of_bones or not isinstance(shape, dict) or not is_whole(shape)
    ]
    for why, pointers in (
        ("not of a bone alone", shapes),
        ("no skeleton uses the skin", list(_unused_skins(tree))),
        ("not an image", files),
        ("not on any node", lights),
        ("without a texture", extras),
        ("without effect", list(_without_effect(tree))),
    ):
        if pointers:
            what = f"{describe(tree, pointers[0])} ({why})"
            yield what + and_more(len(pointers)), 1, pointer(*pointers[0])


def _unused_skins(tree: dict[str, Any]) -> Iterator[JsonPath]:
    """Names and extras of skins of meshes that are on no direct child of a skeleton: a rig has their
    influences and group names in the mesh, and no skin."""
    used = _joint_counts(tree)
    for index, mesh in enumerate(objects(tree, "meshes")):
        skin = _member(mesh, "skin")
        if isinstance(skin, dict) and index not in used:
            yield from (("meshes", index, "skin", key) for key in ("name", "extras") if skin.get(key))


def _joint_counts(tree: dict[str, Any]) -> dict[int | None, int]:
    """The meshes on direct children of skeletons, each with the most joints that its skeletons have."""
    nodes = objects(tree, "nodes")
    most: dict[int | None, int] = {}
    for node in nodes:
        skeleton = _member(node, "skeleton")
        if not isinstance(skeleton, dict):
            continue
        for child in objects(node, "children"):
            instance = _member(nodes[child], "meshInstance") if is_index(child, len(nodes)) else None
            mesh = natural(_member(instance, "mesh"))
            most[mesh] = max(most.get(mesh, 0), len(objects(skeleton, "joints")))
    return most


def _idle_influences(document: Document) -> Iterator[NotCarried]:
    """Influences without effect: their group has no joint in any skeleton of the mesh."""
    joints = _joint_counts(document.tree)
    for index, mesh in enumerate(document.model.meshes):
        if mesh.skin is None or index not in joints:
            continue
        with suppress(AccessorFault, PantinError):
            idle = int((scalars(document, mesh.skin.groups) >= joints[index]).sum())
            if idle:
                where = describe(document.tree, ("meshes", index))
                yield (
                    f"{counted(idle, 'influence')} of groups without a joint in {where}",
                    1,
                    f"{mesh.skin.pointer}/groups",
                )


def _without_effect(tree: dict[str, Any]) -> Iterator[JsonPath]:
    """The size of a perspective camera, or the field of view of an orthographic one, which have no effect."""
    for index, node in enumerate(objects(tree, "nodes")):
        camera = _member(node, "camera")
        unused = "fov" if _member(camera, "type") == "orthographic" else "size"
        if _member(camera, unused) is not None:
            yield "nodes", index, "camera", unused


def _member(entry: Any, key: str) -> Any:
    return entry.get(key) if isinstance(entry, dict) else None
