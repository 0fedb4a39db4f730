"""The objects of KHR_lights_punctual."""

from math import pi
from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta

from pantin.formats.gltf.extension_names import LIGHTS as NAME
from pantin.formats.gltf.schema import (
    AboveZero,
    Gltf,
    Node,
    NotNegative,
    Property,
    Several,
    UnitColour3,
)
from pantin.formats.members.description import CARRIED

DEFAULT_OUTER = pi / 4
LightIndex = Annotated[int, Meta(ge=0, extra={"refers": f"extensions/{NAME}/lights"})]


class Spot(Property, frozen=True):
    carried: ClassVar[bool] = True

    inner_cone_angle: Annotated[float, Meta(ge=0, lt=pi / 2)] | None = None
    outer_cone_angle: Annotated[float, Meta(gt=0, le=pi / 2)] | None = None


class Light(Property, frozen=True, kw_only=True):
    choices: ClassVar[tuple[str, ...]] = ("spot",)
    carried: ClassVar[bool] = True
    written: ClassVar[tuple[str, ...]] = ("type", "name", "color", "intensity", "range", "spot")

    type: Literal["directional", "point", "spot"] | None
    color: UnitColour3 | None = None
    intensity: NotNegative | None = None
    spot: Spot | None = None
    range: AboveZero | None = None
    name: str | None = None
    extras: Annotated[Any, CARRIED] = None


class Lights(Property, frozen=True):
    lights: Several[Light] | None


class NodeLight(Property, frozen=True):
    root_extension: ClassVar[str | None] = NAME
    carried: ClassVar[bool] = True

    light: LightIndex | None


LIGHTS = {Gltf: Lights, Node: NodeLight}
