"""The neutral model of a rigged asset: nodes, meshes, skins, blend shapes, clips, springs and poses.

A `Rig` is frozen. `build` makes one from the parts listed here.
"""

from pantin.rig.arrays import Doubles, Indices, InvalidRig, OnlyIn3D, Reals
from pantin.rig.builder import build
from pantin.rig.clip import Channel, Clip, Interpolation, Property
from pantin.rig.mesh import Instance, Material, Mesh, Scene
from pantin.rig.node import Node, Nodes
from pantin.rig.pose import Pose, Poses
from pantin.rig.rig import Rig
from pantin.rig.skin import Skeleton, Skin, Solver
from pantin.rig.spring import Collider, ColliderGroup, Spring, SpringJoint, SpringLimit, SpringSettings
from pantin.rig.surface import BlendShape, Deltas, Influences, Mode, Surface

__all__ = [
    "BlendShape",
    "Channel",
    "Clip",
    "Collider",
    "ColliderGroup",
    "Deltas",
    "Doubles",
    "Indices",
    "Influences",
    "Instance",
    "Interpolation",
    "InvalidRig",
    "Material",
    "Mesh",
    "Mode",
    "Node",
    "Nodes",
    "OnlyIn3D",
    "Pose",
    "Poses",
    "Property",
    "Reals",
    "Rig",
    "Scene",
    "Skeleton",
    "Skin",
    "Solver",
    "Spring",
    "SpringJoint",
    "SpringLimit",
    "SpringSettings",
    "Surface",
    "build",
]
