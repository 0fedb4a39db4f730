"""Expressions of a VRM: blend shapes of several meshes that a person means by one word, such as happy."""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite
from typing import TYPE_CHECKING, Any

from pantin.report.render.printable import printable

if TYPE_CHECKING:
    from pantin.rig import Rig

Bind = tuple[int, int, float]
"""Node, blend shape, and its amount at full strength."""

PERCENT = 100.0
"""VRM 0.x counts amounts up to this; VRM 1.0 up to 1."""


def expressions(tree: dict[str, Any], rig: Rig) -> list[dict[str, Any]]:
    """The expressions of either version of VRM that move a blend shape of the rig, in the order of the
    file."""
    extensions = _object(tree.get("extensions"))
    found = [*_modern(extensions.get("VRMC_vrm"), rig), *_old(extensions.get("VRM"), rig)]
    return [{"name": printable(name), "binds": binds} for name, binds in found if binds]


def _modern(vrm: Any, rig: Rig) -> Iterator[tuple[str, list[Bind]]]:
    """VRMC_vrm 1.0 "Expressions": presets and custom ones, bound to nodes."""
    listed = _object(_object(vrm).get("expressions"))
    for kind in ("preset", "custom"):
        for name, one in _object(listed.get(kind)).items():
            binds = [_object(bind) for bind in _list(_object(one).get("morphTargetBinds"))]
            yield name, [*_binds(rig, [(b.get("node"), b.get("index"), b.get("weight"), 1.0) for b in binds])]


def _old(vrm: Any, rig: Rig) -> Iterator[tuple[str, list[Bind]]]:
    """VRM 0.x `blendShapeGroups`: bound to meshes, and so to every node that shows the mesh."""
    groups = _list(_object(_object(vrm).get("blendShapeMaster")).get("blendShapeGroups"))
    for at, one in enumerate(map(_object, groups)):
        name = next((word for word in (one.get("name"), one.get("presetName")) if isinstance(word, str)), "")
        asked = [
            (instance.node, bind.get("index"), bind.get("weight"), PERCENT)
            for bind in map(_object, _list(one.get("binds")))
            for instance in rig.instances
            if instance.mesh == bind.get("mesh")
        ]
        yield name or f"expression {at}", [*_binds(rig, asked)]


def _binds(rig: Rig, asked: list[tuple[Any, Any, Any, float]]) -> Iterator[Bind]:
    """Those that speak of a blend shape that is there, with a number that is one."""
    shapes = {one.node: rig.meshes[one.mesh].targets for one in rig.instances}
    for node, shape, weight, full in asked:
        whole = type(node) is int and type(shape) is int and 0 <= shape < shapes.get(node, 0)
        if whole and type(weight) in (int, float) and isfinite(weight):
            yield node, shape, min(max(weight / full, 0.0), 1.0)


def _object(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
