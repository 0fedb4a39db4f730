"""Read members of JSON objects that the schema passes through; what is broken is reported and skipped."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

from pantin.formats.gltf.lift.source import Source
from pantin.report.pointer import JsonPath
from pantin.rig import Json

LARGEST = sys.float_info.max


class Members:
    """The members of one object of the file.

    Every method returns the value of a member, or the default where the file has none. A value of another
    type is reported, and the default used.
    """

    __slots__ = ("inside", "name", "path", "source", "value")

    def __init__(
        self, source: Source, value: Any, path: JsonPath, name: str, inside: Members | None = None
    ) -> None:
        self.source = source
        self.path = path
        self.name = name
        self.inside = inside
        self.value: dict[str, Any] = value if isinstance(value, dict) else {}
        if value is not None and not isinstance(value, dict):
            source.skip(path, self.what, "it is not an object")

    @property
    def what(self) -> str:
        """What messages call the object. Hardly any file needs it, so it is not made before."""
        return self.name if self.inside is None else f"{self.name} of {self.inside.what}"

    def __contains__(self, name: str) -> bool:
        return name in self.value

    def member(self, name: str) -> Members:
        """The object in a member; an empty one where there is none."""
        return Members(self.source, self.value.get(name), (*self.path, name), name, self)

    def text(self, name: str) -> str | None:
        value = self.value.get(name)
        return value if value is None or isinstance(value, str) else self._refuse(name, "a string", None)

    def flag(self, name: str, default: bool) -> bool:
        value = self.value.get(name, default)
        return value if isinstance(value, bool) else self._refuse(name, "true or false", default)

    def number(self, name: str, default: float) -> float:
        if name not in self.value:
            return default
        value = self.value[name]
        return float(value) if _is_number(value) else self._refuse(name, "a finite number", default)

    def optional_number(self, name: str) -> float | None:
        return self.number(name, 0.0) if name in self.value else None

    def numbers(self, name: str, default: tuple[float, ...]) -> Any:
        """As many numbers as the default has."""
        if name not in self.value:
            return default
        value = self.value[name]
        if isinstance(value, list | tuple) and len(value) == len(default) and all(map(_is_number, value)):
            return tuple(map(float, value))
        return self._refuse(name, f"{len(default)} finite numbers", default)

    def index(self, name: str, collection: str) -> int | None:
        """An index of an object that exists in a collection of the root."""
        value = self.value.get(name)
        if value is None:
            return None
        attribute = "buffer_views" if collection == "bufferViews" else collection
        count = len(getattr(self.source.model, attribute))
        if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < count:
            return value
        self._refuse(name, f"one of the {count} {collection}", None)
        return None

    def natural(self, name: str, default: int) -> int:
        value = self.value.get(name, default)
        if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1 << 31:
            return value
        self._refuse(name, "an integer ≥ 0", default)
        return default

    def choice(self, name: str, known: Mapping[Any, Any], default: Any) -> Any:
        """The value that a constant of the file stands for."""
        value = self.value.get(name)
        if value is None:
            return default
        if isinstance(value, str | int) and value in known:
            return known[value]
        return self._refuse(name, f"one of {', '.join(map(str, known))}", default)

    def json(self, name: str) -> Json | None:
        """An object that is carried along as it is."""
        value = self.value.get(name)
        return value if value is None or isinstance(value, dict) else self._refuse(name, "an object", None)

    def _refuse(self, name: str, wanted: str, default: Any) -> Any:
        self.source.skip((*self.path, name), f'"{name}" of {self.what}', f"it is not {wanted}")
        return default


def _is_number(value: Any) -> bool:
    # JSON can write whole numbers that are too large for a double.
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= LARGEST
