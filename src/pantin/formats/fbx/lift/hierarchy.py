"""Models as nodes: parents, transforms, and helper nodes where a rig of nodes with translation, rotation and
scale needs them: for scale that children do not inherit, and for transforms of geometry alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct, field
from numpy.typing import NDArray

from pantin.formats.fbx.lift.context import Context
from pantin.formats.fbx.lift.rotations import from_euler
from pantin.formats.fbx.lift.transforms import (
    RRS,
    RRSS,
    RSRS,
    Chain,
    read_chain,
    read_geometric,
    read_rest,
)
from pantin.formats.fbx.scene import ROOT, Id, Object
from pantin.maths import affine

if TYPE_CHECKING:
    from pantin.formats.fbx.lift.animation import Animation

Doubles = NDArray[np.float64]

UNIT_SCALE = 1e-6
"""A scale that differs from 1 by less than this counts as 1: writers round scales to single precision."""


class Model(Struct, eq=False):
    """A model with its transform.

    parent     index of the parent; −1 for none
    index      index of its node
    scaled     the node with its scale: a helper where children do not inherit it, else `index`
    geometry   the node of its geometry: a helper where that has its own transform, else `scaled`
    rest       translation, rotation and scale at rest, before inheritance
    inherited  (3,) the scale that it inherits at rest, beyond that of matrices
    children   indices
    """

    thing: Object
    chain: Chain
    translation: Doubles
    degrees: Doubles
    scale: Doubles
    geometric: Doubles
    index: int = 0
    parent: int = -1
    scaled: int = -1
    geometry: int = -1
    rest: tuple[Doubles, Doubles, Doubles] = field(default=())  # type: ignore[assignment]
    inherited: Doubles = field(default_factory=lambda: np.ones(3))
    children: list[int] = field(default_factory=list)

    @property
    def total(self) -> Doubles:
        """The rest scale, including inherited scale."""
        return self.scale * self.inherited

    @property
    def has_geometric(self) -> bool:
        return not np.array_equal(self.geometric, affine.identity(3))

    def local_rest(self, parent: Model | None) -> tuple[Doubles, Doubles, Doubles]:
        """Translation, rotation and scale at rest, relative to the space that the parent's `inherit` mode
        defines."""
        translation, rotation, _ = self.rest
        if parent is not None and self.chain.inherit != RSRS:
            translation = translation * parent.total
        return translation, rotation, self.total


class Hierarchy:
    """The models of a scene. Node i is model i; helpers follow."""

    def __init__(self, context: Context, animation: Animation) -> None:
        self.models: list[Model] = []
        self.index: dict[Id, int] = {}
        self._context = context
        for thing in context.scene.of_kind("Model"):
            self.index[thing.id] = len(self.models)
            self._add(thing)
        self._compose()
        self._connect()
        self.order = self._parents_first()
        self._inherit()
        self._add_helpers(animation)

    def _add(self, thing: Object) -> None:
        translation, degrees, scale = read_rest(thing.props)
        chain, geometric = read_chain(thing.props), read_geometric(thing.props)
        self.models.append(Model(thing, chain, translation, degrees, scale, geometric, len(self.models)))

    def _compose(self) -> None:
        """Compute the rest transforms of all models."""
        for order in {model.chain.order for model in self.models}:
            chosen = [model for model in self.models if model.chain.order == order]
            rotations = from_euler(np.array([model.degrees for model in chosen]), order)
            for model, rotation in zip(chosen, rotations, strict=True):
                model.rest = model.chain.compose(model.translation, rotation, model.scale)

    def _connect(self) -> None:
        """Set parents: the first parent wins, and a connection that would close a loop is ignored."""
        scene = self._context.scene
        for index, model in enumerate(self.models):
            parents = [self.index[link.id] for link in scene.parents.get(model.thing.id, ())
                       if link.property is None and link.id in self.index]  # fmt: skip
            if len(set(parents)) > 1:
                self._context.fault("FBX-PARENTS", model.thing, count=len(set(parents)))
            for parent in parents:
                if self._is_below(parent, index):
                    self._context.fault("FBX-LOOP", model.thing)
                    continue
                model.parent = parent
                self.models[parent].children.append(index)
                break
            if not parents and not any(link.id == ROOT for link in scene.parents.get(model.thing.id, ())):
                self._context.fault("FBX-UNCONNECTED", model.thing)

    def _is_below(self, index: int, ancestor: int) -> bool:
        steps = 0
        while index >= 0 and steps <= len(self.models):
            if index == ancestor:
                return True
            index, steps = self.models[index].parent, steps + 1
        return False

    def _parents_first(self) -> list[int]:
        order = [index for index, model in enumerate(self.models) if model.parent < 0]
        for index in order:
            order += self.models[index].children
        return order

    def parent_of(self, model: Model) -> Model | None:
        return self.models[model.parent] if model.parent >= 0 else None

    def _inherit(self) -> None:
        for index in self.order:
            model = self.models[index]
            parent = self.parent_of(model)
            if parent is not None and model.chain.inherit == RRSS:
                model.inherited = parent.total
            elif parent is not None and model.chain.inherit == RRS:
                model.inherited = parent.inherited

    def _add_helpers(self, animation: Animation) -> None:
        """Add nodes for scale that some children do not inherit, then for geometric transforms."""
        self.helpers: list[tuple[str, Model]] = []
        withheld = {model.parent for model in self.models if model.chain.inherit != RSRS} - {-1}
        scaled = self._scaled_models(animation) if withheld else set()
        count = len(self.models)
        for model in self.models:
            model.scaled = model.index
            if model.index in scaled and model.index in withheld:
                model.scaled = count + len(self.helpers)
                self.helpers.append(("scale", model))
        for model in self.models:
            model.geometry = model.scaled
            if model.has_geometric and self._has_geometry(model):
                model.geometry = count + len(self.helpers)
                self.helpers.append(("geometry", model))

    def _scaled_models(self, animation: Animation) -> set[int]:
        """Models with a scale other than 1, of their own or inherited, at rest or in a clip."""
        moving = animation.scaled_objects()
        scaled: set[int] = set()
        for index in self.order:
            model = self.models[index]
            own = bool((np.abs(model.scale - 1) > UNIT_SCALE).any()) or model.thing.id in moving
            inherits = model.parent in scaled and model.chain.inherit == RRSS
            if model.parent >= 0 and model.chain.inherit == RRS:
                grandparent = self.models[model.parent]
                inherits = bool((np.abs(grandparent.inherited - 1) > UNIT_SCALE).any())
                inherits |= grandparent.chain.inherit == RRSS and grandparent.parent in scaled
            if own or inherits:
                scaled.add(index)
        return scaled

    def _has_geometry(self, model: Model) -> bool:
        return any(True for _ in self._context.scene.below(model.thing.id, "Geometry"))

    def parent_node(self, model: Model) -> int:
        """The parent node of a model's node."""
        parent = self.parent_of(model)
        if parent is None:
            return -1
        return parent.scaled if model.chain.inherit == RSRS else parent.index

    def inherits_scale(self, model: Model) -> bool:
        """Whether inherited scale stretches the translation of a model although its parent node lacks that
        scale."""
        parent = self.parent_of(model)
        return parent is not None and model.chain.inherit != RSRS and parent.scaled != parent.index
