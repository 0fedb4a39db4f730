"""The neutral model of a rigged asset: nodes, meshes, skins, clips, springs, materials, cameras, lights,
the data of a character, and poses.

A `Rig` is frozen. `build` makes one from the parts listed here.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from pantin.base.deprecation import warn
from pantin.rig.arrays import Doubles, Indices, InvalidRig, OnlyIn3D, Reals
from pantin.rig.builder import build
from pantin.rig.character import (
    Character,
    ColorBind,
    Constraint,
    Expression,
    HumanoidMotion,
    LookAt,
    MorphBind,
    RangeMap,
    TextureTransformBind,
)
from pantin.rig.clip import AnimatedProperty, Channel, Clip, Interpolation, Property, PropertyChannel
from pantin.rig.material import Material
from pantin.rig.material_parts import (
    Anisotropy,
    Clearcoat,
    DiffuseTransmission,
    Iridescence,
    MToon,
    Sheen,
    Specular,
    SpecularGlossiness,
    Transmission,
    Volume,
)
from pantin.rig.mesh import Instance, Mesh, Scene
from pantin.rig.node import Node, Nodes
from pantin.rig.pose import Pose, Poses
from pantin.rig.rig import Rig
from pantin.rig.skin import Skeleton, Skin, Solver
from pantin.rig.spring import Collider, ColliderGroup, Spring, SpringJoint, SpringLimit, SpringSettings
from pantin.rig.surface import BlendShape, Deltas, Influences, Mode, Surface
from pantin.rig.texture import Image, Json, Sampler, Texture, TextureTransform, TextureUse
from pantin.rig.topology import Cells, ElementAttribute, Topology
from pantin.rig.view import Camera, Light, Orthographic, Perspective

if TYPE_CHECKING:
    from pantin.rig.joint_weights import JointWeights
    from pantin.rig.rig_builder import RigBuilder

__all__ = [
    "AnimatedProperty",
    "Anisotropy",
    "BlendShape",
    "Camera",
    "Cells",
    "Channel",
    "Character",
    "Clearcoat",
    "Clip",
    "Collider",
    "ColliderGroup",
    "ColorBind",
    "Constraint",
    "Deltas",
    "DiffuseTransmission",
    "Doubles",
    "ElementAttribute",
    "Expression",
    "HumanoidMotion",
    "Image",
    "Indices",
    "Influences",
    "Instance",
    "Interpolation",
    "InvalidRig",
    "Iridescence",
    "JointWeights",
    "Json",
    "Light",
    "LookAt",
    "MToon",
    "Material",
    "Mesh",
    "Mode",
    "MorphBind",
    "Node",
    "Nodes",
    "OnlyIn3D",
    "Orthographic",
    "Perspective",
    "Pose",
    "Poses",
    "Property",
    "PropertyChannel",
    "RangeMap",
    "Reals",
    "Rig",
    "RigBuilder",
    "Sampler",
    "Scene",
    "Sheen",
    "Skeleton",
    "Skin",
    "Solver",
    "Specular",
    "SpecularGlossiness",
    "Spring",
    "SpringJoint",
    "SpringLimit",
    "SpringSettings",
    "Surface",
    "Texture",
    "TextureTransform",
    "TextureTransformBind",
    "TextureUse",
    "Topology",
    "Transmission",
    "Volume",
    "build",
]


def __dir__() -> list[str]:
    return sorted(__all__)


LATER = {"JointWeights": "joint_weights", "RigBuilder": "rig_builder"}
"""Names with modules that are imported at first use: commands that only read a file need no builder."""

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        if module := LATER.get(name):
            return globals().setdefault(name, getattr(import_module(f"{__name__}.{module}"), name))
        if name != "ColourBind":
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        warn("pantin.rig.ColourBind is deprecated: write ColorBind")
        return ColorBind
