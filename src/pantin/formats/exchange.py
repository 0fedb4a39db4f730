"""What lifting gives, apart from lifting itself: who has a rig already need not load the rest."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from numpy.typing import NDArray

if TYPE_CHECKING:
    from pantin.report import Finding
    from pantin.rig import Rig


@dataclass(frozen=True, slots=True)
class Lifted:
    """A rig, and a finding for everything of the file that is not in it."""

    rig: Rig
    findings: tuple[Finding, ...]


class Posed(Protocol):
    """One surface of one node in one pose; `mirrored`: its triangles are wound the wrong way round."""

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
