"""The tuple of formats: how a file finds its own, what a name asks for, and that no other list exists."""

from __future__ import annotations

import ast
import re
from importlib import metadata
from pathlib import Path
from types import SimpleNamespace

import pytest
import yaml

import pantin
from pantin.formats import registry
from pantin.formats.format import Format
from pantin.formats.g4mf import FORMAT as G4MF
from pantin.formats.gltf import FORMAT as GLTF
from pantin.formats.npz import FORMAT as NPZ
from pantin.formats.off import FORMAT as OFF
from pantin.formats.registry import (
    by_suffix,
    list_formats,
    readable_suffixes,
    recognise,
    register,
    stem_of,
    suffix_of,
    target_format,
    unregister,
    writable_suffixes,
)
from pantin.formats.rignet import FORMAT as RIGNET
from pantin.formats.rigy import FORMAT as RIGY
from pantin.formats.usd import FORMAT as USD

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "pantin"
EVERY = {suffix for format in list_formats() for suffix in format.suffixes}


@pytest.mark.parametrize(
    ("name", "data", "format"),
    [
        ("a.glb", b"OFF\n", GLTF),
        ("a.GLTF", b"G4MF", GLTF),
        ("a.vrm", b"", GLTF),
        ("a.g4tf", b"{}", G4MF),
        ("a.G3B", b"", G4MF),
        ("-", b"G4MF\0\0\0\0", G4MF),
        ("a.usd", b"", USD),
        ("-", b"PXR-USDC", USD),
        ("-", b"PK\3\4" + bytes(26) + b"model.usdc", USD),
        ("-", b"#usda 1.0\n", USD),
        ("a.off", b"", OFF),
        ("a.noff", b"", OFF),
        ("a.5off", b"", OFF),
        ("-", b"# a cube\n4OFF\n", OFF),
        ("a.rigy.yaml", b"", RIGY),
        ("a.RIGS.YAML", b"", RIGY),
        ("a.ricy.yml", b"", RIGY),
        ("a.yaml", b"", RIGY),
        ("a.glb", b"version: 0.3", GLTF),
        ("-", b"version: '0.3'\n", RIGY),
        ("-", b"# an arm\nversion: '0.3'\n", RIGY),
        ("-", b"rigs_version: '0.1'\n", RIGY),
        ("-", b'{"asset": {"version": "2.0"}}', GLTF),
        ("-", b"glTF\2\0\0\0", GLTF),
        ("a.obj", b"glTF\2\0\0\0", GLTF),
        ("a.txt", b"dear diary", None),
        ("a.txt", b"joints hip 0 1.5 0\nroot hip\n", RIGNET),
        ("hero_rig.txt", b"", RIGNET),
        ("a.dat", b"PK\3\4" + bytes(22) + b"\5\0\0\0a.npy", NPZ),
        ("a.npz", b"", NPZ),
        ("-", b"", None),
    ],
)
def test_a_file_is_recognised_by_its_name_or_else_by_its_first_bytes(name, data, format):
    assert recognise(data, name) is format


def test_a_file_that_is_not_there_is_for_the_reader_to_tell(tmp_path):
    assert recognise(tmp_path / "missing.txt", "missing.txt") is None
    assert recognise(tmp_path / "missing.glb", "missing.glb") is GLTF


@pytest.mark.parametrize(
    ("name", "suffix", "stem"),
    [
        ("m/arm.rigy.yaml", ".rigy.yaml", "arm"),
        ("arm.v2.yaml", ".yaml", "arm.v2"),
        ("room.RIGS.yml", ".rigs.yml", "room"),
        ("arm.GLB", ".glb", "arm"),
        ("-", "", "-"),
        ("a.txt", ".txt", "a"),
        ("hero_rig.txt", "_rig.txt", "hero"),
        (".glb", ".glb", ".glb"),
    ],
)
def test_the_suffix_and_the_stem_of_a_name(name, suffix, stem):
    assert suffix_of(name) == suffix
    assert stem_of(name) == stem


def test_no_suffix_has_two_formats():
    every = [suffix for format in list_formats() for suffix in format.suffixes]
    assert len(every) == len(set(every))
    assert all(by_suffix(f"a{suffix}").suffixes.count(suffix) for suffix in every)


def test_what_can_be_read_and_written():
    assert [format.name for format in list_formats()] == [
        "glTF",
        "G4MF",
        "USD",
        "FBX",
        "OFF",
        "OBJ",
        "STL",
        "NPZ",
        "RigNet",
        "BVH",
        "Rigy",
    ]
    assert {format.name for format in list_formats() if not format.readable} == {"OBJ", "STL"}
    assert {format.name for format in list_formats() if not format.writable} == {"Rigy"}
    assert set(readable_suffixes()) | set(writable_suffixes()) == EVERY


@pytest.mark.parametrize(
    ("parts", "suffixes"),
    [
        (
            ("clips",),
            (".gltf", ".glb", ".vrm", ".vrma", *G4MF.suffixes, *USD.suffixes, ".fbx", ".npz", ".bvh"),
        ),
        (("skeletons",), (".gltf", ".glb", ".vrm", *G4MF.suffixes, ".npz")),
        (
            ("surfaces.lines", "meshes"),
            (".gltf", ".glb", ".vrm", *G4MF.suffixes, *USD.suffixes, ".fbx", ".obj", ".npz"),
        ),
    ],
)
def test_what_holds_some_parts_of_a_rig(parts, suffixes):
    assert writable_suffixes(*parts) == suffixes


@pytest.mark.parametrize(
    ("name", "parts", "words"),
    [
        ("out", (), r"^out: the file name needs a suffix, which chooses the format: \.gltf, \.glb"),
        ("out.xyz", (), r"^out\.xyz: Pantin does not write \.xyz \(formats that it writes: \.gltf, \.glb"),
        ("out.rigy.yaml", (), r"does not write \.rigy\.yaml "),
        (
            "out.OBJ",
            ("clips",),
            r"\.obj cannot store clips \(formats that can: "
            r"\.gltf, \.glb, \.vrm, \.vrma, \.g4b, .+, \.usda, \.usdc, \.usdz, \.usd, \.fbx, \.npz, \.bvh\)$",
        ),
        (
            "out.vrma",
            ("clips", "skins"),
            r"\.vrma cannot store skins \(formats that can: "
            r"\.gltf, \.glb, \.vrm, \.g4b, .+, \.usda, \.usdc, \.usdz, \.usd, \.fbx, \.npz\)$",
        ),
    ],
)
def test_a_name_that_asks_for_nothing_there_is_gets_a_sentence(name, parts, words):
    with pytest.raises(ValueError, match=words):
        target_format(name, *parts)


def test_a_name_asks_for_its_format_whatever_its_case():
    assert target_format(Path("folder.x", "OUT.GlB"), "clips") is GLTF


# Formats of others


def test_a_name_and_a_suffix_are_taken_once():
    with pytest.raises(ValueError, match=r"^Mine: glTF already has the suffix \.glb$"):
        register(Format(name="Mine", suffixes=(".mine", ".glb")))
    with pytest.raises(ValueError, match="the format OFF is already registered"):
        register(Format(name="OFF", suffixes=(".mine",)))
    mine = Format(name="Mine", suffixes=(".mine",))
    with pytest.raises(ValueError, match="Mine is not registered"):
        unregister(mine)
    register(mine)
    try:
        with pytest.raises(ValueError, match=r"Mine already has the suffix \.mine"):
            register(Format(name="Other", suffixes=(".mine",)))
    finally:
        unregister(mine)
    assert mine not in list_formats()


class Point:
    """An entry point, as `importlib.metadata` gives them."""

    def __init__(self, name, load):
        self.name, self.value, self.load = name, f"package:{name}", load


@pytest.fixture
def plug_ins(monkeypatch):
    """Installs packages that add these formats."""

    def install(*points):
        monkeypatch.setattr(
            metadata, "entry_points", lambda *, group: points if group == "pantin.formats" else ()
        )
        monkeypatch.setattr("pantin.base.plug_ins.is_used", lambda group: True)
        registry._plug_ins.cache_clear()

    yield install
    registry._plug_ins.cache_clear()


def fail():
    raise RuntimeError("half installed")


def test_a_package_adds_a_format_through_its_entry_point(plug_ins):
    abc = Format(
        name="Alembic", suffixes=(".abc",), read=fail, sniff=lambda start, name: start[:4] == b"Ogaw"
    )
    plug_ins(Point("abc", lambda: abc))
    assert list_formats()[-1] is abc
    assert recognise(b"", "a.ABC") is abc
    assert recognise(b"Ogawa", "a.data") is abc
    assert ".abc" in readable_suffixes()


@pytest.mark.parametrize(
    ("load", "words"),
    [
        (fail, "the format 'bad' cannot be loaded: half installed"),
        (lambda: "Alembic", "the format 'bad' cannot be loaded: 'Alembic' is not a pantin.formats.Format"),
        (
            lambda: Format(name="GLB", suffixes=(".glb",)),
            r"cannot be loaded: GLB: glTF already has the suffix \.glb",
        ),
        (
            lambda: Format(name="Good", suffixes=(".bad",)),
            "cannot be loaded: the format Good is already registered",
        ),
    ],
)
def test_an_entry_point_that_is_no_format_costs_one_warning_and_nothing_else(plug_ins, load, words):
    good = Format(name="Good", suffixes=(".good",), read=fail)
    plug_ins(Point("good", lambda: good), Point("bad", load))
    with pytest.warns(UserWarning, match=words) as warned:
        assert list_formats()[-1] is good
    assert len(warned) == 1
    assert list_formats()[-1] is good
    assert pantin.check(ROOT / "examples" / "arm.glb").ok


def test_a_file_with_a_known_suffix_does_not_wait_for_other_packages(plug_ins, monkeypatch):
    def refuse(*, group):
        raise AssertionError("no entry point is needed")

    plug_ins()
    monkeypatch.setattr(metadata, "entry_points", refuse)
    assert pantin.check(ROOT / "examples" / "arm.glb").ok


# No other list of suffixes

NAMED = {
    "verbs/compile.py": {".glb"},
    "verbs/new.py": {".rigy.yaml", ".rigs.yaml", ".glb"},
}
"""What a batch of `compile` writes, and the sources that `new` writes with what to compile them to."""


FOLDERS = [(f"formats/{type(format).__module__.rpartition('.')[2]}/", format) for format in list_formats()]
"""The folder of each format, where its suffixes stand."""


def docstrings(tree):
    """The string expressions of a module, which document what is above or around them."""
    return {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }


def suffixes_in(path):
    """The registered suffixes among the strings of a module. A part of an f-string is the end of a name."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    named = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    skipped = docstrings(tree) | named
    return {
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and id(node) not in skipped and node.value in EVERY
    }


def test_a_list_of_suffixes_is_seen(tmp_path):
    path = tmp_path / "a.py"
    path.write_text('"""Of .glb files."""\nA = (".glb", ".x")\n".gltf"\nB = f"{A}.obj"\nC = A == ".stl"\n')
    assert suffixes_in(path) == {".glb", ".stl"}


def test_no_other_module_lists_suffixes():
    result = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        module = path.relative_to(PACKAGE).as_posix()
        own = next((set(format.suffixes) for folder, format in FOLDERS if module.startswith(folder)), set())
        result[module] = suffixes_in(path) - NAMED.get(module, set()) - own
    assert {module: suffixes for module, suffixes in result.items() if suffixes} == {}


@pytest.mark.parametrize("format", [GLTF, G4MF], ids=lambda format: format.name)
@pytest.mark.parametrize("write", [False, True])
def test_containers_go_by_the_suffixes_as_the_record_says(format, write, tmp_path):
    """Read: a file that begins like none. Written: as the report on it says."""
    for suffix in format.suffixes:
        if write and format.form(suffix) is not format:
            continue  # not the document of the source
        if write:
            source = "vrm/avatar.vrm" if suffix == ".vrm" else "arm.glb"
            report = pantin.convert(ROOT / "examples" / source, tmp_path / f"a{suffix}")
            assert report.format == format.kind(suffix)
            assert pantin.load(tmp_path / f"a{suffix}").document.kind == format.kind(suffix)
        else:
            assert pantin.check(b"dear diary", name=f"a{suffix}").format == format.kind(suffix)


class Failing(Format):
    name, suffixes = "Failing", (".failing",)

    def sniff(self, start, name):
        raise RuntimeError("no sense of smell")

    def read(self, source, **options):
        raise RuntimeError("cannot read")


def test_a_format_of_another_package_that_fails_is_named(monkeypatch):
    monkeypatch.setattr(registry, "_registered", [Failing()])
    with pytest.raises(pantin.Unsupported, match="Failing failed: RuntimeError: cannot"):
        pantin.load(b"x", name="a.failing")
    data = (ROOT / "examples" / "arm.glb").read_bytes()
    assert pantin.check(data, name="without a suffix").ok


def test_a_plug_in_that_ends_the_process_is_left_out(monkeypatch):
    def leave():
        raise SystemExit(77)

    point = SimpleNamespace(name="bad", value="package:bad", load=leave)
    monkeypatch.setattr("pantin.base.plug_ins.is_used", lambda group: True)
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: [point])
    registry._plug_ins.cache_clear()
    try:
        with pytest.warns(UserWarning, match="'bad' cannot be loaded: its module ends the process"):
            assert registry._plug_ins() == ()
    finally:
        registry._plug_ins.cache_clear()


def test_the_pre_commit_hook_that_fixes_takes_every_file_that_has_fixes():
    from pantin.verbs.fix import has_fixes

    _, hook = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    fixed = [format for format in list_formats() if format.is_in_folders() and has_fixes(format)]
    suffixes = [suffix for format in fixed for suffix in format.suffixes]
    assert hook["files"] == rf"(?i)({'|'.join(map(re.escape, suffixes))})$"
    assert all(format.name in hook["description"] for format in fixed)


def test_the_pre_commit_hook_takes_every_file_that_can_be_read():
    hook, _ = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    walked = [format for format in list_formats() if format.readable and format.is_in_folders()]
    suffixes = [suffix for format in walked for suffix in format.suffixes]
    assert hook["files"] == rf"(?i)({'|'.join(map(re.escape, suffixes))})$"
    assert all(format.name in hook["description"] for format in walked)
    for suffix in EVERY:
        assert bool(re.search(hook["files"], f"models/a{suffix}")) == (suffix in suffixes)
