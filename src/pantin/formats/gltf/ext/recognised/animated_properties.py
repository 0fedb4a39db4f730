"""Resolve pointers of KHR_animation_pointer, by the object model and the structs of extensions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, NamedTuple

import numpy as np
from msgspec import inspect
from numpy.typing import NDArray

from pantin.formats.gltf.ext.recognised.animation_pointer import AnimationPointer
from pantin.formats.gltf.ext.recognised.object_model import (
    EXTENSIONS,
    WITHOUT_DEFAULT,
    entry_of,
    is_component,
    is_index,
)
from pantin.formats.gltf.model import Mesh, Property, Target, get
from pantin.formats.gltf.scope import Scope
from pantin.formats.members.description import Member, members_by_name
from pantin.report.pointer import JsonPath, pointer, tokens

State = Literal["animated", "undefined", "fixed", "extras", "unknown"]


class Animated(NamedTuple):
    """A pointer, and the property that it leads to.

    path    of the extension's object
    target  that has it
    state   "animated": the property can be animated; "undefined": the file has none; "fixed": it cannot
            change; "extras", "unknown": it is not known whether it can
    type    of the property, as the object model names it; empty if it is not known
    missing the pointer of what the file does not have
    member  its annotation, where there is one
    """

    path: JsonPath
    target: Target
    text: str
    state: State
    type: str = ""
    missing: str = ""
    member: Member | None = None

    def channel(self, scope: Scope) -> str:
        return f"channel {self.path[3]} of {scope.named('animation', int(self.path[1]))}"


def animated_pointers(scope: Scope) -> list[Animated]:
    """The pointers of all animations."""
    return list(_find_pointers(scope))


def _find_pointers(scope: Scope) -> Iterator[Animated]:
    for path, value in scope.extended.objects:
        if isinstance(value, AnimationPointer):
            animation = scope.model.animations[int(path[1])]
            assert animation is not None
            assert animation.channels is not None
            target = animation.channels[int(path[3])].target
            assert target is not None
            text = value.pointer or ""
            resolved = _Resolver(scope, tokens(text)).resolve() if text else {"state": "unknown"}
            yield Animated(path, target, text, **resolved)


def _structs(scope: Scope) -> dict[tuple[str, ...], Property]:
    """The objects of the file, by pointer tokens."""
    listed = (*scope.objects, *scope.extended.own)
    return {tuple(map(str, path)): value for path, value in listed}


class _Resolver:
    def __init__(self, scope: Scope, path: tuple[str, ...]) -> None:
        self.scope, self.path = scope, path
        self.holder = scope.fact(_structs).get(path[:-1])
        self.member = members_by_name(type(self.holder)).get(path[-1]) if self.holder is not None else None

    def resolve(self) -> dict[str, Any]:
        if "extras" in self.path:
            return self._undefined(len(self.path)) or {"state": "extras"}
        entry = entry_of(self.path)
        if entry is None:
            return self._beyond_the_model()
        if not entry.mutable:
            return self._undefined(len(self.path) - 1) or {"state": "fixed", "type": entry.type}
        if self.path[0] == "nodes" and "weights" in self.path:
            missing = self._missing_weights()
        else:
            stated = len(self.path) - (entry.template not in WITHOUT_DEFAULT)
            missing = self._undefined(stated) or self._decomposed()
        return missing or {"state": "animated", "type": entry.type, "member": self.member}

    def _undefined(self, depth: int) -> dict[str, Any] | None:
        """The first of the objects on the way to a property, up to `depth` tokens, that the file lacks."""
        value: Any = self.scope.tree
        for number, token in enumerate(self.path[:depth]):
            try:
                value = value[int(token) if isinstance(value, list) and is_index(token) else token]
            except (KeyError, IndexError, TypeError):
                return {"state": "undefined", "missing": pointer(*self.path[: number + 1])}
        return None

    def _decomposed(self) -> dict[str, Any] | None:
        """Rotation and scale are undefined for a node with a matrix, because the decomposition is not
        unique."""
        node = get(self.scope.model.nodes, int(self.path[1])) if self.path[0] == "nodes" else None
        if node is not None and node.matrix is not None and self.path[2:] in (("rotation",), ("scale",)):
            return {"state": "undefined", "missing": pointer(*self.path)}
        return None

    def _missing_weights(self) -> dict[str, Any] | None:
        """None if the node's mesh has the weights, stated or not; otherwise what is missing."""
        node = get(self.scope.model.nodes, int(self.path[1]))
        mesh = get(self.scope.model.meshes, node.mesh) if node is not None else None
        count = _morph_target_count(mesh)
        if count and (len(self.path) == 3 or int(self.path[3]) < count):
            return None
        return self._undefined(2) or {"state": "undefined", "missing": pointer(*self.path)}

    def _beyond_the_model(self) -> dict[str, Any]:
        """Resolve a property outside the object model."""
        if (missing := self._undefined(len(self.path) - 1)) is not None:
            # An array may be left to its default, and with it its elements.
            is_element = is_index(self.path[-1]) and missing["missing"] == pointer(*self.path[:-1])
            if not is_element or is_component(self.path):
                return missing
        if is_component(self.path) or (self.holder is not None and self.member is None):
            return {"state": "undefined", "missing": pointer(*self.path)}
        if isinstance(self.holder, Mesh) and self.path[-1] == "weights":
            # Part of the object model until January 2026; files have them.
            return {"state": "animated", "type": "float[]"}
        if self.path[0] == "meshes" and self.path[2:3] == ("weights",) and self.path[3:4]:
            return {"state": "animated", "type": "float"}
        if self.member is None:
            return {"state": "unknown"}
        return self._by_struct()

    def _by_struct(self) -> dict[str, Any]:
        """Resolve a property that the object model lacks, by the struct of its extension or core object."""
        assert self.member is not None
        names = [
            name for before, name in zip(self.path, self.path[1:], strict=False) if before == "extensions"
        ]
        type = _data_type(self.member, self.holder) if names and names[-1] not in EXTENSIONS else ""
        if not type:
            return {"state": "fixed"}
        return {"state": "animated", "type": type, "member": self.member}


def _morph_target_count(mesh: Mesh | None) -> int:
    first = mesh.primitives[0] if mesh is not None and mesh.primitives else None
    return len(first.targets or ()) if first is not None else 0


def _data_type(member: Member, holder: Property | None) -> str:
    """The type of a number, a vector or a flag; empty for other values."""
    match member.type:
        case inspect.FloatType():
            return "float"
        case inspect.BoolType():
            return "bool" if holder is not None and holder.animated_flags else ""
        case inspect.VarTupleType(item_type=item, max_length=length):
            inner = item.type if isinstance(item, inspect.Metadata) else item
            if isinstance(inner, inspect.FloatType):
                return {2: "float2", 3: "float3", 4: "float4"}.get(length or 0, "float[]")
    return ""


class Limits(NamedTuple):
    """The range of a number, and one more allowed value."""

    above: float | None
    least: float | None
    below: float | None
    most: float | None
    other: float | None = None

    def hold(self, values: NDArray[Any]) -> NDArray[Any]:
        """Tell which numbers are in range."""
        inside: NDArray[Any] = np.isfinite(values)
        if self.above is not None:
            inside &= values > self.above
        if self.least is not None:
            inside &= values >= self.least - ROUNDING
        if self.below is not None:
            inside &= values < self.below
        if self.most is not None:
            inside &= values <= self.most * (1 + ROUNDING)
        return inside if self.other is None else inside | (values == self.other)

    def words(self) -> str:
        bounds = {"> {}": self.above, "≥ {}": self.least, "< {}": self.below, "≤ {}": self.most}
        stated = [text.format(f"{bound:g}") for text, bound in bounds.items() if bound is not None]
        words = " and ".join(stated) or "a finite number"
        return words if self.other is None else f"{words}, or {self.other:g}"


ROUNDING = 1e-6
"""Tolerance for bounds such as π/2, which single-precision files round."""


def limits_of(member: Member) -> Limits | None:
    """The range of a number, or of vector components, from its annotation."""
    kind: inspect.Type = member.type
    if isinstance(kind, inspect.VarTupleType):
        kind = kind.item_type.type if isinstance(kind.item_type, inspect.Metadata) else kind.item_type
    if not isinstance(kind, inspect.FloatType):
        return None
    return Limits(kind.gt, kind.ge, kind.lt, kind.le, member.extra.get("or"))
