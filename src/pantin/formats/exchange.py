"""Types that readers and writers of formats share, without the code that reads or writes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

from numpy.typing import NDArray

if TYPE_CHECKING:
    from pantin.report import Finding
    from pantin.rig import Rig


class Lifted:
    """The rig of a file, and a finding for everything that it does not contain.

    `findings` may be a function that makes them at first use: the channels of clips are read when they are
    needed, and what is skipped of them is known only then.
    """

    def __init__(self, rig: Rig, findings: Iterable[Finding] | Callable[[], Iterable[Finding]]) -> None:
        self.rig = rig
        self._findings = findings

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        return tuple(self._findings() if callable(self._findings) else self._findings)


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
