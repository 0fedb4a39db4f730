"""Arrays of a new document, in one buffer with a view and an accessor for each, and unique names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct, field
from numpy.typing import NDArray

from pantin.base.files import BytesLike
from pantin.formats.g4mf.accessor import index_type, real_type, to_bytes
from pantin.formats.g4mf.document import VIEW_ALIGNMENT
from pantin.formats.g4mf.item_names import make_unique_name, sanitise_name
from pantin.formats.g4mf.originals import with_originals


class DataBuilder(Struct):
    """The data, accessors and names of a new document so far."""

    parts: list[BytesLike] = field(default_factory=list)
    length: int = 0
    views: list[dict[str, Any]] = field(default_factory=list)
    accessors: list[dict[str, Any]] = field(default_factory=list)
    names: set[str] = field(default_factory=set)
    renamed: list[tuple[str, str]] = field(default_factory=list)
    _known: dict[tuple[bytes, str, int], int] = field(default_factory=dict)
    _numbers: dict[str, int] = field(default_factory=dict)

    def array(self, array: NDArray[Any], type: str) -> int:
        """The accessor of an array; equal arrays share one, as the format requires."""
        data = to_bytes(array, type)
        size = array.shape[1] if array.ndim == 2 else 1
        key = (data, type, size)
        if key not in self._known:
            accessor: dict[str, Any] = {"bufferView": self.view(data), "componentType": type}
            if size != 1:
                accessor["vectorSize"] = size
            self.accessors.append(accessor)
            self._known[key] = len(self.accessors) - 1
        return self._known[key]

    def reals(self, array: NDArray[Any]) -> int:
        return self.array(array, real_type(array))

    def indices(self, array: NDArray[Any]) -> int:
        return self.array(array, index_type(int(array.max(initial=0))))

    def view(self, data: BytesLike) -> int:
        """The buffer view of some bytes, which are not copied."""
        padding = -self.length % VIEW_ALIGNMENT
        self.parts += (bytes(padding), data)
        self.views.append({"byteOffset": self.length + padding, "byteLength": len(data)})
        self.length += padding + len(data)
        return len(self.views) - 1

    def item(
        self, name: str | None, extras: Mapping[str, Any] | None = None, **originals: Any
    ) -> dict[str, Any]:
        """The members `name` and `extras` of an item, as far as it needs them.

        The name is valid and unique in the file. Where that is not the name it had, the extras keep that, and
        the other `originals`.
        """
        members: dict[str, Any] = {}
        if name:
            members["name"] = make_unique_name(sanitise_name(name), self.names, self._numbers)
            self.names.add(members["name"])
        if name is not None and members.get("name") != name:
            originals["name"] = name
            if name:
                self.renamed.append((name, members["name"]))
        return members | with_originals(extras, originals)
