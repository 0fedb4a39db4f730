"""`Edits`: the operations that change documents of a format in place, so that everything else stays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from pantin.base.tuples import NamedTuple

if TYPE_CHECKING:
    from typing import Protocol

    from pantin.base.limits import Budget
    from pantin.formats.fixing import Fix
    from pantin.formats.model_meta import ModelMeta
    from pantin.report import Finding
    from pantin.rig import Rig

    class Model(Protocol):
        """An asset, as operations see it."""

        @property
        def path(self) -> str: ...
        @property
        def document(self) -> Any: ...
        @property
        def rig(self) -> Rig: ...
        @property
        def budget(self) -> Budget | None: ...


class Edits(NamedTuple):
    """One function per operation, None if the format does not support it. `bake_pose` and `write_pose` return
    a copy of the document; the others change the document, which has a `copy()`, a `revision` that grows with
    every change, and a `transaction()` that undoes changes if an edit raises.

    Things are given by index or name; the methods of `Asset` with the same names say what the arguments are.

    bake_pose         (model, pose, solver) → document with posed geometry, findings on what was not posed
    write_pose        (model, pose) → document with the pose in its nodes; skins and clips stay
    append_clip       (document, rig, clip, extras) → index of the new animation
    replace_clip      (document, rig, index, clip) → how many channels keep their keys
    strip_springs     (document, rig) → None
    derive_skeletons  (document, merge, fix, as_) → `Derivation`
    strip_skeletons   (document) → None
    fix               () → what can be fixed in its documents: a `Fix` each
    slim              (document, rig, bound, names of nodes to keep) → a `SlimRun`
    is_sound          (document) → whether `slim` can rewrite it; of others it rewrites the rig
    read_meta         (document) → `ModelMeta`: who made the model, and what may be done with it
    set_meta          (document, changes) → None
    migrate           (document, rig) → findings; turns a VRM 0.x into a VRM 1.0
    set_local         (document, node, translation, rotation, scale) → None
    set_weights       (document, mesh, surface, joints, weights) → None
    store_changes     (document, rig, changed rig) → None: everything that differs, and nothing else
    store_in_place    (document, rig, changed rig) → whether everything that differs could be stored; if not,
                      nothing is, and the file is written from the changed rig
    store_weights     (document, rig, changed rig) → None: influences, skins and joints that differ
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
    replace_clip: Callable[..., int] | None = None
    strip_springs: Callable[..., None] | None = None
    derive_skeletons: Callable[..., Any] | None = None
    strip_skeletons: Callable[[Any], None] | None = None
    fix: Callable[[], Sequence[Fix]] | None = None
    slim: Callable[..., Any] | None = None
    is_sound: Callable[[Any], bool] | None = None
    read_meta: Callable[..., ModelMeta] | None = None
    set_meta: Callable[..., None] | None = None
    migrate: Callable[..., list[Finding]] | None = None
    set_local: Callable[..., None] | None = None
    set_weights: Callable[..., None] | None = None
    store_changes: Callable[..., None] | None = None
    store_in_place: Callable[..., bool] | None = None
    store_weights: Callable[..., None] | None = None
    set_inverse_binds: Callable[..., None] | None = None
    add_blend_shape: Callable[..., int] | None = None
    set_blend_weights: Callable[..., None] | None = None
    remove_clip: Callable[..., None] | None = None
    add_nodes: Callable[..., list[int]] | None = None
    remove_nodes: Callable[..., list[int]] | None = None
    rename: Callable[..., None] | None = None
    set_material: Callable[..., int | None] | None = None
