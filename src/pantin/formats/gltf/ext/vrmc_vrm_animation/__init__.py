"""VRMC_vrm_animation 1.0: nodes of a .vrma file that represent bones, expressions and gaze of any
character."""

from __future__ import annotations

from pantin.base.later import Later
from pantin.formats.gltf.ext.vrm_family import VRM_FAMILY
from pantin.formats.gltf.extension import Avatar, Extension
from pantin.formats.gltf.extension_names import VRM_ANIMATION
from pantin.formats.gltf.schema import Gltf

EXTENSION = Extension(
    extends={VRM_ANIMATION: (Gltf,)},
    rules=Later(f"{__name__}.rules", "RULES"),
    families=VRM_FAMILY,
    schema=Later(f"{__name__}.schema", "ANIMATION"),
    read_unlisted=True,
    holds="character",
    lift=Later(f"{__name__}.lift", "lift"),
    lower=Later(f"{__name__}.lower", "lower"),
    obstacle=Later(f"{__name__}.lower", "obstacle"),
    avatar=Avatar(animated_bones=Later(f"{__name__}.nodes", "animated_bones")),
)
