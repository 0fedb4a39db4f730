"""Findings on parts of a stage that a rig cannot store; pointers are prim paths."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pantin.report import Finding, rule


@rule("LOSS-USD_GEOMETRY", "warning", "dropped {what}")
def dropped_geometry(paths: Iterable[tuple[str, str]]) -> Iterator[Finding]:
    """Geometry cannot be read.

    What: A prim is a curve, a patch, a volume or another shape that is not made of polygons, points or
    straight lines; or its arrays do not fit each other.
    Why: A rig has meshes, points and lines; the prim is missing from it.
    Fix: Convert the prim to a mesh in the program that made it.
    Source: the schemas of UsdGeom; the model of a rig (docs/architecture.md).
    """
    for path, what in paths:
        yield dropped_geometry.at(path, what=what)


@rule("LOSS-USD_PRIMVAR", "warning", "dropped {what}")
def dropped_primvar(dropped: Iterable[tuple[str, str]]) -> Iterator[Finding]:
    """Primvar cannot be used.

    What: Normals, tangents, texture coordinates or colours need one value for each element of their
    interpolation: for the mesh, a face, a point, or a corner of a face; normalOffsets of blend shapes
    need normals to change; and joint influences need a SkelRoot above the prim and a skeleton with a bind
    pose and their joints.
    Why: The mesh of the rig is without them; one without its influences does not move.
    Fix: Correct the interpolation of the primvar, or its values; put the prim below a SkelRoot.
    Source: UsdGeomPrimvar, "Interpolation of Geometric Primitive Variables"; UsdSkel, "Binding Skeletons".
    """
    for path, what in dropped:
        yield dropped_primvar.at(path, what=what)


@rule(
    "LOSS-USD_SUBDIVISION", "info", "read {what} as its control cage: subdivision surfaces are not supported"
)
def cage_of_subdivision(prims: Iterable[tuple[str, str]]) -> Iterator[Finding]:
    """Subdivision surface is read as its cage.

    What: The `subdivisionScheme` of a mesh is not "none", so that renderers draw a smooth surface.
    Why: The rig has the polygons of the cage. Its points move as those of the prim.
    Fix: Subdivide the mesh in the program that made it, or set `subdivisionScheme` to "none".
    Source: UsdGeomMesh, "Mesh Subdivision".
    """
    for path, what in prims:
        yield cage_of_subdivision.at(path, what=what)


@rule("LOSS-USD_ANIMATION", "warning", "dropped {what}")
def dropped_animation(dropped: Iterable[tuple[str, str]]) -> Iterator[Finding]:
    """Animated property has no counterpart in a rig.

    What: Points, visibility, materials or other properties have time samples; an animated transform has
    shear; rotations of a SkelAnimation do not have length 1, so that they scale joints and bend their motion;
    an animation is blocked for a time; or the seconds of a sample are beyond those of a float32.
    Why: A clip moves nodes and changes the weights of blend shapes. The rig has the first value, rotations of
    length 1, and keys from one sample to the next across the block.
    Fix: Store deformations as skins or blend shapes.
    Source: the model of a rig (docs/architecture.md).
    """
    for path, what in dropped:
        yield dropped_animation.at(path, what=what)


@rule("LOSS-USD_MATERIAL", "warning", "{what}")
def dropped_material(dropped: Iterable[tuple[str, str]]) -> Iterator[Finding]:
    """Material is not a UsdPreviewSurface that a rig can hold.

    What: The surface of a material is another shader, or one of its inputs comes from a network that is not a
    texture with texture coordinates.
    Why: The material of the rig has the constant values of the inputs, or the defaults.
    Fix: Give the material a UsdPreviewSurface for previews.
    Source: the UsdPreviewSurface specification.
    """
    for path, what in dropped:
        yield dropped_material.at(path, what=what)


@rule("LOSS-USD_LIGHT", "warning", "dropped {what}")
def dropped_light(dropped: Iterable[tuple[str, str]]) -> Iterator[Finding]:
    """Light or camera has no counterpart in a rig.

    What: The light is a dome, a rectangle, a disk, a cylinder or of geometry, or its intensity, colour or
    cone is negative or not finite; or the numbers of a camera describe no projection.
    Why: Lights of a rig are directional lights, points and spots, and its cameras have a field of view.
    Fix: Add a light of one of these kinds; correct the numbers.
    Source: the schemas of UsdLux and UsdGeomCamera; KHR_lights_punctual.
    """
    for path, what in dropped:
        yield dropped_light.at(path, what=what)


@rule("LOSS-USD_PARTS", "warning", "dropped {what}")
def dropped_parts(dropped: Iterable[tuple[str, str]]) -> Iterator[Finding]:
    """Springs, constraints or a character in custom data do not fit the stage.

    What: The custom data `rigParts`, in which Pantin keeps what USD has no schema for, name prims or joints
    that the stage does not have, have another form, or are those of a second model.
    Why: The rig is without them.
    Fix: Keep the names of prims and joints when you edit a stage, or convert the source again.
    Source: docs/usd.md.
    """
    for path, what in dropped:
        yield dropped_parts.at(path, what=what)


@rule("LOSS-USD_INBETWEEN", "info", "{what}")
def split_inbetweens(dropped: Iterable[tuple[str, str]]) -> Iterator[Finding]:
    """In-between shapes become separate blend shapes.

    What: A blend shape has in-betweens: offsets at other weights than 1.
    Why: The rig has a blend shape for each, and clips blend from one to the next, with keys where the weight
    passes one. Clips play the same; a weight that you set by hand moves one of them alone.
    Fix: Nothing, if clips set the weights.
    Source: UsdSkelBlendShape, "Inbetween Shapes".
    """
    for path, what in dropped:
        yield split_inbetweens.at(path, what=what)
