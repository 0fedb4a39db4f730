"""Parts of a character shared by VRM 1.0 and 0.x."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, TypeAlias

from pantin.report.pointer import JsonPath
from pantin.rig import Expression, LookAt, MorphBind, RangeMap
from pantin.rig.character import LookAtKind

if TYPE_CHECKING:
    from pantin.formats.gltf.lift.source import Draft, Source

Range: TypeAlias = "tuple[float | None, float | None]"
"""The largest input of a range map and its output; None where the file does not state it."""

Words: TypeAlias = Callable[[str], str]

HEAD_OFFSET = (0.0, 0.06, 0.0)
"""Default offset of the eyes from the head bone, from the example in lookAt.md: the specification leaves the
value to implementations."""

MAX_INPUT = 90.0
OUTPUT_SCALES: dict[LookAtKind, float] = {"bone": 10.0, "expression": 1.0}
"""Default output of range maps: 90° of gaze turn an eye by 10°, or apply an expression fully."""


class Broken(ValueError):
    """An unusable part; the message is the reason."""


class CharacterParts:
    """Reads the parts of a character; broken parts are skipped with a finding."""

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

    def skip(self, path: JsonPath, what: str, why: object) -> None:
        self.source.skip(path, what, str(why))

    def node(self, index: int | None) -> int | None:
        """The index of a node if it exists."""
        return index if index is not None and 0 <= index < self.node_count else None

    def morph(self, node: int, shape: int | None, weight: float | None, words: Words) -> MorphBind:
        """A blend shape bind of a node; `words` formats a member for messages."""
        count = self.shapes.get(node, 0)
        if shape is None or not 0 <= shape < count:
            has = f"it has {count}"
            raise Broken(f"{self.source.named('node', node)} has no blend shape {words('index')} ({has})")
        if weight is None:
            raise Broken(f"its weight is {words('weight')}, expected a finite number")
        return MorphBind(node, shape, weight)

    def look_at(self, kind: LookAtKind, offset: Any, maps: Iterable[Range]) -> LookAt:
        """Gaze; `maps` are its range maps in the order of `LookAt`."""
        ranges = [
            RangeMap(
                MAX_INPUT if input_max is None else input_max,
                OUTPUT_SCALES[kind] if output_scale is None else output_scale,
            )
            for input_max, output_scale in maps
        ]
        return LookAt(kind, offset, *ranges)

    def unique(
        self, path: JsonPath, expressions: dict[tuple[bool, str], Expression], expression: Expression
    ) -> None:
        """Add an expression unless its name is taken."""
        if (expression.preset, expression.name) in expressions:
            self.skip(path, f"expression {expression.name!r}", "the file has another of this name")
        else:
            expressions[expression.preset, expression.name] = expression
