"""KHR_character and its family: humanoid, expressions, first person and meta of a character (a draft). Pantin
follows the commit `KHR_CHARACTER_TEXT`. It writes the rest of a character into `extras` of KHR_character, in
the form of VRMC_vrm.
"""

from pantin.base.later import Later
from pantin.formats.gltf.extension import Choice, Extension, Kinds
from pantin.formats.gltf.extension_names import (
    KHR_CAMERA_HINT,
    KHR_CHARACTER,
    KHR_CHARACTER_TEXT,
    KHR_EXPRESSION,
    KHR_EXPRESSION_JOINT,
    KHR_EXPRESSION_MAPPING,
    KHR_EXPRESSION_MASK,
    KHR_EXPRESSION_MORPH,
    KHR_EXPRESSION_TEXTURE,
    KHR_LOOK_AT_TARGET,
    KHR_PRIMITIVE_HINT,
    KHR_REFERENCE_POSE,
    KHR_SKELETON_MAPPING,
    KHR_VISIBILITY_HINT,
    XMP,
)
from pantin.formats.gltf.schema import Animation, Asset, Gltf, Image, Material, Mesh, Node, Primitive, Scene

RULES = Later(f"{__name__}.rules", "RULES")
"""The rules shared by each extension of the family. Hints stand alone; the others are checked even in a file
without a character."""


FAMILIES = {"KHR": "of drafts of Khronos: KHR_skeleton_bone, and KHR_character with its family"}


def _member(name: str, schema: str, kinds: Kinds) -> Extension:
    return Extension(
        extends={name: kinds},
        draft=KHR_CHARACTER_TEXT,
        schema=Later(f"{__name__}.schema", schema),
        rules=RULES,
        families=FAMILIES,
    )


EXTENSIONS = (
    Extension(
        extends={KHR_CHARACTER: (Gltf,)},
        draft=KHR_CHARACTER_TEXT,
        schema=Later(f"{__name__}.schema", "CHARACTER"),
        # The root "should be a common ancestor of all nodes containing" meshes.
        allows={"GLTF-NODE_SKINNED_MESH_NON_ROOT": Later(f"{__name__}.rules", "nodes_of_characters")},
        rules=RULES,
        families=FAMILIES,
        holds="character",
        lift=Later(f"{__name__}.lift", "lift"),
        lower=Later(f"{__name__}.lower", "lower"),
        strip=Later(f"{__name__}.lower", "strip"),
        obstacle=Later(f"{__name__}.lower", "obstacle"),
        choices={
            "character": Choice(
                "khr",
                Later(f"{__name__}.lower", "lower"),
                Later(f"{__name__}.losses", "unstorable_character"),
            )
        },
    ),
    _member(KHR_EXPRESSION, "EXPRESSION", (Gltf,)),
    # These are in objects of the expressions alone.
    _member(KHR_EXPRESSION_JOINT, "EXPRESSION_CHANNELS", None),
    _member(KHR_EXPRESSION_MORPH, "EXPRESSION_CHANNELS", None),
    _member(KHR_EXPRESSION_TEXTURE, "EXPRESSION_CHANNELS", None),
    _member(KHR_EXPRESSION_MASK, "EXPRESSION_MASK", None),
    _member(KHR_EXPRESSION_MAPPING, "EXPRESSION_MAPPING", (Gltf,)),
    _member(KHR_SKELETON_MAPPING, "SKELETON_MAPPING", (Gltf,)),
    _member(KHR_REFERENCE_POSE, "REFERENCE_POSE", (Animation,)),
    _member(KHR_VISIBILITY_HINT, "VISIBILITY_HINT", (Node,)),
    _member(KHR_PRIMITIVE_HINT, "PRIMITIVE_HINT", (Primitive,)),
    _member(KHR_CAMERA_HINT, "CAMERA_HINT", (Node,)),
    _member(KHR_LOOK_AT_TARGET, "LOOK_AT_TARGET", (Node,)),
    # KHR_character prescribes it for the meta of a character. It is ratified, and any asset may have it.
    Extension(
        extends={XMP: (Gltf, Asset, Scene, Node, Mesh, Material, Image, Animation)},
        schema=Later(f"{__name__}.packets", "PACKETS"),
        carried_in=Later(f"{__name__}.meta", "carried_packets"),
    ),
)
