"""Rules about objects and connections, and about the hierarchy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

from pantin.formats.fbx.lift.hierarchy import UNIT_SCALE
from pantin.formats.fbx.nodes import clean
from pantin.formats.fbx.reading import Reading
from pantin.maths import affine
from pantin.report import Finding, Rule, rule
from pantin.report.wording import counted, quoted
from pantin.rig.transform import compose_local

MOST = 50
"""The most findings of one rule."""

SHEAR = 1e-4
"""The smallest shear of a transform that is reported: rounding to single precision gives 1e-6."""

UNIT_FACTORS = (100.0, 0.01, 2.54, 1 / 2.54, 39.37, 0.0254, 30.48, 10.0, 0.1, 1000.0, 0.001)
"""Scales that probably convert units."""


def faults(rule: Rule[[Reading]], reading: Reading) -> Iterator[Finding]:
    """The findings of a rule from faults noticed while the rig was made."""
    for thing, values in reading.context.faults.get(rule.id, ())[:MOST]:
        shown: dict[str, Any] = {"name": quoted(clean(thing.name)) if thing is not None else "", **values}
        yield rule.at(thing.pointer if thing is not None else None, **shown)


@rule("FBX-ID", "error", "object {number} has the id {id}, which is already used")
def repeated_id(reading: Reading) -> Iterator[Finding]:
    """Two objects have the same id.

    What: The id of an object is unique in its file, and 0 is the scene. In files before 7.0 the name is the
    id.
    Why: It is unclear which of them a connection means. Pantin uses the first and skips the others.
    Fix: Give one of them another id, or another name, in the program that made the file.
    Source: Objects and Connections of the FBX SDK.
    """
    for number, identity in reading.scene.repeated[:MOST]:
        yield repeated_id.at(f"/Objects/{number}", number=number, id=identity)


@rule("FBX-CONNECTION", "warning", "connection {number} refers to unknown object {id}")
def unresolved(reading: Reading) -> Iterator[Finding]:
    """Connection names an object that does not exist.

    What: Both ends of a connection are ids of objects, or 0, the scene.
    Why: The object at its other end is without its parent or without a part. Importers ignore the connection.
    Fix: Remove the connection, or export the file again.
    Source: Objects and Connections of the FBX SDK.
    """
    for number, identity in reading.scene.unresolved[:MOST]:
        yield unresolved.at(f"/Connections/{number}", number=number, id=identity)


@rule("FBX-LOOP", "error", "model {name} is its own ancestor")
def looped(reading: Reading) -> Iterator[Finding]:
    """Model is its own ancestor.

    What: The parents of a model, and theirs, must not include the model.
    Why: Its transform depends on itself. Readers may hang. Pantin ignores the connection that closes the
    loop.
    Fix: Remove one connection of the loop.
    Source: Connections of the FBX SDK.
    """
    yield from faults(looped, reading)


@rule("FBX-PARENTS", "warning", "model {name} has {count} parents; the first is used")
def several_parents(reading: Reading) -> Iterator[Finding]:
    """Model has several parents.

    What: A model is connected to one other model, or to the scene.
    Why: Importers choose different parents, so the model is in different places.
    Fix: Remove all connections to models but one.
    Source: Connections of the FBX SDK.
    """
    yield from faults(several_parents, reading)


@rule("FBX-UNCONNECTED", "warning", "model {name} is not connected to the scene")
def unconnected(reading: Reading) -> Iterator[Finding]:
    """Model is not connected to the scene.

    What: A model is connected to another model, or to the scene.
    Why: Some importers drop it. Pantin reads it as a root.
    Fix: Connect it, or remove it.
    Source: Connections of the FBX SDK.
    """
    yield from faults(unconnected, reading)


@rule("FBX-DUPLICATE_NAME", "warning", "{count} models have the name {name}")
def duplicate_name(reading: Reading) -> Iterator[Finding]:
    """Models have the same name.

    What: The names of models should be unique.
    Why: Programs find bones by name: Unity addresses nodes by path, Blender and Unreal rename them, and
    motion is put on the wrong one.
    Fix: Rename all but one of them.
    Source: the importers of Blender, Unity and Unreal.
    """
    models = reading.reader.hierarchy.models
    counts = Counter(model.thing.name for model in models)
    first = {model.thing.name: model for model in reversed(models)}
    for name, count in [(name, count) for name, count in counts.items() if count > 1 and name][:MOST]:
        yield duplicate_name.at(first[name].thing.pointer, count=count, name=quoted(clean(name)))


@rule("FBX-SCALE_COMPENSATION", "warning", "the children of {name} do not inherit its scale ({scale})")
def scale_compensation(reading: Reading) -> Iterator[Finding]:
    """Children of a scaled model do not inherit its scale.

    What: The InheritType of a child is 0 (RrSs) or 2 (Rrs, "segment scale compensate"), and the model has a
    scale other than 1, at rest or in an animation.
    Why: Only programs of Autodesk follow it. Blender's and most other importers scale the children. Pantin
    adds helper nodes that give the same result.
    Fix: Freeze the scale of the joints before the export, or turn off "Segment Scale Compensate" in Maya.
    Source: FbxTransform::EInheritType.
    """
    hierarchy = reading.reader.hierarchy
    for model in [model for kind, model in hierarchy.helpers if kind == "scale"][:MOST]:
        numbers = " ".join(f"{part:.6g}" for part in model.total.tolist())
        rest = (np.abs(model.total - 1) <= UNIT_SCALE).all()
        scale = "animated" if rest else numbers
        name = quoted(clean(model.thing.name))
        yield scale_compensation.at(model.thing.pointer, name=name, scale=scale)


@rule("FBX-NEGATIVE_SCALE", "warning", "model {name} has the negative scale {scale}")
def negative_scale(reading: Reading) -> Iterator[Finding]:
    """Scale is negative.

    What: A component of `Lcl Scaling` is below 0.
    Why: The model is mirrored. Importers turn the mirror into rotations in different ways, and faces and
    normals may point inwards.
    Fix: Freeze the transforms of the model, and reverse its faces.
    Source: the importers of Unity, Unreal and Blender.
    """
    models = [model for model in reading.reader.hierarchy.models if (model.scale < 0).any()]
    for model in models[:MOST]:
        scale = " ".join(f"{part:.6g}" for part in model.scale.tolist())
        yield negative_scale.at(model.thing.pointer, name=quoted(clean(model.thing.name)), scale=scale)


@rule("FBX-SHEAR", "warning", "joint {name} has shear in its rest pose")
def sheared_joint(reading: Reading) -> Iterator[Finding]:
    """Joint has shear.

    What: A joint of a skin is rotated below a parent with a scale that is not the same along all axes.
    Why: Its world transform is not a translation, a rotation and a scale. Game engines and motion tools drop
    the shear, so the mesh deforms differently.
    Fix: Freeze the scale of the parents.
    Source: FbxAMatrix, which has no shear either.
    """
    worlds = reading.reader.worlds
    joints = {
        model.index: model
        for _, _, skin, _ in reading.reader.read_meshes()
        if skin is not None
        for model in skin.joints
        if model is not None
    }
    count = 0
    for index, model in sorted(joints.items()):
        world = worlds[index]
        if not np.isfinite(world).all() or count >= MOST:
            continue
        lost = np.abs(compose_local(*affine.decompose(world)[:3]) - world)[:, :3].max()
        if lost > SHEAR * np.abs(world[:, :3]).max():
            count += 1
            yield sheared_joint.at(model.thing.pointer, name=quoted(clean(model.thing.name)))


@rule("FBX-UNIT", "warning", "{what}")
def surprising_unit(reading: Reading) -> Iterator[Finding]:
    """Unit of length is a surprise for importers.

    What: The unit of the file is neither a centimetre nor a metre; or the roots have a scale that is a change
    of units.
    Why: Unreal reads all numbers as centimetres, and Unity keeps a scale of 100 or 0.01 on the root, so that
    models, physics and motion of different files do not fit each other.
    Fix: Export in centimetres with the scale 1 on all nodes. Blender: choose "FBX Units Scale" or "FBX All"
    for "Apply Scalings".
    Source: UnitScaleFactor of GlobalSettings; the importers of Unity and Unreal.
    """
    factor = reading.scene.settings.number("UnitScaleFactor", 1.0)
    if factor not in (1.0, 100.0):
        yield surprising_unit.at("/GlobalSettings", what=f"the unit of the file is {factor:g} cm")
    scaled = []
    for model in reading.reader.hierarchy.models:
        size = float(model.scale[0])
        uniform = bool(np.ptp(model.scale) <= 1e-4 * abs(size))
        if model.parent < 0 and uniform and any(abs(size / each - 1) < 1e-3 for each in UNIT_FACTORS):
            scaled.append(model)
    if scaled:
        what = f"{counted(len(scaled), 'root')} have" if len(scaled) > 1 else "1 root has"
        yield surprising_unit.at(
            scaled[0].thing.pointer,
            what=f"{what} the scale {scaled[0].scale[0]:g}, which is a change of units",
        )


@rule("FBX-NOT_FINITE", "error", "{name} has {what}")
def not_finite(reading: Reading) -> Iterator[Finding]:
    """Number is not finite.

    What: Vertices, attributes of vertices and keys must not be NaN, infinite, or beyond 1e30.
    Why: They come from a failed computation, and make geometry disappear. Pantin reads 0, and drops such
    keys.
    Fix: Repair the geometry or the animation in the program that made it.
    Source: IEEE 754; text files have "nan", "inf" or "-1.#IND".
    """
    yield from faults(not_finite, reading)


RULES: tuple[Rule[[Reading]], ...] = (
    repeated_id,
    unresolved,
    looped,
    several_parents,
    unconnected,
    duplicate_name,
    scale_compensation,
    negative_scale,
    sheared_joint,
    surprising_unit,
    not_finite,
)
