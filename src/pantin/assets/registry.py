"""The registry of formats, and how to find the format of a file or of a file name."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import TypeAlias

from pantin import files
from pantin.assets import capabilities
from pantin.assets.edits import Edits
from pantin.assets.format import Format
from pantin.later import Later
from pantin.limits import Limits

Source: TypeAlias = "str | os.PathLike[str] | bytes"
"""A file, or the bytes of one."""

SNIFFED_BYTES = 1 << 12
"""How many first bytes `sniff` gets: the version of a Rigy source is near the top."""

PLUG_INS = "pantin.formats"
"""The entry point group through which other packages add formats."""

_GLTF, _G4MF = "pantin.assets.gltf", "pantin.assets.g4mf"
_GLTF_EDITS, _G4MF_EDITS = "pantin.assets.gltf_edits", "pantin.assets.g4mf_edits"
_GLTF_PARTS = "pantin.assets.gltf_part_edits"
_OFF, _RIGY, _GEOMETRY = "pantin.assets.off", "pantin.assets.rigy", "pantin.assets.geometry"
_USD = "pantin.assets.usd"
_NPZ, _RIGNET, _BVH = "pantin.assets.npz", "pantin.assets.rignet", "pantin.assets.bvh"
_VRMA = "pantin.assets.vrma"

GLTF = Format(
    name="glTF",
    suffixes=(".gltf", ".glb", ".vrm", ".vrma"),
    sniff=Later(_GLTF, "sniff"),
    read=Later(_GLTF, "read"),
    lift=Later(_GLTF, "lift"),
    lower=Later(_GLTF, "lower"),
    write=Later(_GLTF, "write"),
    check=Later(_GLTF, "check"),
    capabilities=capabilities.GLTF,
    forms={
        ".vrma": Format(
            name="VRM animation",
            suffixes=(".vrma",),
            lower=Later(_VRMA, "lower"),
            write=Later(_GLTF, "write"),
            keeps=Later(_VRMA, "keeps"),
            adapt=Later(_VRMA, "adapt"),
            capabilities=capabilities.VRMA,
            options=frozenset({"clip", "embed"}),
        )
    },
    characters=frozenset({".vrm"}),
    kinds={".vrm": "glb", ".vrma": "glb"},
    options=frozenset({"embed"}),
    condition=Later(_GLTF, "condition"),
    locate=Later("pantin.formats.gltf.check", "with_lines"),
    not_carried=Later("pantin.formats.gltf.not_carried", "not_carried"),
    companions=Later("pantin.formats.document.document", "files_of"),
    edits=Edits(
        bake_pose=Later(_GLTF_EDITS, "bake_pose"),
        write_pose=Later(_GLTF_EDITS, "write_pose"),
        append_clip=Later(_GLTF_EDITS, "append_clip"),
        strip_springs=Later(_GLTF_EDITS, "strip_springs"),
        derive_skeletons=Later(_GLTF_EDITS, "derive_skeletons"),
        strip_skeletons=Later(_GLTF_EDITS, "strip_skeletons"),
        fix=Later(_GLTF_EDITS, "fix"),
        set_local=Later(_GLTF_PARTS, "set_local"),
        set_weights=Later(_GLTF_PARTS, "set_weights"),
        set_inverse_binds=Later(_GLTF_PARTS, "set_inverse_binds"),
        add_blend_shape=Later(_GLTF_PARTS, "add_blend_shape"),
        set_blend_weights=Later(_GLTF_PARTS, "set_blend_weights"),
        remove_clip=Later(_GLTF_PARTS, "remove_clip"),
        add_nodes=Later(_GLTF_PARTS, "add_nodes"),
        remove_nodes=Later(_GLTF_PARTS, "remove_nodes"),
        rename=Later(_GLTF_PARTS, "rename"),
        set_material=Later(_GLTF_PARTS, "set_material"),
    ),
    rules=(*(f"pantin.formats.gltf.{module}" for module in ("check", "lift", "new", "save")), _VRMA),
    summarise=Later(_GLTF, "summarise"),
    families={"GLTF": "about glTF 2.0 files, with the names of the Khronos validator"},
)

G4MF = Format(
    name="G4MF",
    suffixes=(".g4b", ".g4tf", ".g3b", ".g3tf", ".g4mf"),
    sniff=Later(_G4MF, "sniff"),
    read=Later(_G4MF, "read"),
    lift=Later("pantin.formats.g4mf.lift", "lift"),
    lower=Later(_G4MF, "lower"),
    adapt=Later(_G4MF, "adapt"),
    write=Later(_G4MF, "write"),
    check=Later("pantin.formats.g4mf.check", "findings"),
    capabilities=capabilities.G4MF,
    kinds={".g3b": "g4b", ".g3tf": "g4tf", ".g4mf": "g4b"},
    options=frozenset({"dialect", "omit_inferable"}),
    condition=Later(_G4MF, "condition"),
    locate=Later("pantin.formats.g4mf.check", "with_lines"),
    not_carried=Later("pantin.formats.g4mf.not_carried", "not_carried"),
    companions=Later("pantin.formats.document.document", "files_of"),
    rig_rules=False,  # its own rules cover weights and binds in any dimension, with pointers
    edits=Edits(bake_pose=Later(_G4MF_EDITS, "bake_pose"), write_pose=Later(_G4MF_EDITS, "write_pose")),
    about=Later(_G4MF, "about"),
    rules=tuple(f"pantin.formats.g4mf.{module}" for module in ("check", "lift", "lower", "save")),
    families={"G4MF": "about G4MF files, in any number of dimensions"},
)

OFF = Format(
    name="OFF",
    suffixes=(".off", ".4off", ".noff"),
    sniff=Later(_OFF, "sniff"),
    read=Later(_OFF, "read"),
    lift=Later(_OFF, "lift"),
    lower=Later(_OFF, "lower"),
    write=Later(_OFF, "write"),
    capabilities=capabilities.OFF,
    static=True,
    kinds={".4off": "off", ".noff": "off"},
    options=frozenset({"pose", "solver"}),
    not_carried=Later(_OFF, "not_carried"),
    rig_rules=False,  # rules about rigs do not apply to a polytope
    anew=True,
    rules=(_OFF,),
    families={"OFF": "about OFF files: polytopes as text"},
)

RIGY = Format(
    name="Rigy",
    suffixes=(".rigy.yaml", ".rigs.yaml", ".ricy.yaml", ".rigy.yml", ".rigs.yml", ".ricy.yml"),
    without_model=(".ricy.yaml", ".ricy.yml"),
    sniff=Later(_RIGY, "sniff"),
    read=Later(_RIGY, "read"),
    lift=Later(_RIGY, "lift"),
    check=Later(_RIGY, "check"),
    over_limit=Later(_RIGY, "over_limit"),
    capabilities=capabilities.RIGY,
    condition=Later(_RIGY, "condition"),
    not_carried=Later(_RIGY, "not_carried"),
    companions=Later(_RIGY, "companions"),
    rig_rules=False,  # the compiler makes no rig that violates one
    rules=("pantin.formats.rigy", "pantin.assets.bone_tails"),
    summarise=Later(_RIGY, "summarise"),
    families={"RIGY": "about Rigy sources, with the numbers of the language"},
)

NPZ = Format(
    name="NPZ",
    suffixes=(".npz",),
    shared_suffix=True,  # most archives are not models
    sniff=Later(_NPZ, "sniff"),
    read=Later(_NPZ, "read"),
    lift=Later(_NPZ, "lift"),
    lower=Later(_NPZ, "lower"),
    write=Later(_NPZ, "write"),
    check=Later(_NPZ, "check"),
    capabilities=capabilities.NPZ,
    of_poses=Format(
        name="posed NPZ",
        suffixes=(".npz",),
        lower=Later(_NPZ, "lower_posed"),
        write=Later(_NPZ, "write"),
        capabilities=capabilities.NPZ_POSED,
        static=True,
        options=frozenset({"pose", "solver"}),
    ),
    not_carried=Later(_NPZ, "not_carried"),
    anew=True,
    rules=(_NPZ,),
    families={"NPZ": "about NumPy archives: rigs as arrays"},
)

RIGNET = Format(
    name="RigNet",
    suffixes=("_rig.txt",),
    sniff=Later(_RIGNET, "sniff"),
    read=Later(_RIGNET, "read"),
    lift=Later(_RIGNET, "lift"),
    lower=Later(_RIGNET, "lower"),
    write=Later(_RIGNET, "write"),
    capabilities=capabilities.RIGNET,
    kinds={"_rig.txt": "rignet"},
    companions=Later(_RIGNET, "companions"),
    anew=True,
    rules=(_RIGNET,),
    families={"RIGNET": "about rigs of RigNet: a text with an OBJ file beside it"},
)

USD = Format(
    name="USD",
    suffixes=(".usda", ".usdc", ".usdz", ".usd"),
    extra="usd",
    sniff=Later(_USD, "sniff"),
    read=Later(_USD, "read"),
    lift=Later(_USD, "lift"),
    lower=Later(_USD, "lower"),
    write=Later(_USD, "write"),
    check=Later(_USD, "check"),
    capabilities=capabilities.USD,
    not_carried=Later(_USD, "not_carried"),
    companions=Later(_USD, "companions"),
    rig_rules=False,  # its own rules cover weights and binds, with the paths of prims
    variants=True,
    anew=True,
    rules=(
        _USD,
        *(
            f"pantin.formats.usd.{module}"
            for module in ("dual_quaternions", "file_rules", "rules", "lift.losses", "lower.losses")
        ),
    ),
    families={"USD": "about USD stages: skeletons, bindings, blend shapes and animations"},
)

BVH = Format(
    name="BVH",
    suffixes=(".bvh",),
    sniff=Later(_BVH, "sniff"),
    read=Later(_BVH, "read"),
    lift=Later(_BVH, "lift"),
    lower=Later(_BVH, "lower"),
    adapt=Later(_BVH, "adapt"),
    write=Later(_BVH, "write"),
    check=Later("pantin.formats.bvh.rules", "check"),
    capabilities=capabilities.BVH,
    options=frozenset({"clip", "fps", "scale"}),
    condition=Later(_BVH, "condition"),
    not_carried=Later(_BVH, "not_carried"),
    anew=True,
    rules=("pantin.formats.bvh.rules", _BVH),
    families={"BVH": "about Biovision motion files"},
)

_BUILT_IN = (
    GLTF,
    G4MF,
    USD,
    OFF,
    Format(
        name="OBJ",
        suffixes=(".obj",),
        lower=Later(_GEOMETRY, "lower"),
        write=Later(_GEOMETRY, "write_obj"),
        capabilities=capabilities.OBJ,
        static=True,
        options=frozenset({"pose", "solver"}),
        rules=("pantin.formats.geometry.obj_losses",),
    ),
    Format(
        name="STL",
        suffixes=(".stl",),
        lower=Later(_GEOMETRY, "lower"),
        write=Later(_GEOMETRY, "write_stl"),
        capabilities=capabilities.STL,
        static=True,
        options=frozenset({"pose", "solver"}),
    ),
    NPZ,
    RIGNET,
    BVH,
    RIGY,
)

_registered: list[Format] = []


def register(format: Format) -> None:
    """Add a format to all functions and commands. Raises `ValueError` if its name or a suffix is taken."""
    _refuse_taken(format, list_formats())
    _registered.append(format)


def unregister(format: Format) -> None:
    """Remove a registered format. Raises `ValueError` for a format that is not registered."""
    if format not in _registered:
        raise ValueError(f"{format.name} is not registered")
    _registered.remove(format)


def _refuse_taken(format: Format, others: Iterable[Format]) -> None:
    for known in others:
        taken = [suffix for suffix in format.suffixes if suffix in known.suffixes]
        if taken:
            raise ValueError(f"{format.name}: {known.name} already has the suffix {', '.join(taken)}")
        if known.name == format.name:
            raise ValueError(f"there is already a format {known.name}")


def list_formats() -> tuple[Format, ...]:
    """Every format, with whether it is `readable` and `writable`, and the `extra` that it needs.

    >>> [format.name for format in pantin.list_formats() if not format.readable]
    ['OBJ', 'STL']
    """
    return (*_BUILT_IN, *_plug_ins(), *_registered)


@cache
def _plug_ins() -> tuple[Format, ...]:
    """The formats of other packages. Warns about one that cannot be loaded."""
    from importlib.metadata import entry_points  # takes as long to import as reading a small file

    result: list[Format] = []
    for point in entry_points(group=PLUG_INS):
        try:
            format = point.load()
            if not isinstance(format, Format):
                raise TypeError(f"{point.value} is not a pantin.assets.Format")
            _refuse_taken(format, (*_BUILT_IN, *result))
        except Exception as error:
            warnings.warn(f"the format {point.name!r} cannot be loaded: {error}", stacklevel=2)
            continue
        result.append(format)
    return tuple(result)


def named(name: str) -> Format:
    """The format with this name; raises `KeyError`."""
    return {format.name: format for format in list_formats()}[name]


def by_suffix(name: str) -> Format | None:
    """The format of the suffix of a file name. Formats of other packages come last: finding them takes longer
    than reading a small file."""
    lower = name.lower()
    known = (format for formats in _in_turn() for format in formats)
    return next((format for format in known if lower.endswith(format.suffixes)), None)


def _in_turn() -> Iterator[Sequence[Format]]:
    yield _BUILT_IN
    yield _registered
    yield _plug_ins()


def suffix_of(name: str | os.PathLike[str]) -> str:
    """The suffix of a name as its format defines it (`.rigy.yaml`), else what follows the last dot."""
    name = os.fspath(name)
    format = by_suffix(name)
    known = (suffix for suffix in (format.suffixes if format else ()) if name.lower().endswith(suffix))
    return next(known, Path(name).suffix.lower())


def stem_of(name: str | os.PathLike[str]) -> str:
    """The name without folder and suffix: `arm` for `models/arm.rigy.yaml`."""
    last = Path(name).name
    return last[: len(last) - len(suffix_of(last))] or last


def recognise(source: Source, name: str) -> Format | None:
    """The format of a file, or of the bytes of a file called `name`; None if it is unknown."""
    known = by_suffix(name)
    if known is not None and known.readable:
        return known
    start = start_of(source)
    return next((format for format in _by_content() if format.sniff(start, name)), None)


def _by_content() -> Iterator[Format]:
    """The order in which formats look at first bytes: glTF, which accepts any JSON, is the last."""
    yield from (RIGY, G4MF, USD, OFF, NPZ, RIGNET, BVH)
    yield from _plug_ins()
    yield from _registered
    yield GLTF


def start_of(source: Source) -> bytes:
    """The first bytes; empty for a file that cannot be opened, which the reader will report."""
    if isinstance(source, bytes):
        return source[:SNIFFED_BYTES]
    try:
        with Path(source).open("rb") as stream:
            return stream.read(SNIFFED_BYTES)
    except OSError:
        return b""


def seekable(source: Source, limits: Limits) -> Path | bytes:
    """The source, as bytes if it is a pipe or a device, which cannot be read twice."""
    if isinstance(source, bytes):
        return source
    path = source if isinstance(source, Path) else Path(source)
    if not path.is_file() and path.exists() and not path.is_dir():
        return bytes(files.read(path, limits.file_bytes))
    return path


def name_of(source: Source, name: str | None) -> str:
    """The name of a file for reports: `name` if given, else its path."""
    return name or ("bytes" if isinstance(source, bytes) else os.fspath(source))


def readable_suffixes() -> tuple[str, ...]:
    """The suffixes of files that can be read."""
    return tuple(suffix for format in list_formats() if format.readable for suffix in format.suffixes)


def writable_suffixes(*parts: str) -> tuple[str, ...]:
    """The suffixes of files that can be written and store these parts of a rig."""
    return tuple(
        suffix
        for format in list_formats()
        if format.writable
        for suffix in format.suffixes
        if all(format.holds(part, suffix) for part in parts)
    )


def target_format(target: str | os.PathLike[str], *parts: str) -> Format:
    """The format of the suffix of a target; raises `ValueError`, with the suffixes that can be written, if it
    cannot store these parts of a rig."""
    name = os.fspath(target)
    format, suffix = by_suffix(name), suffix_of(name)
    if format is not None and format.writable and all(format.holds(part, suffix) for part in parts):
        return format
    known = ", ".join(writable_suffixes(*parts))  # includes the formats of other packages
    if not suffix or name.endswith("/"):
        raise ValueError(f"{name}: the file name needs a suffix, which chooses the format: {known}")
    if format is not None and format.writable:
        missing = next(part for part in parts if not format.holds(part, suffix))
        words = missing.rpartition(".")[2].replace("_", " ")
        raise ValueError(f"{name}: {suffix} cannot store {words} (formats that can: {known})")
    raise ValueError(f"{name}: Pantin does not write {suffix} (formats that it writes: {known})")
