"""VRM 0.x: the character and springs of `extensions.VRM`."""

from pantin.base.later import Later
from pantin.formats.gltf.extension import Avatar, Choice, Edits, Extension
from pantin.formats.gltf.extension_names import VRM0
from pantin.formats.gltf.schema import Gltf

EXTENSION = Extension(
    extends={VRM0: (Gltf,)},
    schema=Later(f"{__name__}.schema", "VRM0"),
    read_unlisted=True,
    allows={"GLTF-NODE_EMPTY": Later(f"{__name__}.model", "empty_nodes")},
    ordered=("materials",),  # a list of properties is in the order of the materials
    named_chains=("secondaryAnimation",),  # a chain goes on to the last descendant of the bone that is named
    rules=Later(f"{__name__}.rules", "RULES"),
    families={"VRM0": "of VRM 0.x"},
    holds="springs",
    holds_too=("character",),
    lift=Later(f"{__name__}.lift", "lift"),
    lower=Later(f"{__name__}.lower", "lower_rig"),
    obstacle=Later(f"{__name__}.lower", "obstacle"),
    strip=Later(f"{__name__}.lift", "strip"),
    choices={"character": Choice("vrm")},
    # How Unity imports the body, and with what the file was written.
    bookkeeping=(
        "exporterVersion",
        *(f"humanoid/{side}{part}" for side in ("upper", "lower") for part in ("ArmTwist", "LegTwist")),
        *(f"humanoid/{name}" for name in ("armStretch", "legStretch", "feetSpacing", "hasTranslationDoF")),
        *(
            f"humanoid/humanBones/*/{name}"
            for name in ("useDefaultValues", "min", "max", "center", "axisLength")
        ),
        "humanoid/humanBones/*",
    ),
    migrate=Later(f"{__name__}.migrate", "migrate"),
    edits=Edits(after_bake=Later(f"{__name__}.avatar", "drop_target_binds")),
    avatar=Avatar(
        meta=Later(f"{__name__}.meta", "read_meta"),
        set_meta=Later(f"{__name__}.meta", "set_meta"),
        human_bones=Later(f"{__name__}.avatar", "human_bones"),
    ),
)
