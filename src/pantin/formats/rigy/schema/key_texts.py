"""What each key means, with an example: the one text of the page of keys, of editors and of `pantin explain`.

Types, defaults and versions come from the schema. A key is found by the object that has it; an object without
its own text for a key has that of a primitive.
"""

from __future__ import annotations

from typing import NamedTuple


class KeyText(NamedTuple):
    about: str
    example: str


_MATERIAL = ("The id of the material. `import.id` is a material of an import.", "material: skin")
_TAGS = ("Labels that are copied to the `rigy_tags` of the compiled primitive.", "tags: [limb, left]")

_TEXTS: dict[str, dict[str, tuple[str, str]]] = {
    "Rigy document": {
        "version": ("The version of the language, in quotes.", 'version: "0.13"'),
        "units": ("The unit of all lengths. There is only metres.", "units: meters"),
        "coordinate_system": (
            "The axes. There is only one system, that of glTF.",
            "coordinate_system: {up: Y, forward: -Z, handedness: right}",
        ),
        "tessellation_profile": (
            "How solids are divided into triangles. There is only one way.",
            "tessellation_profile: v0_1_default",
        ),
        "params": (
            "Constants: `$name` in any place of the document is replaced by the value.",
            "params: {high: 1.2}",
        ),
        "imports": (
            "Other documents, by a name that `instances` refer to.",
            "imports: {wheel: {source: parts/wheel.rigy.yaml}}",
        ),
        "materials": ("Colours by name.", "materials: {skin: {base_color: [0.8, 0.6, 0.5, 1]}}"),
        "meshes": (
            "The visible parts: each mesh is a list of solids.",
            "meshes: [{id: body, primitives: [{id: ball, type: sphere, dimensions: {radius: 1}}]}]",
        ),
        "armatures": (
            "Skeletons: each is a list of bones.",
            "armatures: [{id: rig, bones: [{id: root, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}]}]",
        ),
        "bindings": (
            "Which armature moves which mesh, and by how much each bone moves each solid.",
            "bindings: [{mesh_id: body, armature_id: rig}]",
        ),
        "anchors": (
            "Named points that `attach3`, contracts and scenes refer to.",
            "anchors: [{id: grip, translation: [0, 1, 0]}]",
        ),
        "instances": (
            "Copies of imported documents, or of meshes of this one.",
            "instances: [{id: second, mesh_id: body}]",
        ),
        "symmetry": (
            "Mirrors everything with an id that matches a rule.",
            "symmetry: {mirror_x: {prefix_from: L_, prefix_to: R_}}",
        ),
        "skinning_solver": (
            "How bones bend meshes: `lbs` blends matrices, `dqs` dual quaternions. Bindings can override it.",
            "skinning_solver: dqs",
        ),
        "poses": (
            "Named poses, to bake with `--pose`, or to write as an animation with `--clips`.",
            "poses: [{id: wave, bones: {hand: {rotation: [0.7071068, 0, 0, 0.7071068]}}}]",
        ),
        "geometry_checks": (
            "Expectations about the geometry. `pantin inspect` prints the results; the model does not "
            "change.",
            "geometry_checks: {alignment: [{check: normal_parallel, a: wall.+y, b: floor.-y}]}",
        ),
    },
    "coordinate_system": {
        "up": ("The axis that points up.", "up: Y"),
        "forward": ("The axis that points forward.", "forward: -Z"),
        "handedness": ("The handedness of the axes.", "handedness: right"),
    },
    "import": {
        "source": ("The document, relative to this one.", "source: parts/wheel.rigy.yaml"),
        "contract": ("A contract that the document must fulfil.", "contract: parts/wheel.ricy.yaml"),
    },
    "material": {
        "base_color": ("Red, green, blue and alpha, each from 0 to 1.", "base_color: [0.8, 0.6, 0.5, 1]"),
        "uses_uv_roles": ("UV roles that a mesh with this material must have.", "uses_uv_roles: [albedo]"),
    },
    "mesh": {
        "id": ("The name that bindings and instances refer to.", "id: body"),
        "name": ("The name in the compiled model (default: the id).", "name: Body"),
        "material": ("The material of primitives without a material.", "material: skin"),
        "primitives": (
            "The solids of the mesh, and macros that generate solids.",
            "primitives: [{id: head, type: sphere, dimensions: {radius: 0.2}}]",
        ),
        "uv_sets": (
            "Texture coordinates: uv0, uv1, … each with a generator.",
            "uv_sets: {uv0: {generator: box_project@1}}",
        ),
        "uv_roles": ("The role of each UV set.", "uv_roles: {albedo: {set: uv0}}"),
    },
    "primitive": {
        "id": ("The name that weights refer to.", "id: upper_arm"),
        "type": ("The solid.", "type: capsule"),
        "name": ("A readable name, which nothing refers to.", "name: Upper arm"),
        "dimensions": (
            "The size in metres: `radius` of a sphere; `radius` and `height` of a cylinder or a capsule "
            "(without its "
            "caps); `x`, `y` and `z` of a box or a wedge. A list is the full extents.",
            "dimensions: {radius: 0.05, height: 0.3}",
        ),
        "transform": (
            "Rotates the solid about the origin, then moves it.",
            "transform: {translation: [0, 1, 0], rotation_degrees: [0, 0, 90]}",
        ),
        "material": _MATERIAL,
        "surface": ("A label for tools.", "surface: bark"),
        "tags": _TAGS,
        "aabb": (
            "A box by two corners, in place of `dimensions` and `transform`.",
            "aabb: {min: [0, 0, 0], max: [1, 0.2, 1]}",
        ),
    },
    "dimensions": {
        "x": ("The width of a box or a wedge.", "x: 0.4"),
        "y": ("The height of a box or a wedge.", "y: 0.2"),
        "z": ("The depth of a box or a wedge.", "z: 0.1"),
        "radius": (
            "The radius of a sphere, a cylinder or a capsule (default of a capsule: 0.25).",
            "radius: 0.05",
        ),
        "height": (
            "The height of a cylinder; of a capsule without its two caps; or of a box, in place of y.",
            "height: 0.3",
        ),
        "width": ("The width of a box, in place of x.", "width: 0.4"),
        "depth": ("The depth of a box, in place of z.", "depth: 0.1"),
    },
    "transform": {
        "translation": ("Where the origin of the solid goes, in metres.", "translation: [0, 1, 0]"),
        "rotation_euler": ("Radians about x, then y, then z.", "rotation_euler: [0, 0, 1.5708]"),
        "rotation_degrees": ("Degrees about x, then y, then z.", "rotation_degrees: [0, 0, 90]"),
        "rotation_axis_angle": (
            "Degrees about an axis.",
            "rotation_axis_angle: {axis: [0, 1, 0], degrees: 45}",
        ),
        "rotation_quat": ("A quaternion [x, y, z, w].", "rotation_quat: [0, 0, 0.6, 0.8]"),
        "scale": ("A factor for radius and height of a field operator, the same along all axes.", "scale: 2"),
    },
    "rotation_axis_angle": {
        "axis": ("The axis. Its length does not matter.", "axis: [0, 1, 0]"),
        "degrees": ("The angle, counterclockwise seen from the tip of the axis.", "degrees: 45"),
    },
    "aabb": {
        "min": ("The corner with the smallest coordinates.", "min: [0, 0, 0]"),
        "max": ("The corner with the largest coordinates.", "max: [1, 0.2, 1]"),
    },
    "implicit surface": {
        "domain": (
            "The box in which the field is sampled, and how finely.",
            "domain: {aabb: {min: [-1, -1, -1], max: [1, 1, 1]}, grid: {nx: 24, ny: 24, nz: 24}}",
        ),
        "iso": ("The value of the field on the surface.", "iso: 0.25"),
        "ops": (
            "The terms of the field.",
            "ops: [{op: add, field: metaball_sphere@1, strength: 1, radius: 0.7}]",
        ),
        "extraction": ("How the surface is found.", "extraction: {algorithm: marching_cubes@1}"),
    },
    "domain": {
        "aabb": ("The corners of the box.", "aabb: {min: [-1, -1, -1], max: [1, 1, 1]}"),
        "grid": (
            "Points along each axis: at least 2, and at most 2,000,000 in total.",
            "grid: {nx: 24, ny: 24, nz: 24}",
        ),
    },
    "grid": {
        "nx": ("Points along x.", "nx: 24"),
        "ny": ("Points along y.", "ny: 24"),
        "nz": ("Points along z.", "nz: 24"),
    },
    "field operator": {
        "op": ("Whether the term is added or subtracted.", "op: add"),
        "field": (
            "The shape of the term: metaball_sphere@1, metaball_capsule@1, sdf_sphere@1 or sdf_capsule@1.",
            "field: metaball_sphere@1",
        ),
        "strength": ("The largest value of the term.", "strength: 1"),
        "radius": ("How far the term reaches.", "radius: 0.7"),
        "height": ("The height of a capsule along y, without its caps.", "height: 0.5"),
        "transform": ("Where the term is.", "transform: {translation: [0, 0.5, 0]}"),
    },
    "extraction": {
        "algorithm": ("The algorithm. There is only one.", "algorithm: marching_cubes@1"),
    },
    "box_decompose": {
        "macro": ("The macro: a wall with openings, as boxes.", "macro: box_decompose"),
        "id": ("The beginning of the ids of its boxes.", "id: wall"),
        "mesh": ("The mesh that contains the macro.", "mesh: house"),
        "axis": ("The axis along which the wall runs.", "axis: x"),
        "span": ("Where the wall starts and ends along its axis.", "span: [0, 8]"),
        "base_y": ("The height of the bottom of the wall.", "base_y: 0"),
        "height": ("The height of the wall.", "height: 2.7"),
        "thickness": ("The thickness of the wall.", "thickness: 0.2"),
        "offset": ("Where the middle of the wall is across its axis (default: 0).", "offset: 4"),
        "offset_mode": (
            "Which part of the wall is at 0 across its axis: the middle or one of its faces.",
            "offset_mode: neg_face",
        ),
        "cutouts": ("Doors and windows.", "cutouts: [{id: door, span: [3.5, 4.5], top: 2.1}]"),
    },
    "cutout": {
        "id": ("A part of the ids of the boxes below and above the opening.", "id: door"),
        "span": ("Where the opening starts and ends along the wall.", "span: [3.5, 4.5]"),
        "bottom": ("The bottom of the opening, measured from the bottom of the wall.", "bottom: 0.9"),
        "top": ("The top of the opening (default: the height of the wall).", "top: 2.1"),
    },
    "triangle_prism_on_plane": {
        "macro": ("The macro: a triangle, extruded to a wedge.", "macro: triangle_prism_on_plane"),
        "plane": (
            "The plane of the triangle: the corner with the right angle, and the direction of extrusion.",
            "plane: {origin: [0, 0, 2], normal: [0, 0, 1]}",
        ),
        "leg_p": ("From the right angle along one side.", "leg_p: [3, 0, 0]"),
        "leg_q": ("From the right angle along the other side.", "leg_q: [0, 2, 0]"),
        "length": ("The length of the prism along the normal.", "length: 0.1"),
    },
    "plane": {
        "origin": ("The corner with the right angle.", "origin: [0, 0, 2]"),
        "normal": ("The direction of extrusion.", "normal: [0, 0, 1]"),
    },
    "UV set": {
        "generator": (
            "planar_xy@1, box_project@1, sphere_latlong@1, cylindrical@1 or capsule_cyl_latlong@1.",
            "generator: planar_xy@1",
        ),
    },
    "UV role": {"set": ("The UV set.", "set: uv0")},
    "armature": {
        "id": ("The name that bindings refer to.", "id: rig"),
        "name": ("The name in the compiled model (default: the id).", "name: Rig"),
        "bones": (
            "The bones. Exactly one of them has `parent: none`.",
            "bones: [{id: root, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}]",
        ),
    },
    "bone": {
        "id": ("The name that weights, poses and children refer to.", "id: upper_arm"),
        "parent": ("The id of another bone, or none for the root.", "parent: none"),
        "head": ("Where the bone starts: the point that it rotates about.", "head: [0, 1, 0]"),
        "tail": ("Where the bone ends.", "tail: [0, 1.5, 0]"),
        "roll": ("Read and checked, but without an effect on the model.", "roll: 0"),
    },
    "binding": {
        "mesh_id": ("The mesh.", "mesh_id: body"),
        "armature_id": ("The armature that moves it.", "armature_id: rig"),
        "weights": (
            "Bones that move a whole primitive. Primitives without weights follow the root bone.",
            "weights: [{primitive_id: head, bones: [{bone_id: neck, weight: 1}]}]",
        ),
        "weight_maps": (
            "Bones that differ from vertex to vertex: gradients, overrides and weight files.",
            "weight_maps: [{primitive_id: arm, source: arm_weights.json}]",
        ),
        "skinning_solver": ("The solver of this binding: `lbs` or `dqs`.", "skinning_solver: dqs"),
    },
    "weights entry": {
        "primitive_id": ("The primitive.", "primitive_id: head"),
        "bones": (
            "Its bones. Weights are normalised to a sum of 1; the four largest are kept.",
            "bones: [{bone_id: neck, weight: 1}]",
        ),
    },
    "bone weight": {
        "bone_id": ("The bone.", "bone_id: neck"),
        "weight": ("Its share: 0 or more, and at most 1 from version 0.4 on.", "weight: 0.5"),
    },
    "weight map": {
        "primitive_id": ("The primitive.", "primitive_id: arm"),
        "gradients": (
            "Transitions from one bone to another along an axis. Each sets all vertices of the primitive.",
            "gradients: [{axis: y, range: [0.7, 0.8], from: {bone_id: elbow, weight: 1}, to: {bone_id: "
            "shoulder, weight: 1}}]",
        ),
        "overrides": (
            "Bones of single vertices. They come last, after the gradients of all weight maps.",
            "overrides: [{vertices: [0, 1], bones: [{bone_id: neck, weight: 1}]}]",
        ),
        "source": ("A JSON file with weights, relative to this document.", "source: arm_weights.json"),
    },
    "gradient": {
        "axis": ("The axis along which the bones change.", "axis: y"),
        "range": ("Where the change starts and ends, in the space of the mesh.", "range: [0.72, 0.82]"),
        "from": (
            "The bones at the start of the range and below: one, or a list.",
            "from: {bone_id: elbow, weight: 1}",
        ),
        "to": (
            "The bones at the end of the range and above: one, or a list.",
            "to: {bone_id: shoulder, weight: 1}",
        ),
    },
    "override": {
        "vertices": (
            "Indices from 0: a box has 24 vertices, a sphere 561, a cylinder 134, a capsule 858, a wedge 18.",
            "vertices: [0, 1, 2]",
        ),
        "bones": ("Their bones.", "bones: [{bone_id: neck, weight: 1}]"),
    },
    "anchor": {
        "id": ("The name that `attach3` refers to.", "id: grip"),
        "translation": ("The point.", "translation: [0, 1, 0]"),
        "scope": ("A label for tools.", "scope: public"),
    },
    "instance": {
        "id": ("The name of its node.", "id: front_left"),
        "import": ("The import to place. It needs `attach3`.", "import: wheel"),
        "mesh_id": ("The mesh of this document to place.", "mesh_id: post"),
        "attach3": (
            "Places the copy so that three of its anchors match three anchors of this document.",
            "attach3: {from: [a, b, c], to: [p, q, r], mode: rigid}",
        ),
    },
    "attach3": {
        "from": ("Three anchors of the copy.", "from: [a, b, c]"),
        "to": ("Three anchors of this document.", "to: [p, q, r]"),
        "mode": ("Whether the copy may be scaled: not at all, evenly, or along each axis.", "mode: rigid"),
    },
    "symmetry": {
        "mirror_x": (
            "Mirrors at x = 0 what matches the rule: meshes, primitives, anchors, instances, and bones "
            "from 0.4 on.",
            "mirror_x: {prefix_from: L_, prefix_to: R_}",
        ),
    },
    "mirror_x": {
        "prefix_from": ("How ids to copy begin.", "prefix_from: L_"),
        "prefix_to": ("How the ids of their copies begin.", "prefix_to: R_"),
        "suffix_from": ("How ids to copy end.", "suffix_from: _L"),
        "suffix_to": ("How the ids of their copies end.", "suffix_to: _R"),
    },
    "pose": {
        "id": ("The name of the pose.", "id: wave"),
        "bones": (
            "The bones that leave their rest pose.",
            "bones: {hand: {rotation: [0.7071068, 0, 0, 0.7071068]}}",
        ),
    },
    "bone of a pose": {
        "rotation": (
            "A quaternion [w, x, y, z] of length 1, relative to the rest pose.",
            "rotation: [0.7071068, 0, 0, 0.7071068]",
        ),
        "translation": ("Metres, relative to the rest pose.", "translation: [0, 0.1, 0]"),
    },
    "list item": {
        "repeat": (
            "Generates several items of a list, one for each index.",
            'repeat: {count: 3, as: i, body: {id: "post${i}"}}',
        ),
    },
    "repeat": {
        "count": ("How many items.", "count: 3"),
        "as": ("The name of the index, from 0. In the body, `${i}` is its value.", "as: i"),
        "body": ("The item.", 'body: {id: "post${i}"}'),
    },
    "Rigs scene": {
        "rigs_version": ("The version of the scene format, in quotes.", 'rigs_version: "0.1"'),
        "imports": (
            "The documents that the scene is built of, by name.",
            "imports: {room: room.rigy.yaml}",
        ),
        "scene": ("The first document, and what is attached to it.", "scene: {base: room}"),
    },
    "scene": {
        "base": ("The import that everything else is attached to.", "base: room"),
        "children": (
            "The documents that are attached to it.",
            "children: [{id: t, base: table, place: {slot: {name: floor}, mount: {name: foot}}}]",
        ),
    },
    "scene child": {
        "id": ("The name of its node.", "id: first_table"),
        "base": ("The import to place.", "base: table"),
        "place": ("Where it is attached.", "place: {slot: {name: floor}, mount: {name: foot}}"),
        "children": ("The documents that are attached to it in turn.", "children: []"),
    },
    "place": {
        "slot": ("Three anchors of the parent, or their name in its contract.", "slot: {name: floor}"),
        "mount": ("Three anchors of the child, or their name in its contract.", "mount: {name: foot}"),
        "rotate": ("A rotation about the up axis of the slot.", "rotate: 90deg"),
        "nudge": ("A small move along the axes of the slot.", "nudge: {east: 10cm}"),
    },
    "slot or mount": {
        "name": ("The name of three anchors in the contract.", "name: floor"),
        "anchors": ("Three anchors.", "anchors: [a, b, c]"),
    },
    "nudge": {
        "north": ("A distance along the z axis of the slot: m, cm, in or ft.", "north: 0.25m"),
        "east": ("A distance along the x axis of the slot.", "east: 10cm"),
        "up": ("A distance along the y axis of the slot.", "up: 2in"),
    },
    "contract": {
        "contract_version": ("The version of the contract, in quotes.", 'contract_version: "0.1"'),
        "required_anchors": ("Anchors that the document must have.", "required_anchors: [grip]"),
        "required_frame3_sets": (
            "Names of triples that the contract must define.",
            "required_frame3_sets: [slots.floor]",
        ),
        "slots": ("Triples of anchors that scenes attach children to.", "slots: {floor: [a, b, c]}"),
        "mounts": ("Triples of anchors that scenes attach the document by.", "mounts: {foot: [a, b, c]}"),
        "frame3_sets": ("The older spelling of slots and mounts.", "frame3_sets: {slots.floor: [a, b, c]}"),
    },
}  # fmt: skip

KEY_TEXTS = {(holder, key): KeyText(*text) for holder, texts in _TEXTS.items() for key, text in texts.items()}


PRIMITIVES = ("primitive", "implicit surface", "box_decompose", "triangle_prism_on_plane")
"""Objects that share keys: a text of one of them is that of all."""


def key_text(holder: str, key: str) -> KeyText:
    """The text of a key of an object; an empty one for an object that is not of the language."""
    holders = (holder, *(PRIMITIVES if holder in PRIMITIVES else ()))
    known = (KEY_TEXTS[each, key] for each in holders if (each, key) in KEY_TEXTS)
    return next(known, KeyText("", ""))
