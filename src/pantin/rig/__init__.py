"""The neutral model of a rigged asset: node tree, meshes, skins, blend shapes, clips, poses. Frozen and flat.

`build` is the only way to make a `Rig`; its parts are the small classes listed here.
"""

from pantin.rig.arrays import Doubles, Indices, NotARig, OnlyIn3D, Reals
from pantin.rig.builder import build
from pantin.rig.clip import Channel, Clip, Interpolation, Property
from pantin.rig.mesh import Instance, Material, Mesh, Scene
from pantin.rig.node import Node, Nodes
from pantin.rig.pose import Pose, Poses
from pantin.rig.rig import Rig
from pantin.rig.skin import Skeleton, Skin, Solver
from pantin.rig.spring import Collider, ColliderGroup, Limit, Spring, SpringJoint, SpringSettings
from pantin.rig.surface import BlendTarget, Deltas, Influences, Mode, Surface

__all__ = [
    "BlendTarget",
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
    "Limit",
    "Material",
    "Mesh",
    "Mode",
    "Node",
    "Nodes",
    "NotARig",
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
    "SpringSettings",
    "Surface",
    "build",
]
