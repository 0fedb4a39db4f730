"""The neutral model of a rigged asset: frozen, flat, indexed as in the file. `pantin.rig.build` makes one."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from pantin.rig.arrays import Doubles, Indices, frozen
from pantin.rig.clip import Clip
from pantin.rig.mesh import Instance, Material, Mesh, Scene
from pantin.rig.node import Nodes
from pantin.rig.pose import Pose
from pantin.rig.skin import Skeleton, Skin
from pantin.rig.spring import SpringSettings
from pantin.rig.tree import below


@dataclass(frozen=True, eq=False)
class Rig:
    """A node tree in N dimensions with what hangs on it. Everything in it is read-only and has been
    checked.

    >>> rig = pantin.load("examples/arm.glb").rig
    >>> rig.dimension, len(rig.skins), [clip.name for clip in rig.clips]
    (3, 1, ['bend'])
    """

    dimension: int
    nodes: Nodes
    meshes: tuple[Mesh, ...]
    materials: tuple[Material, ...]
    skins: tuple[Skin, ...]
    skeletons: tuple[Skeleton, ...]
    instances: tuple[Instance, ...]
    clips: tuple[Clip, ...]
    scenes: tuple[Scene, ...]
    default_scene: int | None
    springs: SpringSettings = SpringSettings()  # noqa: RUF009 (frozen)

    @property
    def order(self) -> Indices:
        """Node indices, every node after its parent."""
        return self.nodes.order

    def rest_pose(self) -> Pose:
        """The pose the file is stored in, with the blend amounts of each instance, else of its mesh."""
        return self._rest

    def node(self, which: int | str) -> int:
        """The index of a node given by index or by name; raises `ValueError` for none and for several."""
        return _find(which, self._node_names, len(self.nodes), "node")

    def clip(self, which: int | str) -> Clip:
        """A clip given by index or by name; raises `ValueError` for none and for several."""
        return self.clips[_find(which, self._clip_names, len(self.clips), "clip")]

    def instance_at(self, node: int | str) -> int:
        """The index of the instance on a node; raises `ValueError` where the node has no mesh."""
        found = self.node(node)
        if found not in self._instances:
            raise ValueError(f"node {found} has no mesh")
        return self._instances[found]

    def shown(self, scene: int | str | None = None) -> NDArray[np.bool_]:
        """Which nodes a scene shows: the one asked for, else the default, else the first, else all nodes."""
        wanted = None if scene is None else _find(scene, self._scene_names, len(self.scenes), "scene")
        if not self.scenes:
            return frozen(np.ones(len(self.nodes), bool))
        chosen = next(one for one in (wanted, self.default_scene, 0) if one is not None)
        roots = np.asarray(self.scenes[chosen].roots, np.int64)
        return frozen(below(self.nodes.parents, self.nodes.order, roots))

    @cached_property
    def _rest(self) -> Pose:
        nodes = self.nodes
        blend = tuple(self._rest_amounts(one) for one in self.instances)
        return Pose(
            self, nodes.local, nodes.general, nodes.translations, nodes.rotations, nodes.scales, blend
        )

    def _rest_amounts(self, instance: Instance) -> Doubles:
        mesh = self.meshes[instance.mesh]
        amounts = mesh.blend_amounts if instance.amounts is None else instance.amounts
        return frozen(np.zeros(mesh.targets)) if amounts is None else amounts

    @cached_property
    def _instances(self) -> dict[int, int]:
        return {one.node: at for at, one in enumerate(self.instances)}

    @cached_property
    def _node_names(self) -> dict[str, list[int]]:
        return _by_name(self.nodes.names)

    @cached_property
    def _scene_names(self) -> dict[str, list[int]]:
        return _by_name([one.name for one in self.scenes])

    @cached_property
    def _clip_names(self) -> dict[str, list[int]]:
        return _by_name([one.name for one in self.clips])


def rig_given(rig: object) -> None:
    """Refuse what is no rig, above all an asset that has one."""
    if not isinstance(rig, Rig):
        inside = ": give its .rig" if hasattr(type(rig), "rig") else ""
        raise TypeError(f"a rig is expected, not {type(rig).__name__}{inside}")


def _by_name(names: Sequence[str | None]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for at, name in enumerate(names):
        if name is not None:
            found.setdefault(name, []).append(at)
    return found


def _find(which: int | str, names: dict[str, list[int]], count: int, kind: str) -> int:
    if isinstance(which, str):
        places = names.get(which, [])
        if len(places) != 1:
            many = f"{len(places)} {kind}s are" if places else f"no {kind} is"
            advice = "; give an index" if places else _hint(which, names)
            raise ValueError(f"{many} called {which!r}{advice}")
        return places[0]
    try:
        found = operator.index(which)
    except TypeError:
        raise TypeError(f"a {kind} is given by its index or its name, not as {which!r}") from None
    if not 0 <= found < count:
        raise ValueError(f"there is no {kind} {which}: the rig has {count}")
    return found


def _hint(name: str, known: Iterable[str]) -> str:
    from difflib import get_close_matches  # only a wrong name waits for this

    close = get_close_matches(name, known)
    return f"; did you mean {' or '.join(map(repr, close))}?" if close else ""
