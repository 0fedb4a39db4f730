"""`convert`: the same model in another container, or in another format."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pantin.base import files
from pantin.base.limits import Limits
from pantin.formats.registry import target_format
from pantin.verbs.asset import Asset
from pantin.verbs.load import DEFAULT_LIMITS, load

if TYPE_CHECKING:
    from pantin.formats.g4mf.dialects import Dialect
    from pantin.formats.registry import Source
    from pantin.report import Report


def convert(
    source: Source | Asset,
    target: str | os.PathLike[str],
    *,
    name: str | None = None,
    embed: bool | None = None,
    dialect: Dialect | None = None,
    omit_inferable: bool = False,
    vrm: str | None = None,
    bake: bool = False,
    bake_springs: bool = False,
    clip: int | str | None = None,
    fps: float | None = None,
    scale: float | None = None,
    limits: Limits = DEFAULT_LIMITS,
    allow_outside: bool = False,
    variants: Mapping[str, str] | None = None,
    force: bool = False,
    **options: Any,
) -> Report:
    """Read `source`, or take an asset, and write it as `target`, whose suffix chooses the format; the report
    lists what was dropped.

    `embed` stores the data of buffers and images inside a `.gltf` (True) or in files beside it (False). G4MF
    is written in its newest form, or in an older `dialect`; `omit_inferable` omits vertex group names that
    equal the names of the bones. `vrm` "1" makes a VRM 0.x one of VRM 1.0. `clip` is the clip that a `.bvh`
    or `.vrma` stores, by index or name; without it, the first. `fps` is the frame rate of a `.bvh`. `scale`
    multiplies the positions of a motion: 0.01 for a `.bvh` in centimetres. `bake_springs` puts the motion of
    springs and constraints into the clips, and adds a clip for each expression, for formats without them.
    `bake` freezes the rest pose into the meshes, for readers without skins and blend shapes; with `clip`,
    every frame of it, `fps` (30) a second, each below a node of its own; only the first is visible.
    `variants` are those of `load`. `force` replaces files that are read-only. `options` are those of formats
    of other packages. Raises what `load` and `save` raise, and `ValueError` for an option that the format of
    the target does not take.

    >>> pantin.convert("examples/arm.glb", "out/arm.gltf").ok
    True
    """
    from pantin.verbs.conversion import write

    target_format(target)
    if vrm not in (None, "1"):
        raise ValueError(f'vrm must be "1", not {vrm!r}: VRM 1.0 is the version that Pantin writes')
    asset = source
    if not isinstance(asset, Asset):
        asset = load(asset, name=name, limits=limits, allow_outside=allow_outside, variants=variants)
    if vrm is not None:
        from pantin.verbs.migrate import migrate_vrm

        asset = migrate_vrm(asset)
    if bake_springs:
        from pantin.verbs.bake import bake_clips

        asset = bake_clips(asset)
    if bake:
        from pantin.verbs.frame_baking import bake_into_meshes

        asset, clip, fps = bake_into_meshes(asset, clip, fps), None, None
    if scale is not None and not any(option.name == "scale" for option in target_format(target).options):
        asset, scale = scale_asset(asset, scale), None
    chosen: dict[str, Any] = {"embed": embed, "dialect": dialect, "omit_inferable": omit_inferable or None}
    chosen |= {"clip": clip, "fps": fps, "scale": scale, **options}
    values = {option: value for option, value in chosen.items() if value is not None}
    with files.replace_read_only(force):
        return write(asset, target, values, upgrade=True)


def scale_asset(asset: Asset, factor: float) -> Asset:
    """A motion in another unit of length; the report of saving it lists what its rig does not hold."""
    from pantin.operations.edit.scale_motion import scale_motion
    from pantin.verbs.conversion import not_lifted

    findings = () if asset.from_rig else tuple(not_lifted(asset))
    return Asset.of_rig(scale_motion(asset.rig, factor), asset.path, findings=findings)
