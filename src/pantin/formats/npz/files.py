"""NPZ files: rigs as arrays and geometry in a pose; their rules."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from pantin.base.errors import BadFile
from pantin.formats.format import Lifted, WriteOptions
from pantin.formats.npz.archive import is_archive, write_archive
from pantin.formats.npz.document import Document, KindError, NpzError, SchemaError
from pantin.formats.npz.document import read as read_document
from pantin.formats.npz.kinds import ARRAYS, SMPL_MOTION
from pantin.formats.npz.smpl import DEFAULT_FRAME_RATE, FRAME_RATES
from pantin.report import Finding, Report, rule

if TYPE_CHECKING:
    from pantin.base.files import Resolver
    from pantin.base.limits import Limits
    from pantin.rig import Rig


@rule("NPZ-ARCHIVE", "error", "not a valid NumPy archive: {why}")
def bad_archive(error: NpzError) -> Iterator[Finding]:
    """Invalid NumPy archive.

    What: An .npz file is a zip archive whose members are arrays (.npy).
    Why: A zip archive that is damaged, encrypted or has other members cannot be read.
    Fix: Write the file again, with `numpy.savez` or `pantin convert`.
    Source: numpy.lib.format (NEP 1), and the documentation of `numpy.savez`.
    """
    if error.array is None:
        yield bad_archive.at(why=str(error))


@rule("NPZ-ARRAY", "error", "array '{array}': {why}")
def bad_array(error: NpzError) -> Iterator[Finding]:
    """Invalid array in a NumPy archive.

    What: The header of an array must state a dtype of numbers, booleans or strings, and a shape that matches
    the size of the data. Names of arrays must be unique.
    Why: The numbers cannot be interpreted.
    Fix: Write the array again, with `numpy.savez` or `pantin convert`.
    Source: numpy.lib.format (NEP 1), "Format specification: version 1.0".
    """
    if error.array is not None:
        yield bad_array.at(array=error.array, why=str(error))


@rule("NPZ-KIND", "error", "{what}")
def not_a_model(error: KindError) -> Iterator[Finding]:
    """NumPy archive without a model.

    What: The names of the arrays are not those of a rig: neither Pantin's own, nor those of posed geometry,
    of a UniRig file or of a motion of SMPL.
    Why: Any program writes any arrays to .npz files. Without known names, Pantin cannot tell what they mean.
    Fix: Read the arrays with NumPy, rename them as docs/arrays.md describes, and save them again.
    Source: docs/arrays.md.
    """
    yield not_a_model.at(what=str(error))


@rule("NPZ-SCHEMA", "error", "{what}")
def bad_schema(error: SchemaError) -> Iterator[Finding]:
    """Arrays do not form a rig.

    What: An array is missing, has another shape or dtype than it should, refers to something that does not
    exist, or contradicts another array.
    Why: The arrays depend on each other: each row of weights belongs to a vertex, each parent is a joint.
    Fix: Correct the array that the message names.
    Source: docs/arrays.md; for files of UniRig, its README, "Dataset Format".
    """
    yield bad_schema.at(what=str(error))


@rule("NPZ-UNKNOWN_ARRAY", "warning", "ignored the array '{array}', which is not in the schema")
def unknown_array(document: Document) -> Iterator[Finding]:
    """Array is not in the schema.

    What: The file has an array with a name that the schema of rigs does not have.
    Why: Pantin ignores it. A name that is misspelled, such as `normal` for `normals`, drops data silently.
    Fix: Correct the name, or remove the array.
    Source: docs/arrays.md.
    """
    if document.what == ARRAYS:
        yield from (unknown_array.at(array=name) for name in document.unused)


@rule("NPZ-OBJECT", "warning", "ignored the array '{array}', which holds Python objects")
def object_array(document: Document) -> Iterator[Finding]:
    """Array of Python objects.

    What: The array has the dtype object, and holds something other than None, whole numbers and strings.
    Why: Python objects are stored as a pickle, which can run any program when it is read. Pantin does not
    read it.
    Fix: Store numbers and strings as arrays of such.
    Source: the documentation of `numpy.load`, `allow_pickle`.
    """
    yield from (object_array.at(array=name) for name in document.objects)


@rule("NPZ-BETAS", "info", "ignored the body shape (array 'betas')")
def ignored_betas(document: Document) -> Iterator[Finding]:
    """Body shape of a motion is ignored.

    What: `betas` are the shape of the body of SMPL that was recorded. Pantin has no body of SMPL, which is
    not free, and gives all motions the same skeleton, 1.7 m high.
    Why: Rotations are the same for every body. Positions of hands and feet differ by a few centimetres.
    Fix: Nothing to do: retargeting scales the motion by the height of the hips.
    Source: the README of AMASS (nghorbani/amass), "betas".
    """
    if document.what == SMPL_MOTION and "betas" in document.unused:
        yield ignored_betas.at()


@rule("NPZ-FRAME_RATE", "warning", "no array has the frame rate (tried {tried}): taken as {rate:g}")
def no_frame_rate(document: Document) -> Iterator[Finding]:
    """Motion without a frame rate.

    What: A motion of SMPL should have the array `mocap_framerate`, with the frames per second.
    Why: The speed of the motion is unknown.
    Fix: Add the array, such as `mocap_framerate=120.0` in `numpy.savez`.
    Source: the README of AMASS (nghorbani/amass).
    """
    if document.what == SMPL_MOTION and not document.arrays & set(FRAME_RATES):
        yield no_frame_rate.at(tried=", ".join(FRAME_RATES), rate=DEFAULT_FRAME_RATE)


def sniff(start: bytes, name: str) -> bool:
    return is_archive(start)


def read(source: Path | bytes, *, name: str, limits: Limits, resolver: Resolver) -> Document:
    """Raises `BadFile` for a file that is not a model."""
    try:
        return read_document(source, limits)
    except NpzError as error:
        findings = (*bad_archive(error), *bad_array(error))
    except KindError as error:
        findings = tuple(not_a_model(error))
    except SchemaError as error:
        findings = tuple(bad_schema(error))
    raise BadFile(Report(name, "npz", findings)) from None


def lift(document: Document) -> Lifted:
    assert document.rig is not None
    return Lifted(document.rig, ())


def check(document: Document) -> list[Finding]:
    rules = (unknown_array, object_array, ignored_betas, no_frame_rate)
    return [finding for rule in rules for finding in rule(document)]


def not_carried(document: Document) -> Iterator[tuple[str, int, str]]:
    """The arrays that are not in the rig."""
    yield from ((f"the array {name!r}", 1, "") for name in (*document.unused, *document.objects))


def lower(rig: Rig, options: WriteOptions) -> tuple[Document, list[Finding]]:
    """The arrays of a rig."""
    from pantin.arrays.writing import arrays_of

    return Document(write_archive(arrays_of(rig)), rig), []


def lower_posed(rig: Rig, options: WriteOptions) -> tuple[Document, list[Finding]]:
    """The geometry of a rig in a pose."""
    from pantin.formats.geometry.static import lower as lower_geometry
    from pantin.formats.npz.posed import posed_arrays

    geometry, findings = lower_geometry(rig, options)
    return Document(write_archive(posed_arrays(rig, geometry.posed)), what="posed geometry"), findings
