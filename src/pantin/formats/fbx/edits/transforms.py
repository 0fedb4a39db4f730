"""Transforms of a rig's nodes as those of the models that they were read from."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pantin.formats.fbx.edits.changes import require
from pantin.formats.fbx.lift.axes import Axes
from pantin.formats.fbx.lift.rotations import to_euler
from pantin.formats.fbx.lift.transforms import RSRS
from pantin.maths import quaternion

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from pantin.formats.fbx.lift.hierarchy import Model
    from pantin.formats.fbx.reading import Reading
    from pantin.rig import Doubles


def file_axes(reading: Reading) -> Axes:
    """The conversion from rigs to the file."""
    own = reading.reader.axes
    return Axes(own.basis.T, 1.0 / own.unit)


class FileTransform:
    """The opposite of all that the reader does to the transform of a model. Models that inherit scale other
    than by matrices are refused: their nodes depend on other models."""

    def __init__(self, reading: Reading, model: Model) -> None:
        parent = reading.reader.hierarchy.parent_of(model)
        inherits = model.chain.inherit != RSRS and parent is not None and (parent.total != 1).any()
        require(not inherits and bool((model.inherited == 1).all()))
        self._reading, self._model, self._chain = reading, model, model.chain
        self._axes = file_axes(reading)

    @property
    def has_pivots(self) -> bool:
        return self._chain.has_pivots

    def rotations(self, rotations: ArrayLike) -> Doubles:
        """(…, 4) rotations before and after which the model has constant ones."""
        turned = self._axes.rotations(quaternion.normalize(np.asarray(rotations, np.float64)))
        turned = quaternion.product(turned, quaternion.conjugate(self._reading.reader.turned(self._model)))
        inner = quaternion.product(quaternion.conjugate(self._chain.before), turned)
        return quaternion.product(inner, quaternion.conjugate(self._chain.after))

    def degrees(self, inner: Doubles) -> Doubles:
        """Euler angles with as many whole turns as those of the file."""
        degrees = to_euler(inner, self._chain.order)
        return degrees + 360.0 * np.rint((self._model.degrees - degrees) / 360.0)

    def scales(self, scales: ArrayLike) -> Doubles:
        """Scales; those of the file where a helper node has the scale of the model."""
        model = self._model
        if model.scaled != model.index:
            return model.scale
        return self._axes.scales(np.asarray(scales, np.float64))

    def points(self, points: ArrayLike, inner: Doubles, scales: Doubles) -> Doubles:
        """Translations; pivots and offsets shift those of the node."""
        moved = self._axes.points(np.asarray(points, np.float64))
        return moved - self._chain.compose(np.zeros(3), inner, scales)[0]


def has_free_scale(reading: Reading, model: Model) -> bool:
    """Whether the scale of a model is that of its node, whatever it is: scale that children do not inherit
    needs another node, and so does an uneven one below a camera or light."""
    models, scene = reading.reader.hierarchy.models, reading.scene
    attributes = scene.below(model.thing.id, "NodeAttribute", "Camera", "Light")
    inherited = all(models[child].chain.inherit == RSRS for child in model.children)
    return model.scaled == model.index and inherited and next(attributes, None) is None
