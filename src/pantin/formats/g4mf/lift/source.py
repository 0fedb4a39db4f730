"""What lifting reads from: the model, the tree of nodes, rest maps, and the list of what is left out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pantin.errors import LimitExceeded, Unsupported
from pantin.formats.g4mf.accessor import AccessorFault, view
from pantin.formats.g4mf.hierarchy import Hierarchy
from pantin.formats.g4mf.model import Model, read_model
from pantin.report import Finding, rule

if TYPE_CHECKING:
    from pantin.formats.g4mf.document import Document


@dataclass
class Source:
    """A document being lifted."""

    document: Document
    findings: list[Finding] = field(default_factory=list)
    _arrays: dict[int, NDArray[Any]] = field(default_factory=dict)

    @cached_property
    def model(self) -> Model:
        return read_model(self.document.tree)

    @cached_property
    def hierarchy(self) -> Hierarchy:
        return Hierarchy.of(self.model)

    @property
    def dimension(self) -> int:
        return self.model.dimension or 0

    def leave_out(self, place: str, what: str, why: object) -> None:
        self.findings.append(left_out.at(place, what=what, why=why))

    def array(self, accessor: int | None) -> NDArray[Any]:
        """(count, size) finite numbers; raises `AccessorFault`."""
        if accessor is None:
            raise AccessorFault("it names no accessor")
        if accessor not in self._arrays:
            found = view(self.document, accessor)
            if found.dtype.kind == "f" and found.size and not np.isfinite(found).all():
                raise AccessorFault(f"accessor {accessor} holds numbers that are not finite")
            self._arrays[accessor] = found
        return self._arrays[accessor]

    def reals(self, accessor: int | None, size: int | None = None) -> NDArray[Any]:
        """(count, size) float32 or float64 numbers: float32 is kept, all else becomes float64."""
        found = self.array(accessor)
        if size is not None and found.shape[1] != size:
            raise AccessorFault(f"accessor {accessor} has {found.shape[1]} numbers per element, not {size}")
        # Aligned memory in the machine's own byte order is taken as it is.
        return found if found.dtype == np.float32 else found.astype(np.float64, copy=False)

    def indices(self, accessor: int | None, below: int) -> NDArray[np.int64]:
        """(count,) indices less than `below`."""
        found = self.array(accessor)
        if found.dtype.kind not in "iu" or found.shape[1] != 1:
            raise AccessorFault(f"accessor {accessor} does not hold single integers")
        if found.size and not (int(found.min()) >= 0 and int(found.max()) < below):
            raise AccessorFault(f"accessor {accessor} holds an index outside 0 … {below - 1}")
        return found[:, 0].astype(np.int64)


@rule("G4MF-LIFT-001", "warning", "{what} is left out of the rig: {why}")
def left_out(document: Document) -> Iterator[Finding]:
    """Every node, mesh, skin and blend shape of the file can be used as a part of its rig.

    Why: what cannot be read, or contradicts the rest of the file, has no meaning to pose.
    Mend: the findings of the format's own rules at the same place say what to change.
    Source: G4MF mesh, skeleton and blend.
    """
    from pantin.formats.g4mf.lift.assemble import lift

    try:
        yield from lift(document).findings
    except (Unsupported, LimitExceeded):
        return
