"""The sentences of the texts that test vectors exercise, by a short key: where each is, and its words."""

from __future__ import annotations

LIMIT = "VRMC_springBone_limit"
LIMIT_VERSION = "1.0-draft"

_SPRING = {
    "overview": ("Overview", "eventually returns to the node's original orientation"),
    "pairs": ("Example", "Expands to three `HeadSpringJoint and TailSpringJoint pairs`."),
    "end": (
        "Example",
        "The SpringJoint at the end is only used as a Tail, so no SpringJoint parameters are used.",
    ),
    "branch": ("Branching SpringChain", "Treat as two SpringChains"),
    "world": (
        "Evaluation Space",
        "For evaluation of positions of Joints, world space is used by default.",
    ),
    "center": (
        "Center Space",
        "A node of the model can be specified as a `center` and the joint will be evaluated in the "
        "space relative to the node.",
    ),
    "center inertia": ("Considering center space", "The inertia is evaluated in the center space"),
    "center gravity": (
        "Considering center space",
        "External forces (gravity) are calculated in World Space regardless of the `center`.",
    ),
    "skipped": (
        "joints",
        "If joints [n] and joints [n+1] are not direct parent-child nodes, the nodes in between are ignored.",
    ),
    "descendants": (
        "joints",
        "If the end of joints is not the terminal node, then the descendant nodes will be ignored "
        "and will not sway individually.",
    ),
    "defaults": ("VRMC_springBone.joint.schema.json", "stiffness 1.0, dragForce 0.5, gravityPower 0.0"),
    "gravity direction": ("springs[*].joints[*]", "gravityDir | [x, y, z] | Gravity direction"),
    "groups": (
        "VRMC_springBone.springs",
        "list of indexes for `VRMC_springBone.colliderGroups` that collide against this spring",
    ),
    "order": (
        "Calculation order",
        "if a joint exists at the ancestors of a joint, that ancestors will be updated first",
    ),
    "axis": (
        "Initialization",
        "`boneAxis` represents the direction of the specified children in its rest state, in the "
        "local coordinate.",
    ),
    "length": (
        "Initialization",
        "`boneLength` represents the length of the specified children, in the world coordinate.",
    ),
    "inertia": (
        "Inertia calculation",
        "The force which the tail tries to move by inertia. `1.0 - dragForce` is the coefficient.",
    ),
    "stiffness": (
        "Inertia calculation",
        "The force which the tail tries to return to its original orientation. `stiffnessForce` is "
        "the coefficient.",
    ),
    "gravity": (
        "Inertia calculation",
        "The force which the tail is pulled by gravity. `gravityDir * gravityPower`",
    ),
    "step": (
        "Inertia calculation",
        "var external = deltaTime * gravityDir * gravityPower;",
    ),
    "parent": (
        "Inertia calculation",
        "var stiffness = deltaTime * parentWorldRotation * initialLocalRotation * boneAxis * stiffnessForce;",
    ),
    "constrain": (
        "Inertia calculation",
        "nextTail = worldPosition + (nextTail - worldPosition).normalized * boneLength;",
    ),
    "collision": (
        "Collision with colliders",
        "If the distance is smaller than the sum of radii of the collider and the joint, it moves "
        "the joint to the position that pushes the joint by the collider, touching each other.",
    ),
    "one after another": ("Collision with colliders", "for (var collider of colliders)"),
    "collider space": (
        "Sphere Collider",
        "var transformedOffset = collider.offset * collider.worldMatrix;",
    ),
    "sphere": ("Sphere Collider", "var distance = delta.magnitude - collider.radius - jointRadius;"),
    "capsule head": ("Capsule Collider", "When the joint is at the head side of the capsule"),
    "capsule tail": ("Capsule Collider", "When the joint is at the tail side of the capsule"),
    "capsule middle": ("Capsule Collider", "When the joint is between the head and tail of the capsule"),
    "rotation": (
        "Applying rotation",
        "node.rotation = initialLocalRotation * fromToQuaternion(boneAxis, to);",
    ),
}
_EXTENDED = {
    "inside sphere": (
        "Inside Sphere Collider",
        "the inside sphere collider restricts the spring bone inside the sphere",
    ),
    "inside sphere distance": (
        "Appendix: Inside Sphere Collider",
        "var distance = collider.radius - jointRadius - delta.magnitude;",
    ),
    "inside capsule": (
        "Inside Capsule Collider",
        "the inside capsule collider restricts the spring bone inside the capsule",
    ),
    "plane": (
        "Plane Collider",
        "The plane collider restricts the spring bone to one side of the plane.",
    ),
    "plane distance": (
        "Appendix: Plane Collider",
        "var distance = dot(delta, transformedNormal) - jointRadius;",
    ),
    "plane normal": (
        "Appendix: Plane Collider",
        "var transformedNormal = (colliderNormal * normalMatrixFrom(collider.worldMatrix)).normalized;",
    ),
    "replaces": (
        "Overview",
        "a glTF extension that extends the shape of the colliders defined in `VRMC_springBone`",
    ),
    "not inside": ("ShapeSphere.inside", "Required: No, default: `false`"),
}
# The draft of limits is not published: these sentences are ours.
_LIMIT = {
    "cone": ("cone", "The bone stays within an angle of its rest direction."),
    "hinge": ("hinge", "The bone rotates about one axis, up to an angle to either side."),
    "spherical": ("spherical", "Pitch and yaw of the bone are limited on their own."),
    "limit space": (
        "rotation",
        "The limit is measured in a space whose +Y is the rest direction, rotated by `rotation`.",
    ),
    "limit -Y": ("rotation", "For a bone along -Y, +Y is rotated to it by 180 degrees about X."),
    "limit collision": (
        "order",
        "The limit is applied after the inertia, and again after every collision.",
    ),
    "limit closed": ("angle", "An angle of 0 holds the bone in the middle of its limit."),
    "limit singular": (
        "rotation",
        "A bone opposite to its limit goes to the side of +Z; one along the axis of its pitch has none.",
    ),
    "limit wide": ("cone", "An angle of 180 degrees or more does not limit the bone."),
}
_CONSTRAINT = {
    "weight": (
        "Weight",
        "performs Spherical Linear Interpolation (slerp) from the rest rotation of the destination "
        "to the rotation determined by the constraint",
    ),
    "roll": (
        "Roll Constraint",
        "It SHOULD evaluate the rotation from the rest transform of the source to the current "
        "orientation of the source, around the roll axis of the rest transform of the destination.",
    ),
    "roll swing": (
        "Roll Constraint",
        "if the source is rotating outside of the roll axis, it SHOULD evaluate the roll axis using"
        " the difference between a minimum rotation which makes the roll axis direct at the same "
        "direction",
    ),
    "aim": (
        "Aim Constraint",
        "the orientation that makes the aim axis aim at the source in world coordinates",
    ),
    "aim smallest": (
        "Aim Constraint",
        "The rotation SHOULD be the smallest possible rotation that meets the condition.",
    ),
    "rotation constraint": (
        "Rotation Constraint",
        "It SHOULD evaluate the rotation from the rest transform of the source to the current "
        "rotation of the source in the local coordinate of the source, then transfer to the "
        "destination in the local coordinate of the destination.",
    ),
    "dependencies": (
        "Dependency resolution between constraints",
        "Constraints should be updated in correct orders under cases that has dependencies",
    ),
}
_SKELETON = {
    "joints": (
        "Joints",
        "the skeleton can explicitly specify which bones map to the joint indices in skinned meshes",
    ),
    "weights": ("Weights", "how strongly each group influences the corresponding vertex"),
    "joint -1": ("Joints", "any vertex weights for that joint are treated as untransformed"),
    "joint repeated": (
        "Joints",
        "If the same skeleton bone is desired to control multiple joints in a skinned mesh, it MAY "
        "be listed multiple times in this array",
    ),
}
_BLEND = {
    "amounts": ("Amounts", "How much each blend shape is activated and influences the mesh."),
    "beyond": (
        "Amounts",
        "values can exceed this range for exaggerated effects, or use negative values for inverted effects",
    ),
    "no amounts": ("Amounts", "If not defined, all amounts are implicitly set to `0.0`."),
    "position": (
        "Position",
        "the offset or displacement of the vertex positions for the blend shape relative to the "
        "base mesh's `vertices` property",
    ),
}

_TEXTS = {
    "VRMC_springBone 1.0": _SPRING,
    "VRMC_springBone_extended_collider 1.0": _EXTENDED,
    "VRMC_springBone_limit 1.0-draft": _LIMIT,
    "VRMC_node_constraint 1.0": _CONSTRAINT,
    "G4MF skeleton": _SKELETON,
    "G4MF blend shapes": _BLEND,
}
SENTENCES = {
    key: {"specification": text, "chapter": chapter, "sentence": sentence}
    for text, sentences in _TEXTS.items()
    for key, (chapter, sentence) in sentences.items()
}
"""For each key the specification, the chapter and the sentence."""
