"""VRMC_vrm_animation 1.0: the nodes of a .vrma file that stand for bones, expressions and the gaze of any
character."""

from __future__ import annotations

from pantin.base.later import Later
from pantin.formats.gltf.ext.vrm_family import VRM_FAMILY
from pantin.formats.gltf.extension import Avatar, Extension, IndexMember
from pantin.formats.gltf.extension_names import VRM_ANIMATION
from pantin.formats.gltf.schema import Gltf

EXTENSION = Extension(
    extends={VRM_ANIMATION: (Gltf,)},
    rules=Later(f"{__name__}.rules", "RULES"),
    families=VRM_FAMILY,
    carried={
        "specVersion": True,
        "humanoid": {"humanBones": {"*": {"node": True}}},
        "expressions": {kind: {"*": {"node": True}} for kind in ("preset", "custom")},
        "lookAt": {"node": True},
    },
    holds="character",
    lift=Later(f"{__name__}.lift", "lift"),
    lower=Later(f"{__name__}.lower", "lower"),
    obstacle=Later(f"{__name__}.lower", "obstacle"),
    index_members=(
        IndexMember("humanoid/humanBones/*/node", "nodes"),
        IndexMember("expressions/preset/*/node", "nodes"),
        IndexMember("expressions/custom/*/node", "nodes"),
        IndexMember("lookAt/node", "nodes"),
    ),
    avatar=Avatar(animated_bones=Later(f"{__name__}.nodes", "animated_bones")),
)
