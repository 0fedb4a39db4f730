"""Properties of objects: `Properties70`, `Properties60` or the nodes of older files, with templates as
defaults."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pantin.formats.fbx.nodes import Array, Node, Value, as_number

Vector = tuple[float, float, float]


class Property(NamedTuple):
    """A property: its type, flags such as `AU`, and values."""

    kind: str
    flags: str
    values: list[Value]

    @property
    def is_user(self) -> bool:
        return "U" in self.flags


class Properties:
    """The properties of an object by name, with a template for defaults."""

    def __init__(self, node: Node | None, template: Properties | None = None) -> None:
        self.own = dict(read_properties(node)) if node is not None else {}
        self.template = template

    def get(self, name: str) -> Property | None:
        value = self.own.get(name)
        if value is None and self.template is not None:
            return self.template.get(name)
        return value

    def __contains__(self, name: str) -> bool:
        return self.get(name) is not None

    def number(self, name: str, default: float = 0.0) -> float:
        value = self.get(name)
        return as_number(value.values[0], default) if value is not None and value.values else default

    def integer(self, name: str, default: int = 0) -> int:
        """A whole number; the default if the value is not finite."""
        value = self.number(name, default)
        return int(value) if abs(value) < 1 << 62 else default

    def vector(self, name: str, default: Vector = (0.0, 0.0, 0.0)) -> Vector:
        stated = self.get(name)
        if stated is None or len(stated.values) < 3:
            return default
        x, y, z = (float(as_number(value)) for value in stated.values[:3])
        return x, y, z

    def text(self, name: str, default: str = "") -> str:
        stated = self.get(name)
        value = stated.values[0] if stated is not None and stated.values else None
        return value if isinstance(value, str) else default


def read_properties(node: Node) -> Iterator[tuple[str, Property]]:
    """The properties below a node."""
    for child in node.children:
        if child.name == "Properties70":
            for entry in child.children:
                values = entry.values
                if entry.name == "P" and len(values) >= 4 and isinstance(values[0], str):
                    yield values[0], Property(str(values[1]), str(values[3]), flat(values[4:]))
        elif child.name == "Properties60":
            for entry in child.children:
                values = entry.values
                if entry.name == "Property" and len(values) >= 3 and isinstance(values[0], str):
                    yield values[0], Property(str(values[1]), str(values[2]), flat(values[3:]))


def flat(values: list[Value]) -> list[Value]:
    """Values with lists of numbers expanded, as in text files."""
    if not any(isinstance(value, Array) for value in values):
        return values
    result: list[Value] = []
    for value in values:
        result += value.numbers.tolist() if isinstance(value, Array) else [value]
    return result
