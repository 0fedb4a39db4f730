"""The parts of a rig while they are lifted, to which extensions add what they hold."""

from __future__ import annotations

from dataclasses import dataclass, field

from pantin.rig import Mesh, Node, Skeleton, Skin, SpringSettings


@dataclass(slots=True)
class Draft:
    """What core glTF says, indexed as in the file, and the parts that only extensions can give a rig."""

    nodes: list[Node]
    skins: list[Skin]
    meshes: list[Mesh]
    skeletons: list[Skeleton] = field(default_factory=list)
    springs: SpringSettings = SpringSettings()  # noqa: RUF009 (frozen)

    @property
    def has_springs(self) -> bool:
        return bool(self.springs.springs or self.springs.colliders)
