"""Replace older spellings in a document by the canonical ones, in place.

`schema.upgrade` reads both spellings; this module changes the source itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from msgspec import Struct, field

from pantin.formats.rigy.schema.document import BOX_ALIASES
from pantin.formats.rigy.schema.kinds import Faults
from pantin.formats.rigy.schema.upgrade import EXTENTS, extents
from pantin.formats.rigy.source import resolve
from pantin.formats.rigy.spans import Span, line_break, spans

LONGEST_NUMBER = 20
"""Characters: a double has 17 digits at most; beyond these and a leading 0. an exponent is easier to read."""


def respell(text: str) -> str:
    """The document with every older spelling replaced that has exactly one replacement."""
    root = spans(text)
    if root is None or root.kind != "map":
        return text
    edits = _Edits(text, line_break(text))
    edits.version(root)
    for primitive in _primitives(root):
        edits.box_sides(primitive)
        edits.listed_dimensions(primitive)
        edits.translation(primitive)
    for override in _overrides(root):
        edits.vertex_index(override)
    return edits.apply()


def _spell(number: float) -> str:
    """A number as people write it: the shortest decimals, without an exponent unless they are many."""
    plain = format(Decimal(repr(number)), "f")
    return plain if len(plain) <= LONGEST_NUMBER else repr(number)


def _maps_in(holder: Span, key: str) -> Iterator[Span]:
    """The mappings in the list that a mapping has for a key."""
    listed = holder.get(key)
    for item in listed.items if listed is not None and listed.kind == "list" else ():
        if item.kind == "map":
            yield item


def _primitives(root: Span) -> Iterator[Span]:
    for mesh in _maps_in(root, "meshes"):
        yield from _maps_in(mesh, "primitives")


def _overrides(root: Span) -> Iterator[Span]:
    for binding in _maps_in(root, "bindings"):
        for weight_map in _maps_in(binding, "weight_maps"):
            yield from _maps_in(weight_map, "overrides")


class _Edits(Struct):
    """Replacements of parts of a document that do not overlap."""

    text: str
    line_break: str
    replacements: list[tuple[int, int, str]] = field(default_factory=list)

    def apply(self) -> str:
        parts, at = [], 0
        for start, end, fresh in sorted(self.replacements):
            parts += [self.text[at:start], fresh]
            at = end
        return "".join(parts) + self.text[at:]

    def _rename(self, key: Span, name: str) -> None:
        self.replacements.append((key.start, key.end, name))

    def version(self, root: Span) -> None:
        if "rigy_version" in root.names and "version" not in root.names:
            self._rename(root.keys[root.names.index("rigy_version")], "version")

    def vertex_index(self, override: Span) -> None:
        """One index becomes a list of one."""
        index = override.get("vertex_index")
        if index is None or index.kind != "scalar" or "vertices" in override.names:
            return
        if self._fits_a_list(index):
            written = self.text[index.start : index.end]
            self._rename(override.keys[override.names.index("vertex_index")], "vertices")
            self.replacements.append((index.start, index.end, f"[{written}]"))

    def box_sides(self, primitive: Span) -> None:
        kind, sizes = primitive.get("type"), primitive.get("dimensions")
        if kind is None or kind.value != "box" or sizes is None or sizes.kind != "map":
            return
        for key in sizes.keys:
            side = BOX_ALIASES.get(key.value)
            if side is not None and side not in sizes.names:
                self._rename(key, side)

    def listed_dimensions(self, primitive: Span) -> None:
        kind, listed = primitive.get("type"), primitive.get("dimensions")
        if kind is None or listed is None or listed.kind != "list":
            return
        if self._has_comment(listed.start, listed.end):
            return
        numbers = [resolve(item.value) for item in listed.items]
        if len(numbers) != 3 or not all(type(number) in (int, float) for number in numbers):
            return
        sizes = extents(kind.value, numbers, (), Faults()) if kind.value in EXTENTS else {}
        # A capsule without a cylindrical part can only be written as extents: dimensions must not be 0.
        if sizes and all(value > 0 for value, _ in sizes.values()):
            written = [self.text[item.start : item.end] for item in listed.items]
            inside = ", ".join(
                f"{name}: {written[index] if value is numbers[index] else _spell(value)}"
                for name, (value, index) in sizes.items()
            )
            self.replacements.append((listed.start, listed.end, f"{{{inside}}}"))

    def translation(self, primitive: Span) -> None:
        value, transform = primitive.get("translation"), primitive.get("transform")
        if value is None or value.kind != "list":
            return
        key = primitive.keys[primitive.names.index("translation")]
        if self._has_comment(key.end, value.end) or not all(map(self._fits_a_list, value.items)):
            return
        entry = f"translation: [{', '.join(self.text[item.start : item.end] for item in value.items)}]"
        if transform is None and primitive.flow:
            self.replacements.append((key.start, value.end, f"transform: {{{entry}}}"))
        elif transform is None:
            column = key.start - (self.text.rfind("\n", 0, key.start) + 1)
            fresh = f"transform:{self.line_break}{' ' * (column + 2)}{entry}"
            self.replacements.append((key.start, value.end, fresh))
        elif transform.kind == "map" and "translation" not in transform.names and transform.keys:
            first = transform.keys[0].start
            if self._remove(primitive, key, value):
                column = first - (self.text.rfind("\n", 0, first) + 1)
                gap = ", " if transform.flow else self.line_break + " " * column
                self.replacements.append((first, first, entry + gap))

    def _remove(self, mapping: Span, key: Span, value: Span) -> bool:
        """Remove an entry from its mapping, unless a comment would be lost; whether it was removed."""
        index = mapping.keys.index(key)
        if not mapping.flow:
            start, end = key.start, value.end
            if index:
                start = mapping.items[index - 1].end + len(self._rest_of_line(mapping.items[index - 1].end))
                start = self.text.rfind("\n", start, key.start)
                start -= self.text[start - 1] == "\r"
            if self._rest_of_line(value.end).strip():
                start = key.start  # a comment beside it stays, on a separate line
            self.replacements.append((start, end, ""))
            return True
        if index + 1 < len(mapping.keys):
            start, end = key.start, mapping.keys[index + 1].start
        else:
            start, end = mapping.items[index - 1].end if index else key.start, value.end
        if "#" in self.text[start:end]:
            return False
        self.replacements.append((start, end, ""))
        return True

    def _rest_of_line(self, at: int) -> str:
        end = self.text.find("\n", at)
        return self.text[at : end if end >= 0 else len(self.text)]

    def _fits_a_list(self, value: Span) -> bool:
        """Whether a value can stand between brackets as it is written: a plain scalar without their
        characters, or a quoted one."""
        written = self.text[value.start : value.end] if value.kind == "scalar" else ""
        return written != "" and (written[0] in "'\"" or not set(written) & set(",[]{}\n|>"))

    def _has_comment(self, start: int, end: int) -> bool:
        return "#" in self.text[start:end]
