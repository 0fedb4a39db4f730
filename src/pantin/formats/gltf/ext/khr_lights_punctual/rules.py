"""Rules about KHR_lights_punctual, beyond what its schema says."""

from __future__ import annotations

from collections.abc import Iterator

from pantin.formats.gltf.ext.khr_lights_punctual.schema import DEFAULT_OUTER, Light, Spot
from pantin.formats.gltf.scope import Scope
from pantin.report import Finding, rule
from pantin.report.pointer import JsonPath, pointer
from pantin.report.wording import named


def _name_light(scope: Scope, path: JsonPath) -> str:
    """A light as messages name it: `light "Sun" (0)`."""
    return named("light", int(path[-1]), scope.raw(path).get("name"))


@rule(
    "GLTF-KHR_LIGHTS_PUNCTUAL_LIGHT_SPOT_ANGLES",
    "error",
    "the outer cone angle of {light} is {outer:g}, expected more than its inner cone angle of {inner:g}",
)
def spot_angles(scope: Scope) -> Iterator[Finding]:
    """Outer cone of a spot light is not larger than the inner one.

    What: The outer cone angle of a spot light must be larger than the inner one. The defaults are π/4 and 0.
    Why: The light fades out between the two.
    Fix: Increase `outerConeAngle`, or decrease `innerConeAngle`.
    Source: KHR_lights_punctual, "Spot".
    """
    for path, value in scope.extended.objects:
        if isinstance(value, Spot):
            inner = scope.value_or(0.0, value.inner_cone_angle, path, "innerConeAngle")
            outer = scope.value_or(DEFAULT_OUTER, value.outer_cone_angle, path, "outerConeAngle")
            if inner is not None and outer is not None and outer <= inner:
                where = pointer(*path, "outerConeAngle")
                yield spot_angles.at(where, light=_name_light(scope, path[:-1]), outer=outer, inner=inner)


@rule("GLTF-EXTRA_PROPERTY", "info", '"{member}" of {light} has no effect: its type is {type}')
def extra_property(scope: Scope) -> Iterator[Finding]:
    """Member of a light that its type does not use.

    What: Only spot lights should have `spot`, and directional lights should have no `range`.
    Why: Readers ignore the member. The type of the light may be wrong.
    Fix: Remove the member, or correct `type`.
    Source: KHR_lights_punctual, "Light Types".
    """
    for path, value in scope.extended.objects:
        if isinstance(value, Light):
            unused = [name for name in ("spot",) if value.type != "spot" and name in scope.raw(path)]
            if value.type == "directional" and value.range is not None:
                unused.append("range")
            for name in unused:
                where = pointer(*path, name)
                light, kind = _name_light(scope, path), value.type or "not given"
                yield extra_property.at(where, member=name, light=light, type=kind)


RULES = (spot_angles, extra_property)
