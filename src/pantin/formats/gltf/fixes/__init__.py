"""What can be fixed in a glTF document, in the order to apply it.

Unless a fix is marked as unsafe, the model looks the same to every reader that follows the specification.
(Readers disagree about weights that do not sum to 1, and about rotations and normals that are not of length
1; after the fix they agree.)
"""

from __future__ import annotations

from pantin.formats.fixing import Fix
from pantin.formats.gltf.extensions import every
from pantin.formats.gltf.fixes import arrays, influences, members, rig

FIXES: tuple[Fix, ...] = (
    Fix(
        ("GLTF-EMPTY_ENTITY",),
        "remove the empty member",
        "removed {}",
        "empty member",
        members.remove_members,
        members.is_optional,
    ),
    Fix(
        ("GLTF-MATERIAL_ALPHA_CUTOFF_INVALID_MODE",),
        "remove alphaCutoff",
        "removed alphaCutoff from {}",
        "material",
        members.remove_members,
    ),
    Fix(
        ("GLTF-NODE_MATRIX_DEFAULT",),
        "remove the matrix, which is the identity",
        "removed the identity matrix of {}",
        "node",
        members.remove_members,
    ),
    Fix(
        ("GLTF-SKIN_SKELETON_INVALID",),
        "remove skeleton, which has no effect on the model",
        "removed skeleton from {}",
        "skin",
        members.remove_members,
    ),
    Fix(
        ("GLTF-ACCESSOR_NORMALIZED_INVALID",),
        "remove normalized",
        "removed normalized from {}",
        "accessor",
        members.remove_normalized,
    ),
    Fix(
        ("GLTF-DUPLICATE_ELEMENTS",),
        "remove the repeated name",
        "removed {} from lists of extensions",
        "repeated name",
        members.remove_repeats,
        members.is_in_list,
    ),
    Fix(
        ("GLTF-UNDECLARED_EXTENSION", "GLTF-UNUSED_EXTENSION_REQUIRED"),
        "list the extension in extensionsUsed",
        "listed {} in extensionsUsed",
        "extension",
        members.list_used,
        members.has_name,
    ),
    Fix(
        ("GLTF-NON_REQUIRED_EXTENSION",),
        "list the extension in extensionsRequired",
        "listed {} in extensionsRequired",
        "extension",
        members.list_required,
        members.has_name,
    ),
    Fix(
        ("GLTF-ROTATION_NON_UNIT",),
        "normalise the rotation",
        "normalised the rotation of {}",
        "node",
        members.normalise_node_rotations,
        members.has_length,
    ),
    Fix(
        ("GLTF-IMAGE_MIME_TYPE_INVALID",),
        "write the media type of the data",
        "corrected the media type of {}",
        "image",
        members.write_image_types,
        members.has_known_type,
    ),
    Fix(
        ("GLTF-BUFFER_DATA_URI_MIME_TYPE_INVALID",),
        "write application/octet-stream as the media type",
        "corrected the media type of {}",
        "buffer",
        members.write_buffer_types,
    ),
    Fix(
        ("GLTF-IMAGE_FEATURES_UNSUPPORTED",),
        "drop the PNG chunks that readers must ignore",
        "dropped colour chunks of {}",
        "image",
        members.drop_colour_chunks,
        members.is_coloured_png,
    ),
    Fix(
        (
            "GLTF-ACCESSOR_OFFSET_ALIGNMENT",
            "GLTF-ACCESSOR_TOTAL_OFFSET_ALIGNMENT",
            "GLTF-ACCESSOR_MATRIX_ALIGNMENT",
            "GLTF-MESH_PRIMITIVE_ACCESSOR_UNALIGNED",
            "GLTF-MESH_PRIMITIVE_ACCESSOR_WITHOUT_BYTESTRIDE",
            "GLTF-MESH_PRIMITIVE_INDICES_ACCESSOR_WITH_BYTESTRIDE",
            "GLTF-BUFFER_VIEW_INVALID_BYTE_STRIDE",
            "GLTF-VALUE_MULTIPLE_OF",
            "GLTF-ANIMATION_SAMPLER_ACCESSOR_WITH_BYTESTRIDE",
            "GLTF-SKIN_IBM_ACCESSOR_WITH_BYTESTRIDE",
        ),
        "store the data aligned, in a buffer view with the right stride",
        "stored {} in buffer views with the right alignment and stride",
        "accessor",
        arrays.store_apart,
        arrays.is_plain,
    ),
    Fix(
        ("GLTF-BUFFER_VIEW_TARGET_OVERRIDE",),
        "give the buffer view the target of its use, or each use a buffer view",
        "corrected the target of {}",
        "buffer view",
        arrays.split_view,
        arrays.is_plain,
    ),
    Fix(
        ("GLTF-BUFFER_VIEW_TARGET_MISSING",),
        "write the target",
        "wrote the target of {}",
        "buffer view",
        arrays.write_targets,
        arrays.has_view,
    ),
    Fix(
        ("GLTF-ACCESSOR_VECTOR3_NON_UNIT",),
        "normalise the vectors",
        "normalised {}",
        "vector",
        arrays.normalise_vectors,
        arrays.has_directions,
    ),
    Fix(
        ("GLTF-ACCESSOR_INVALID_SIGN",),
        "write 1 or -1, whichever has the same sign",
        "wrote the sign of {}",
        "tangent",
        arrays.write_signs,
        arrays.has_signs,
    ),
    Fix(
        ("GLTF-ACCESSOR_ANIMATION_SAMPLER_OUTPUT_NON_NORMALIZED_QUATERNION",),
        "normalise the rotations",
        "normalised {}",
        "animated rotation",
        arrays.normalise_rotations,
        arrays.has_directions,
    ),
    Fix(
        ("GLTF-ACCESSOR_JOINTS_INDEX_DUPLICATE",),
        "add up the weights of a joint",
        "added up weights of the same joint at {}",
        "vertex",
        influences.merge_joints,
        influences.is_mergeable,
    ),
    Fix(
        ("RIG-IDLE_INFLUENCES", "GLTF-ACCESSOR_JOINTS_USED_ZERO_WEIGHT"),
        "drop influences of weight 0",
        "dropped influences of weight 0 at {}",
        "vertex",
        influences.drop_zero_influences,
        influences.is_readable,
    ),
    Fix(
        ("RIG-UNSORTED_INFLUENCES",),
        "sort the influences of each vertex",
        "sorted influences at {}",
        "vertex",
        influences.sort_influences,
        influences.is_readable,
    ),
    Fix(
        ("RIG-WEIGHTS_NOT_ONE", "GLTF-ACCESSOR_WEIGHTS_NON_NORMALIZED"),
        "divide weights by their sum",
        "normalised weights at {}",
        "vertex",
        influences.normalise_weights,
        influences.is_summable,
    ),
    Fix(
        ("RIG-MISSING_INVERSE_BINDS",),
        "write an identity matrix for every joint",
        "wrote identity inverse bind matrices for {}",
        "skin",
        rig.write_identity_binds,
    ),
    Fix(
        (
            "GLTF-ACCESSOR_MIN_MISMATCH",
            "GLTF-ACCESSOR_MAX_MISMATCH",
            "GLTF-ACCESSOR_ELEMENT_OUT_OF_MIN_BOUND",
            "GLTF-ACCESSOR_ELEMENT_OUT_OF_MAX_BOUND",
            "GLTF-ACCESSOR_BOUNDS_ROUNDED",
            "GLTF-MESH_PRIMITIVE_POSITION_ACCESSOR_WITHOUT_BOUNDS",
            "GLTF-ANIMATION_SAMPLER_INPUT_ACCESSOR_WITHOUT_BOUNDS",
        ),
        "write the actual min and max",
        "wrote min and max of {}",
        "accessor",
        arrays.write_bounds,
        arrays.has_bounds,
    ),
    Fix(
        ("RIG-T_POSE",),
        "rotate the joints of the arms (the model looks different)",
        "rotated {}",
        "joint",
        rig.rest_in_t_pose,
        unsafe=True,
    ),
    Fix(
        ("GLTF-UNUSED_OBJECT",),
        "remove objects that nothing uses",
        "removed {}",
        "unused object",
        rig.remove_unused,
        named=True,
    ),
)


def fixes() -> tuple[Fix, ...]:
    """All fixes, in the order to apply them: those of extensions first, which may leave objects unused."""
    return (*(fix for extension in every() if extension.fixes for fix in extension.fixes()), *FIXES)
