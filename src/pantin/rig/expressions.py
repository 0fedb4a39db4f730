"""What the expressions of a character do (VRMC_vrm 1.0, expressions): overrides, blend shapes, materials.

Weights are arrays (E, …): one row for each expression of the character, then any axes, such as frames.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from msgspec import Struct, field

from pantin.rig.arrays import Doubles, read_only
from pantin.rig.character import Character, ColorTarget, Expression, Override
from pantin.rig.human_bones import BLINK, GAZE, MOUTH
from pantin.rig.names import hint

if TYPE_CHECKING:
    from pantin.rig.pose import Pose
    from pantin.rig.rig import Rig

BINARY_THRESHOLD = 0.5
"""A binary expression is shown above this weight, and not at it."""

OVERRIDDEN: Mapping[str, tuple[str, ...]] = {
    "override_blink": BLINK,
    "override_look_at": GAZE,
    "override_mouth": MOUTH,
}
"""The presets that each override of `Expression` weakens."""


def require_character(rig: Rig, what: str) -> Character:
    """The character of a rig; raises `ValueError` if it has none."""
    if rig.character is None:
        raise ValueError(f"{what} need a VRM character, which this rig does not have")
    return rig.character


def find_expression(character: Character, which: int | str) -> int:
    """The index of an expression, by index or by name; a preset wins over a custom one of the same name."""
    if isinstance(which, str):
        names = [expression.name for expression in character.expressions]
        matches = [index for index, name in enumerate(names) if name == which]
        if not matches:
            known = f" (it has {', '.join(names)})" if names else ""
            raise ValueError(f"the character has no expression {which!r}{known}{hint(which, names)}")
        return min(matches, key=lambda index: not character.expressions[index].preset)
    if not 0 <= which < len(character.expressions):
        raise ValueError(f"there is no expression {which}: the character has {len(character.expressions)}")
    return int(which)


def output_weights(expressions: Sequence[Expression], weights: Doubles) -> Doubles:
    """The effective weights (E, …): from 0 to 1, binary ones 0 or 1, and overridden by other expressions.

    Overrides use the effective weights of the overriding expressions; an expression does not weaken its own
    kind. A weakened binary expression has no effect at all.
    """
    shown: Doubles = np.clip(np.asarray(weights, np.float64), 0.0, 1.0)
    binary = np.array([expression.binary for expression in expressions], bool)
    shown[binary] = shown[binary] > BINARY_THRESHOLD
    outputs = shown.copy()
    for member, names in OVERRIDDEN.items():
        kind = [expression.preset and expression.name in names for expression in expressions]
        effect = np.zeros(shown.shape[1:])
        for index, expression in enumerate(expressions):
            if not kind[index]:
                effect = effect + _amount(getattr(expression, member), shown[index])
        left = 1.0 - np.minimum(effect, 1.0)
        for index in np.flatnonzero(kind).tolist():
            outputs[index] *= np.where(left < 1.0, 0.0, 1.0) if binary[index] else left
    return outputs


def _amount(override: Override, weight: Doubles) -> Doubles:
    """The share by which an override weakens other expressions."""
    if override == "block":
        return np.where(weight > 0, 1.0, 0.0)
    return weight if override == "blend" else np.zeros_like(weight)


def blend_weights(rig: Rig, weights: Doubles) -> dict[int, Doubles]:
    """Blend weights (…, shapes) of each instance that expressions move, with NaN for the other shapes.

    `weights` (E, …) are inputs. A shape starts from 0, regardless of the mesh's weights, and sums the
    contributions of the expressions.
    """
    character = require_character(rig, "expressions")
    shown = output_weights(character.expressions, weights)
    weights_by_instance: dict[int, Doubles] = {}
    for expression, weight in zip(character.expressions, shown, strict=True):
        for bind in expression.morphs:
            instance = rig.instance_at(bind.node)
            if instance not in weights_by_instance:
                count = rig.meshes[rig.instances[instance].mesh].blend_shape_count
                weights_by_instance[instance] = np.full((*shown.shape[1:], count), np.nan)
            column = weights_by_instance[instance][..., bind.shape]
            column[...] = np.where(np.isnan(column), 0.0, column) + weight * bind.weight
    return weights_by_instance


def apply_expressions(pose: Pose, changes: Mapping[int, float]) -> tuple[Mapping[int, float], Any]:
    """The input weights of a pose's expressions with some changed, and its blend weights with them."""
    character = require_character(pose.rig, "expressions")
    inputs = {**pose.expressions, **changes}
    weights = np.zeros(len(character.expressions))
    weights[list(inputs)] = list(inputs.values())
    blend = list(pose.blend)
    for instance, instance_weights in blend_weights(pose.rig, weights).items():
        blend[instance] = read_only(np.where(np.isnan(instance_weights), blend[instance], instance_weights))
    return inputs, tuple(blend)


class MaterialChange(Struct):
    """The effects of a pose's expressions on a material: values with their weights."""

    colors: dict[ColorTarget, list[tuple[tuple[float, ...], float]]] = field(default_factory=dict)
    transforms: list[tuple[tuple[float, ...], tuple[float, ...], float]] = field(default_factory=list)

    def color(self, target: ColorTarget, base: Sequence[float]) -> tuple[float, ...]:
        """A colour of the material, from its value without expressions, with as many components."""
        return _mix(base, self.colors.get(target, []))

    def texture_transform(
        self, scale: Sequence[float], offset: Sequence[float]
    ) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """Scale and offset of the textures of the material, from their values without expressions."""
        return (
            _mix(scale, [(scaling, weight) for scaling, _, weight in self.transforms]),
            _mix(offset, [(shift, weight) for _, shift, weight in self.transforms]),
        )


def _mix(base: Sequence[float], values: Sequence[tuple[Sequence[float], float]]) -> tuple[float, ...]:
    """Base + Σ (value − base) · weight."""
    start = np.asarray(base, np.float64)
    total = start.copy()
    for value, weight in values:
        total += (np.asarray(value, np.float64)[: len(start)] - start) * weight
    return tuple(total.tolist())


def material_changes(pose: Pose) -> dict[int, MaterialChange]:
    """The effects of a pose's expressions on each material that they change."""
    character = pose.rig.character
    if character is None or not pose.expressions:
        return {}
    inputs = np.zeros(len(character.expressions))
    inputs[list(pose.expressions)] = list(pose.expressions.values())
    changes: dict[int, MaterialChange] = {}
    weights = output_weights(character.expressions, inputs).tolist()
    for expression, weight in zip(character.expressions, weights, strict=True):
        if weight > 0:
            for color in expression.colors:
                change = changes.setdefault(color.material, MaterialChange())
                change.colors.setdefault(color.target, []).append((color.value, weight))
            for bind in expression.texture_transforms:
                change = changes.setdefault(bind.material, MaterialChange())
                change.transforms.append((bind.scale, bind.offset, weight))
    return changes
