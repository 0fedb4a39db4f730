"""`Edits`: what verbs can do to the documents of a format in place, so that all else in the file stays."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Any, NamedTuple

from pantin.errors import Unsupported

if TYPE_CHECKING:
    from pantin.assets.asset import Asset


class Edits(NamedTuple):
    """One function per verb, None where the format has no way to do it. Documents given are never changed
    by `bake_pose` and `write_pose`, which make a copy; the others change the document that they get.

    bake_pose            (asset, pose, solver) → document with posed geometry, findings on what has none
    write_pose        (asset, pose) → document with the pose in its nodes; skins and clips stay
    append_clip       (document, rig, clip, extras) → index of the new animation
    strip_springs     (document, rig) → None
    derive_skeletons  (document, merge, fix) → `Derivation`
    strip_skeletons   (document) → None
    fix               (document, rule ids) → what was changed, a `Change` for each rule
    humanoid          (document) → the humanoid bones of a character or a motion, or None
    """

    bake_pose: Callable[..., Any] | None = None
    write_pose: Callable[..., Any] | None = None
    append_clip: Callable[..., int] | None = None
    strip_springs: Callable[..., None] | None = None
    derive_skeletons: Callable[..., Any] | None = None
    strip_skeletons: Callable[[Any], None] | None = None
    fix: Callable[[Any, Collection[str]], Any] | None = None
    humanoid: Callable[[Any], Any] | None = None


def edit_of(asset: Asset, name: str) -> Callable[..., Any]:
    """The function that does `name` to documents of the asset's format; raises `Unsupported` if none does."""
    function: Callable[..., Any] | None = getattr(asset.format.edits, name, None)
    if function is None:
        from pantin.assets.registry import list_formats

        able = [format.name for format in list_formats() if getattr(format.edits, name, None)]
        raise Unsupported(
            f"{asset.path} is {asset.format.name}; this can be done to {', '.join(able)} files alone"
        )
    return function
