"""Changes of single objects in a document: their names and properties."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from pantin.formats.fbx.nodes import SEPARATOR, Node, Value

if TYPE_CHECKING:
    from pantin.formats.fbx.document import Document
    from pantin.formats.fbx.scene import Object

Change = Callable[["Document"], None]


class Refused(Exception):
    """A change that the document has no place for."""


def require(is_possible: bool) -> None:
    if not is_possible:
        raise Refused


def rename(thing: Object, name: str | None) -> Change:
    require(bool(name) and SEPARATOR not in str(name) and "::" not in str(name))

    def change(document: Document) -> None:
        values, codes = list(thing.node.values), thing.node.codes
        values[1] = _with_class(str(values[1]), thing.name, str(name))
        document.set_values(thing.node, values, codes)

    return change


def _with_class(stored: str, old: str, name: str) -> str:
    """The name of an object with its class as the file spells it: `Name␀␁Class`, `Class::Name`, or none."""
    if SEPARATOR in stored:
        return name + stored[stored.index(SEPARATOR) :]
    return stored.removesuffix(old) + name


def set_percent(channel: Object, percent: float) -> Change:
    """Set the weight of a channel, which Blender writes as a node of its own."""

    def change(document: Document) -> None:
        stated = channel.node.first("DeformPercent")
        if stated is not None:
            document.set_values(stated, [percent], "D")
        if stated is None or "DeformPercent" in channel.props.own:
            set_property(channel, "DeformPercent", ("Number", "", "A"), [percent])(document)

    return change


def set_property(thing: Object, name: str, kind: tuple[str, str, str], numbers: list[float]) -> Change:
    """Set a property of an object, which may be stated nowhere, or in a template only."""

    def change(document: Document) -> None:
        section = thing.node.first("Properties70")
        if section is None:
            section = Node("Properties70")
            document.add(thing.node, section)
        numeric: list[Value] = list(numbers)
        for entry in section.children:
            values = entry.values
            if entry.name == "P" and len(values) >= 4 and values[0] == name:
                document.set_values(entry, [*values[:4], *numeric], entry.codes[:4] + "D" * len(numeric))
                return
        codes = "SSSS" + "D" * len(numeric)
        document.add(section, Node("P", [name, *kind, *numeric], codes))

    return change
