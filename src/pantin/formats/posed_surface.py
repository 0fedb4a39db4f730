"""`Posed`: a surface in a pose, as writers of static geometry see it."""

from __future__ import annotations

from typing import Any, Protocol

from numpy.typing import NDArray


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
    def colors(self) -> tuple[NDArray[Any], ...]: ...
    @property
    def mirrored(self) -> Any: ...
