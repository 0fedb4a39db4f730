"""Meshes, the materials they are painted with, and their instances on nodes."""

from __future__ import annotations

from dataclasses import dataclass

from pantin.rig.arrays import Doubles
from pantin.rig.surface import Surface


@dataclass(frozen=True, slots=True)
class Material:
    """As much of a material as a posed mesh needs: its name and its base colour (linear RGBA)."""

    name: str | None = None
    base_colour: tuple[float, float, float, float] = (1.0, 1.0, 1.0, 1.0)


@dataclass(frozen=True, eq=False, slots=True)
class Mesh:
    """Surfaces that move together. All of them have the same blend shapes.

    `blend_amounts` are the amounts of an instance that gives none; None means zeros. `blend_names` are kept
    as stored, also where there are too few or too many; None where the file names nothing. `group_names` are
    the names of the joints that influences number, where the mesh has its own names for them.
    """

    surfaces: tuple[Surface, ...]
    name: str | None = None
    blend_amounts: Doubles | None = None
    blend_names: tuple[str, ...] | None = None
    group_names: tuple[str, ...] | None = None

    @property
    def targets(self) -> int:
        """How many blend shapes the mesh has."""
        return len(self.surfaces[0].targets) if self.surfaces else 0


@dataclass(frozen=True, eq=False, slots=True)
class Instance:
    """A mesh on a node, bound to a skin or not. `amounts` of its own stand before the mesh's."""

    node: int
    mesh: int
    skin: int | None = None
    amounts: Doubles | None = None


@dataclass(frozen=True, eq=False, slots=True)
class Scene:
    """The nodes shown together: these and all below them."""

    roots: tuple[int, ...]
    name: str | None = None
