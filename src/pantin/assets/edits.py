"""`Edits`: the operations that change documents of a format in place, so that everything else stays."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Any, NamedTuple

from pantin.errors import Unsupported

if TYPE_CHECKING:
    from pantin.assets.editing import EditableAsset


class Edits(NamedTuple):
    """One function per operation, None if the format does not support it. `bake_pose` and `write_pose` return
    a copy of the document; the others change the document, which has a `copy()`, a `revision` that grows with
    every change, and a `transaction()` that undoes changes if an edit raises.

    Things are given by index or name; the methods of `Asset` with the same names say what the arguments are.

    bake_pose         (asset, pose, solver) → document with posed geometry, findings on what was not posed
    write_pose        (asset, pose) → document with the pose in its nodes; skins and clips stay
    append_clip       (document, rig, clip, extras) → index of the new animation
    strip_springs     (document, rig) → None
    derive_skeletons  (document, merge, fix, as_) → `Derivation`
    strip_skeletons   (document) → None
    fix               (document, rule ids) → a `Change` for each rule that was fixed
    set_local         (document, node, translation, rotation, scale) → None
    set_weights       (document, mesh, surface, joints, weights) → None
    set_inverse_binds (document, skin, matrices) → None
    add_blend_shape   (document, mesh, name, positions, normals) → index of the blend shape
    set_blend_weights (document, mesh, weights, node) → None
    remove_clip       (document, clip) → None
    add_nodes         (document, nodes, parent) → indices of the nodes
    remove_nodes      (document, nodes) → indices of all that were removed
    rename            (document, kind, index, name) → None
    set_material      (document, mesh, surface, material) → index of the material, or None
    """

    bake_pose: Callable[..., Any] | None = None
    write_pose: Callable[..., Any] | None = None
    append_clip: Callable[..., int] | None = None
    strip_springs: Callable[..., None] | None = None
    derive_skeletons: Callable[..., Any] | None = None
    strip_skeletons: Callable[[Any], None] | None = None
    fix: Callable[[Any, Collection[str]], Any] | None = None
    set_local: Callable[..., None] | None = None
    set_weights: Callable[..., None] | None = None
    set_inverse_binds: Callable[..., None] | None = None
    add_blend_shape: Callable[..., int] | None = None
    set_blend_weights: Callable[..., None] | None = None
    remove_clip: Callable[..., None] | None = None
    add_nodes: Callable[..., list[int]] | None = None
    remove_nodes: Callable[..., list[int]] | None = None
    rename: Callable[..., None] | None = None
    set_material: Callable[..., int | None] | None = None


def edit_of(asset: EditableAsset, name: str) -> Callable[..., Any]:
    """The operation `name` of the format of an asset; raises `Unsupported` if the format does not have it."""
    function: Callable[..., Any] | None = getattr(asset.format.edits, name, None)
    if function is None:
        from pantin.assets.registry import list_formats
        from pantin.report.wording import article

        able = [format.name for format in list_formats() if getattr(format.edits, name, None)]
        raise Unsupported(
            f"{asset.path} is {article(asset.format.name)} file; only {', '.join(able)} files support this"
        )
    return function
