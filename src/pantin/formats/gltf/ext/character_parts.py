"""Parts of a character that VRM 1.0 and 0.x have in common, read from JSON that may be broken."""

from __future__ import annotations

from collections.abc import Iterable
from math import isfinite
from typing import TYPE_CHECKING, Any

from pantin.formats.gltf.json_values import Object, Tokens, as_index, finite, number
from pantin.formats.gltf.json_values import vector as as_vector
from pantin.formats.members.faults import shown
from pantin.rig import Expression, LookAt, MorphBind, RangeMap
from pantin.rig.character import LookAtKind

if TYPE_CHECKING:
    from pantin.formats.gltf.lift.source import Draft, Source

HEAD_OFFSET = (0.0, 0.06, 0.0)
"""From the head bone to the point between the eyes, where a file does not say: that of the example in
lookAt.md, which leaves the value to implementations."""

MAX_INPUT = 90.0
OUTPUT_SCALES: dict[LookAtKind, float] = {"bone": 10.0, "expression": 1.0}
"""Range maps that a file leaves out: up to 90°, to 10° of an eye or the whole of an expression."""


class Broken(ValueError):
    """A part that cannot be used; the message is the reason."""


class CharacterParts:
    """Reads the parts of a character; what is broken is skipped with a finding."""

    def __init__(self, source: Source, draft: Draft) -> None:
        self.source = source
        self.node_count = len(draft.nodes)
        self.material_count = len(source.model.materials)
        self.shapes = {
            instance.node: draft.meshes[instance.mesh].blend_shape_count for instance in draft.instances
        }
        self.users: dict[int, list[int]] = {}
        """The nodes of each mesh."""
        for instance in draft.instances:
            self.users.setdefault(instance.mesh, []).append(instance.node)

    def skip(self, place: Tokens, what: str, why: object) -> None:
        self.source.skip(place, what, str(why))

    def morph(self, node: int, bind: Object, full: float) -> MorphBind:
        """The bind of a blend shape of a node; `full` is the weight that counts as 1."""
        count = self.shapes.get(node, 0)
        shape = as_index(bind.get("index"), count)
        if shape is None:
            has = f"it has {count}"
            raise Broken(
                f"{self.source.named('node', node)} has no blend shape {shown(bind.get('index'))} ({has})"
            )
        weight = number(bind.get("weight"))
        if weight is None or not isfinite(weight):
            raise Broken(f"its weight is {shown(bind.get('weight'))}, expected a finite number")
        return MorphBind(node, shape, weight / full)

    def look_at(self, kind: LookAtKind, offset: Any, maps: Iterable[Object]) -> LookAt:
        """Gaze; `maps` are its range maps as (inputMaxValue, outputScale) in the order of `LookAt`."""
        ranges = [self._range(item, kind) for item in maps]
        return LookAt(kind, offset, *ranges)

    def _range(self, range_map: Object, kind: LookAtKind) -> RangeMap:
        ranges = []
        for name, default in (("inputMaxValue", MAX_INPUT), ("outputScale", OUTPUT_SCALES[kind])):
            value = number(range_map.get(name, default))
            ranges.append(value if value is not None and isfinite(value) else default)
        return RangeMap(*ranges)

    def unique(
        self, place: Tokens, expressions: dict[tuple[bool, str], Expression], expression: Expression
    ) -> None:
        """Add an expression, unless one of its name is there."""
        if (expression.preset, expression.name) in expressions:
            self.skip(place, f"expression {expression.name!r}", "the file has another one of this name")
        else:
            expressions[expression.preset, expression.name] = expression


def numbers(members: Object, name: str, length: int, default: tuple[float, ...] | None = None) -> Any:
    """A member of `length` finite numbers, as a tuple."""
    if name not in members and default is not None:
        return default
    value = as_vector(members.get(name), length)
    if value is None or not finite(value):
        raise Broken(f"its {name} is not {length} finite numbers")
    return value
