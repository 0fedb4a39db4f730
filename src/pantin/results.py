"""The types of the parts of results, for annotations: what `fix` changed, the steps of `slim`, the bones that
`retarget` mapped. The types of whole results are in `pantin` itself."""

from pantin.deformation.posed import DegenerateCounts
from pantin.formats.fixing import RuleFix
from pantin.formats.gltf.slim.steps import SlimLevel, SlimStep
from pantin.formats.gltf.slim.textures import TextureStep
from pantin.operations.comparison.difference import Change
from pantin.springs.baking import BakedSprings
from pantin.verbs.retarget_bones import MappedBone
from pantin.verbs.skeleton_outlines import SkeletonOutline

__all__ = [
    "BakedSprings",
    "Change",
    "DegenerateCounts",
    "MappedBone",
    "RuleFix",
    "SkeletonOutline",
    "SlimLevel",
    "SlimStep",
    "TextureStep",
]


def __dir__() -> list[str]:
    return sorted(__all__)
