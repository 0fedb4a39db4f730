"""Types that readers and writers of formats share, without the code that reads or writes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from numpy.typing import NDArray

if TYPE_CHECKING:
    from pantin.report import Finding
    from pantin.rig import Rig


@dataclass(frozen=True, slots=True)
class Lifted:
    """The rig of a file, and a finding for everything that it does not contain."""

    rig: Rig
    findings: tuple[Finding, ...]


class Posed(Protocol):
    """One surface of one node in one pose; `mirrored`: its triangles have the wrong winding."""

    @property
    def node(self) -> int: ...
    @property
    def mesh(self) -> int: ...
    @property
    def surface(self) -> int: ...
    @property
    def positions(self) -> NDArray[Any]: ...
    @property
    def normals(self) -> NDArray[Any] | None: ...
    @property
    def tangents(self) -> NDArray[Any] | None: ...
    @property
    def texcoords(self) -> tuple[NDArray[Any], ...]: ...
    @property
    def colours(self) -> tuple[NDArray[Any], ...]: ...
    @property
    def mirrored(self) -> Any: ...
