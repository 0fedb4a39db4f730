"""Properties of objects: `Properties70`, `Properties60` or the nodes of older files, with templates as
defaults."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from pantin.formats.fbx.nodes import Array, Node, Value, as_number

Vector = tuple[float, float, float]


class Property(NamedTuple):
    """A property: its type, flags such as `AU`, and values."""

    kind: str
    flags: str
    values: Sequence[Value]

    @property
    def is_user(self) -> bool:
        return "U" in self.flags


ReadProperty = Callable[[Sequence[Value]], "tuple[str, Property] | None"]
"""Reads the values of a node as the name of a property and the property; None for other nodes."""


class Properties:
    """The properties of an object by name, with a template for defaults."""

    def __init__(self, node: Node | None, template: Properties | None = None) -> None:
        self.own = read_properties(node) if node is not None else {}
        self.template = template

    def get(self, name: str) -> Property | None:
        value = self.own.get(name)
        if value is None and self.template is not None:
            return self.template.own.get(name)  # templates have none themselves
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
        x, y, z = stated.values[:3]
        if type(x) is type(y) is type(z) is float:
            return x, y, z
        return float(as_number(x)), float(as_number(y)), float(as_number(z))

    def text(self, name: str, default: str = "") -> str:
        stated = self.get(name)
        value = stated.values[0] if stated is not None and stated.values else None
        return value if isinstance(value, str) else default


def read_properties(node: Node) -> dict[str, Property]:
    """The properties below a node."""
    properties: dict[str, Property] = {}
    for child in node.children:
        form = FORMS.get(child.name)
        if form is None:
            continue
        stored = child.stored_properties(*form)
        if stored is None:
            name, read = form
            named = (read(entry.values) for entry in child.children if entry.name == name)
            stored = dict(each for each in named if each is not None)
        properties.update(stored)
    return properties


def as_property(values: Sequence[Value]) -> tuple[str, Property] | None:
    """The name and property of a `P` node: name, type, label, flags and values."""
    if len(values) < 4 or not isinstance(values[0], str):
        return None
    return values[0], Property(str(values[1]), str(values[3]), flat(values[4:]))


def as_older_property(values: Sequence[Value]) -> tuple[str, Property] | None:
    """The name and property of a `Property` node before 7.0, which has no label."""
    if len(values) < 3 or not isinstance(values[0], str):
        return None
    return values[0], Property(str(values[1]), str(values[2]), flat(values[3:]))


FORMS: dict[str, tuple[str, ReadProperty]] = {
    "Properties70": ("P", as_property),
    "Properties60": ("Property", as_older_property),
}
"""By the node that has the properties, the name of their nodes, and how these are read."""


def flat(values: Sequence[Value]) -> Sequence[Value]:
    """Values with lists of numbers expanded, as in text files."""
    if not any(isinstance(value, Array) for value in values):
        return values
    result: list[Value] = []
    for value in values:
        result += value.numbers.tolist() if isinstance(value, Array) else [value]
    return result
