"""The source of lifting: model, node tree, arrays, and findings about skipped parts."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from msgspec import Struct, field
from numpy.typing import NDArray

from pantin.base.errors import LimitExceeded, Unsupported
from pantin.formats.g4mf.accessor import AccessorFault, view
from pantin.formats.g4mf.hierarchy import Hierarchy
from pantin.formats.g4mf.model import Item, Model
from pantin.formats.g4mf.naming import describe, show
from pantin.formats.members.description import members
from pantin.report import Finding, rule
from pantin.report.wording import counted

if TYPE_CHECKING:
    from pantin.formats.g4mf.document import Document


class Source(Struct, dict=True):
    """A document being lifted."""

    document: Document
    findings: list[Finding] = field(default_factory=list)
    _arrays: dict[int, NDArray[Any]] = field(default_factory=dict)

    @cached_property
    def model(self) -> Model:
        return self.document.model

    @cached_property
    def hierarchy(self) -> Hierarchy:
        return Hierarchy.from_model(self.model)

    @property
    def dimension(self) -> int:
        return self.model.dimension or 0

    def skip(self, pointer: str, reason: object, part: str = "") -> None:
        """Report that an object, or a part of it, is not in the rig."""
        described = describe(self.document.tree, pointer)
        item = f"{part} of {described}" if part else described
        self.findings.append(left_out.at(pointer, item=item, reason=reason))

    def skip_broken(self, item: Item, *attributes: str) -> None:
        """Report the broken ones among these members of an object."""
        for attribute in attributes:
            name = names_of(type(item))[attribute]
            if name in item.raw and getattr(item, attribute) is None:
                self.skip_member(item, name)

    def skip_member(self, item: Item, name: str) -> None:
        """Report a member with its value in the file."""
        self.skip(f"{item.pointer}/{name}", f"it is {show(item.raw[name])}", f'"{name}"')

    def array(self, accessor: int | None) -> NDArray[Any]:
        """(count, size) finite numbers; raises `AccessorFault`."""
        if accessor is None:
            raise AccessorFault("it has no accessor")
        if accessor not in self._arrays:
            values = view(self.document, accessor)
            if values.dtype.kind == "f" and values.size and not np.isfinite(values).all():
                raise AccessorFault(f"accessor {accessor} has numbers that are not finite")
            self._arrays[accessor] = values
        return self._arrays[accessor]

    def reals(self, accessor: int | None, size: int | None = None) -> NDArray[Any]:
        """(count, size) float32 or float64 numbers: float32 stays, other types become float64."""
        result = self.array(accessor)
        if size is not None and result.shape[1] != size:
            raise AccessorFault(
                f"accessor {accessor} has {counted(result.shape[1], 'number')} per element, expected {size}"
            )
        # Aligned memory in the machine's own byte order is taken as it is.
        if result.dtype in (np.float32, np.float64):
            return result
        return self._convert(accessor, result, np.dtype(np.float64))

    def indices(self, accessor: int | None, below: int) -> NDArray[np.int64]:
        """(count,) indices less than `below`."""
        result = self.array(accessor)
        if result.dtype.kind not in "iu" or result.shape[1] != 1:
            raise AccessorFault(f"accessor {accessor} must hold single integers")
        if result.size and not (int(result.min()) >= 0 and int(result.max()) < below):
            raise AccessorFault(f"accessor {accessor} holds an index outside of 0 to {below - 1}")
        return self._convert(accessor, result[:, 0], np.dtype(np.int64))

    def _convert(self, accessor: int | None, values: NDArray[Any], dtype: np.dtype[Any]) -> NDArray[Any]:
        size = values.size * dtype.itemsize
        return self.document.budget.hold(size, f"accessor {accessor}", lambda: values.astype(dtype))


@cache
def names_of(cls: type[Item]) -> dict[str, str]:
    """The names of members in the file, by attribute."""
    return {member.attribute: member.name for member in members(cls)}


@rule("G4MF-LIFT-001", "warning", "skipped {item}: {reason}")
def left_out(document: Document) -> Iterator[Finding]:
    """Part of the file is not in the rig.

    What: Every node, mesh, skin and blend shape of the file can be used in its rig.
    Why: A part that cannot be read, or contradicts the rest of the file, cannot be posed or converted.
    Fix: See the other findings at the same pointer.
    Source: G4MF mesh, skeleton and blend.
    """
    from pantin.formats.g4mf.lift.assemble import lift

    try:
        yield from lift(document).findings
    except (Unsupported, LimitExceeded):
        return
