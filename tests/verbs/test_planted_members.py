"""Nothing is lost silently: every member that a format defines survives a conversion or is reported.

One member at a time is planted into a small document. Converted with it, the result differs from the one
without, or the report does: with a finding at the member, at an object around it, or at its collection.
"""

from __future__ import annotations

import json
import re
from collections import Counter

import planting
import pytest

import pantin

IN_THE_RIG = {
    # The root of a skeleton in G4MF is the parent of its first bone, whether or not a skin names it.
    "/skins/0/skeleton": lambda rig: (
        rig.skins and rig.nodes.parents[rig.skins[0].joints[0]] == rig.skins[0].root
    )
}
"""Members that are in every result of the base document too, so that nothing differs."""


WHOLE = {
    "clip": r"^/animations/",
    "image": r"^/(images|files)/",
    "texture": r"^/textures/",
    "node": r"^/nodes/",
    "scene": r"^/scenes/",
    "shape": r"^/shapes/",
    **{noun: rf"/{noun}s?(/|$)" for noun in ("skin", "sampler", "material", "camera", "light")},
}
"""Where documents have the objects that a finding about all of them is about."""


class Converter:
    """Converts documents to one format, and compares results with that of the base document."""

    def __init__(self, folder, base, name, target):
        self.folder, self.name, self.target = folder, name, target
        self.base_files, self.base_findings = self.convert(planting.to_bytes(base))
        self.base = base
        self.is_readable = any(
            target in format.suffixes and format.readable for format in pantin.list_formats()
        )

    def convert(self, data):
        for old in [path for path in self.folder.rglob("*") if path.is_file()]:
            old.unlink()
        out = self.folder / f"out{self.target}"
        report = pantin.convert(data, out, name=self.name)
        written = [path for path in self.folder.rglob("*") if path.is_file()]
        return {path.name: path.read_bytes() for path in written}, report.findings

    def outcome(self, data, planted):
        """`survived`, `reported`, or `lost`."""
        files, findings = self.convert(data)
        fresh = Counter((one.rule, one.pointer, one.message) for one in findings)
        before = Counter((one.rule, one.pointer, one.message) for one in self.base_findings)
        if any(concerns(pointer, message, planted) for _, pointer, message in fresh - before):
            return "reported"
        if kept(files, self.base_files, planted.value):
            return "survived"
        if any(self.explains(pointer or "", message, planted) for _, pointer, message in before):
            return "reported"
        check = IN_THE_RIG.get(planted.pointer)
        if check is not None and self.is_readable:
            return "survived" if check(pantin.load(self.folder / f"out{self.target}").rig) else "lost"
        return "lost"

    def explains(self, pointer, message, planted):
        """Whether a finding without the member is about it already: the object it belongs to is dropped as a
        whole, or the member has another value in the base document."""
        whole = re.match(r"dropped (\w+) [\"\d]", message)
        if whole and whole[1] in WHOLE and re.search(WHOLE[whole[1]], planted.pointer):
            return True
        if message.startswith('dropped "') and planted.pointer.startswith(f"{pointer}/"):
            return True
        if "blend shapes" in message and "/targets/" in planted.pointer:
            return True
        try:
            planting.at(self.base, planted.place)
        except LookupError:
            return False
        return bool(pointer) and planted.pointer.startswith(pointer)


def concerns(pointer, message, planted):
    """Whether a finding is about the planted member: at it, around it, in it, or in its collection."""
    where = pointer or ""
    place = planted.pointer
    own = re.match(r"/[^/]+", place).group()
    if where and (place.startswith(where) or where.startswith((place, own))):
        return True
    # Documents have lights in an extension, and extras of the root without a collection around them. Images
    # of the rig are files of G4MF, and skins are in its meshes: messages name them, without a pointer.
    words = {"light": "/extensions/KHR_lights_punctual", "extras": "/extras", "copyright": "/asset"}
    words |= {"linear": "/skinning_solver", "image": "/files", "skin": "/meshes/0/skin"}
    return any(word in message and place.startswith(prefix) for word, prefix in words.items())


def kept(files, base, value):
    """Whether the value is in the files: as text where it is a string or a number, else as a difference."""
    if files == base:
        return False
    needle = next(iter(needles(value)), None)
    if needle is None:
        return True
    wide = needle.decode().encode("utf-32-le")  # NumPy's strings
    spellings = (needle, needle.replace(b" ", b"_"), wide)
    return any(spelling in data for data in files.values() for spelling in spellings)


def needles(value):
    if value == planting.NEEDLE:
        yield planting.NEEDLE.encode()
    elif isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from needles(item)


def outcomes(converter, plants):
    """How many members survived, were reported, and which were lost."""
    counts, lost = Counter(), []
    for planted in plants:
        outcome = converter.outcome(planting.to_bytes(planted.into(converter.base)), planted)
        counts[outcome] += 1
        lost += [planted.pointer] if outcome == "lost" else []
    return counts, lost


@pytest.mark.parametrize("target", [".g4tf", ".usda", ".off", ".obj", ".stl", ".npz"])
def test_members_of_gltf_survive_or_are_reported(target, tmp_path):
    base = planting.gltf()
    counts, lost = outcomes(Converter(tmp_path, base, "a.gltf", target), list(planting.plants_in_gltf(base)))
    assert lost == []
    assert counts.total() > 250


@pytest.mark.parametrize("target", [".glb", ".off", ".obj", ".stl", ".npz"])
def test_members_of_g4mf_survive_or_are_reported(target, corpus, tmp_path):
    (tmp_path / "made").mkdir()
    base = planting.g4mf(tmp_path / "made")
    (tmp_path / "out").mkdir()
    counts, lost = outcomes(
        Converter(tmp_path / "out", base, "a.g4tf", target),
        list(planting.plants_in_g4mf(corpus / "schemas" / "g4mf", base)),
    )
    assert lost == []
    assert counts.total() > 250


def kept_by_edits(planted):
    """The verbs that edit a glTF document, each with the place of the member afterwards."""
    data = planting.to_bytes(planted.into(planting.gltf()))

    def asset():
        return pantin.load(data, name="a.gltf")

    yield "pose", lambda path: pantin.save(pantin.pose(asset(), keep_rig=True), path)
    yield "skeletons", lambda path: pantin.save(pantin.derive_skeletons(asset()), path)
    yield "bake", lambda path: pantin.save(pantin.bake_springs(asset(), seconds=0.1), path)
    yield "convert", lambda path: pantin.convert(data, path, name="a.gltf")


def test_edits_of_gltf_keep_every_member(tmp_path):
    """An edit changes what it is for and nothing else."""
    lost, count = [], 0
    for planted in planting.plants_in_gltf(planting.gltf()):
        for verb, run in kept_by_edits(planted):
            out = tmp_path / ("out.glb" if verb == "convert" else "out.gltf")
            assert run(out).ok, (verb, planted.pointer)
            tree = planting.glb_json(out.read_bytes()) if verb == "convert" else json.loads(out.read_bytes())
            count += 1
            if not is_kept(tree, planted):
                lost.append((verb, planted.pointer))
    # The root of a skeleton is what `skeletons` derives.
    assert lost == [("skeletons", "/skins/0/skeleton")]
    assert count > 1000


def is_kept(tree, planted):
    """Whether the member is where it was planted; objects that are appended to it come after."""
    try:
        found = planting.at(tree, planted.place)
    except LookupError:
        return False
    value = planted.value
    if isinstance(value, list) and len(planted.place) == 1:
        return found[len(value) - 1].get("name") == planting.NEEDLE
    return found == value


RIGY = {
    "version": "0.11",
    "materials": {"grey": {"base_color": [0.5, 0.5, 0.5, 1.0]}},
    "meshes": [
        {
            "id": "m",
            "primitives": [
                {"id": "p", "type": "box", "dimensions": {"x": 1.0, "y": 1.0, "z": 1.0}, "material": "grey"}
            ],
        }
    ],
    "armatures": [
        {
            "id": "a",
            "bones": [
                {"id": "r", "parent": "none", "head": [0, 0, 0], "tail": [0, 1, 0]},
                {"id": "b", "parent": "r", "head": [0, 1, 0], "tail": [0, 2, 0]},
            ],
        }
    ],
    "bindings": [
        {
            "mesh_id": "m",
            "armature_id": "a",
            "weights": [{"primitive_id": "p", "bones": [{"bone_id": "r", "weight": 1.0}]}],
        }
    ],
}
"""A box on two bones, by Rigy 0.3 to 0.11. JSON is YAML."""

RIGY_PLANTS = [
    planting.Planted(("materials", planting.NEEDLE.replace(" ", "_")), {"base_color": [0.25, 0.5, 0.5, 1.0]}),
    planting.Planted(("materials", "grey", "base_color"), [planting.NUMBER, 0.5, 0.5, 1.0]),
    planting.Planted(("meshes", 0, "name"), planting.NEEDLE),
    planting.Planted(("meshes", 0, "primitives", 0, "transform"), {"translation": [0, 0.25, 0]}),
    planting.Planted(("armatures", 0, "name"), planting.NEEDLE),
    planting.Planted(("armatures", 0, "bones", 1, "roll"), 0.5),
    planting.Planted(("skinning_solver",), "dqs"),
    planting.Planted(("poses",), [{"id": "bent", "bones": {"b": {"rotation": [1.0, 0.0, 0.0, 0.0]}}}]),
    planting.Planted(("anchors",), [{"id": "tip", "translation": [0, 1, 0]}]),
]


@pytest.mark.parametrize("target", [".glb", ".g4tf"])
def test_members_of_rigy_survive_or_are_reported(target, tmp_path):
    counts, lost = outcomes(Converter(tmp_path, RIGY, "a.rigy.yaml", target), RIGY_PLANTS)
    assert lost == []
    assert counts["survived"] > 3
