"""Material libraries, read back by a reader of OBJ and MTL that shares no code with the writer."""

from __future__ import annotations

import math
import re
import shlex
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import count
from pathlib import Path

import numpy as np
import pytest

from pantin.base.records import replace
from pantin.deformation import deform
from pantin.formats.obj.write import write_obj
from pantin.rig import (
    Anisotropy,
    Clearcoat,
    Image,
    Instance,
    Material,
    Mesh,
    Node,
    Surface,
    Texture,
    TextureUse,
    build,
)

PNG = b"\x89PNG\r\n\x1a\n" + bytes(20)
JPEG = b"\xff\xd8\xff" + bytes(20)
TRIANGLE = np.eye(3, dtype=np.float32)


@dataclass
class Read:
    """An OBJ with its library: vertices with colours, the material of each object, materials as words."""

    vertices: list[list[float]] = field(default_factory=list)
    texcoords: list[list[float]] = field(default_factory=list)
    object_materials: dict[str, str | None] = field(default_factory=dict)
    materials: dict[str, dict[str, list[str]]] = field(default_factory=dict)
    library: str | None = None


def read(path: Path) -> Read:
    """By Wavefront's description: `usemtl` holds until the next one; the last word of a map is a file."""
    result, current, now = Read(), None, None
    for line in path.read_text(encoding="utf-8").splitlines():
        word, *rest = shlex.split(line, comments=True) or [""]
        if word == "mtllib":
            result.library = rest[0]
        elif word == "o":
            now = rest[0]
        elif word == "usemtl":
            current = rest[0]
        elif word == "v":
            result.vertices.append([float(number) for number in rest])
        elif word == "vt":
            result.texcoords.append([float(number) for number in rest])
        elif word == "f":
            assert now is not None
            result.object_materials[now] = current
    if result.library is not None:
        name = None
        for line in (path.parent / result.library).read_text(encoding="utf-8").splitlines():
            word, *rest = shlex.split(line, comments=True) or [""]
            if word == "newmtl":
                name = rest[0]
                assert name not in result.materials
                result.materials[name] = {}
            elif word:
                result.materials[name][word] = rest
    return result


def scene(materials, images=(), instances=None, surfaces=None):
    texcoords = (np.zeros((3, 2), np.float32),)
    made = surfaces or [Surface(TRIANGLE, texcoords=texcoords, material=at) for at in range(len(materials))]
    return build(
        nodes=[Node(f"n{at}") for at in range(len(instances or made))],
        meshes=[Mesh((surface,)) for surface in made],
        instances=instances or [Instance(at, at) for at in range(len(made))],
        materials=materials,
        textures=[Texture((at,)) for at in range(len(images))],
        images=images,
    )


def save(rig, path):
    findings = write_obj(rig, deform(rig, rig.rest_pose()), path)
    return read(path), findings


def test_factors_and_maps(tmp_path):
    material = Material(
        "skin", (0.5, 0.25, 1.0, 0.75), TextureUse(0), 0.125, 0.5, TextureUse(1), TextureUse(2), 0.5,
        emissive=(1.0, 0.5, 0.0), emissive_texture=TextureUse(0),
    )  # fmt: skip
    images = [Image(PNG, "image/png", "base"), Image(JPEG, None, "orm"), Image(PNG + b"n", None, "bumps")]
    result, findings = save(scene([material], images), tmp_path / "a.obj")
    assert findings == []
    assert result.materials["skin"] == {
        "Kd": ["0.5", "0.25", "1.0"], "d": ["0.75"], "Ke": ["1.0", "0.5", "0.0"], "Pr": ["0.5"],
        "Pm": ["0.125"], "illum": ["2"],
        "map_Kd": ["a_base.png"], "map_d": ["-imfchan", "m", "a_base.png"],
        "map_Pr": ["-imfchan", "g", "a_orm.jpg"], "map_Pm": ["-imfchan", "b", "a_orm.jpg"],
        "norm": ["-bm", "0.5", "a_bumps.png"], "map_Ke": ["a_base.png"],
    }  # fmt: skip
    for file, data in (("a_base.png", PNG), ("a_orm.jpg", JPEG), ("a_bumps.png", PNG + b"n")):
        assert (tmp_path / file).read_bytes() == data


def test_coats_refraction_anisotropy_and_the_strength_of_emission(tmp_path):
    """MTL, "Ni", and its extension for physically based rendering; a whole turn of `anisor` is 1."""
    material = Material(
        "car",
        ior=1.75,
        emissive=(1.0, 0.5, 0.0),
        emissive_strength=2.0,
        clearcoat=Clearcoat(0.5, roughness=0.25),
        anisotropy=Anisotropy(0.75, math.pi / 2),
    )
    result, findings = save(scene([material]), tmp_path / "a.obj")
    written = {name: words for name, words in result.materials["car"].items() if name not in ("Kd", "d")}
    assert written == {
        "Ke": ["2.0", "1.0", "0.0"], "Pr": ["1.0"], "Pm": ["0.0"], "Ni": ["1.75"], "Pc": ["0.5"],
        "Pcr": ["0.25"], "aniso": ["0.75"], "anisor": ["0.25"], "illum": ["2"],
    }  # fmt: skip
    assert findings == []


def test_names_are_unique_words_and_every_surface_has_its_own(tmp_path):
    """Two materials of one name, one without; a surface without a material; an instance with another."""
    materials = [Material("red paint"), Material("red paint"), Material(None)]
    surfaces = [Surface(TRIANGLE, material=0), Surface(TRIANGLE, material=1), Surface(TRIANGLE)]
    instances = [Instance(0, 0), Instance(1, 1), Instance(2, 2), Instance(3, 0, materials=(2,))]
    result, findings = save(scene(materials, (), instances, surfaces), tmp_path / "a.obj")
    assert list(result.materials) == ["red_paint", "red_paint.1", "material_2", "default"]
    assert result.object_materials == {
        "n0": "red_paint",
        "n1": "red_paint.1",
        "n2": "default",
        "n3": "material_2",
    }
    assert [finding.rule for finding in findings] == ["LOSS-OBJ_NAME"]


def test_colours_follow_the_coordinates(tmp_path):
    colors = np.array([[1, 0, 0, 1], [0, 1, 0, 1], [0, 0, 1, 1]], np.float32)
    surface = Surface(TRIANGLE, colors=(colors,))
    rig = build(nodes=[Node("n")], meshes=[Mesh((surface,))], instances=[Instance(0, 0)])
    result, findings = save(rig, tmp_path / "a.obj")
    assert result.vertices == [
        [*position, *color[:3]] for position, color in zip(TRIANGLE, colors, strict=True)
    ]
    assert (result.library, findings) == (None, [])


@pytest.mark.parametrize(
    ("image", "name"),
    [
        (Image(PNG, "image/png", "skin tone"), "a_skin_tone.png"),
        (Image(PNG, None, None, "textures/Body.PNG"), "a_Body.png"),
        (Image(PNG, None, None, "../../secret.png"), "a_secret.png"),
        (Image(PNG, None, "..\\up"), "a_up.png"),
        (Image(PNG, None, "/"), "a_image_0.png"),
        (Image(b"?", None, "odd"), "a_odd.bin"),
        (Image(b"?", None, None, "odd.tga"), "a_odd.tga"),
        (Image(PNG, None, "x" * 300), f"a_{'x' * 60}.png"),
        (Image(PNG, None, "a\nmap_Kd b"), "a_a_map_Kd_b.png"),
        (Image(PNG, None, "dé"), "a_dé.png"),
    ],
)
def test_files_of_images_have_safe_names_beside_the_obj(image, name, tmp_path):
    rig = scene([Material("m", base_color_texture=TextureUse(0))], [image])
    result, _ = save(rig, tmp_path / "a.obj")
    assert result.materials["m"]["map_Kd"] == [name]
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(["a.mtl", "a.obj", name])


def digest(data):
    return sha256(data).hexdigest()[:8]


def test_files_of_others_are_not_overwritten_and_own_ones_are_removed(tmp_path):
    uses = [Material("m", base_color_texture=TextureUse(0))]
    (tmp_path / "a_skin.png").write_bytes(b"someone's")
    (tmp_path / "a.mtl").write_bytes(b"someone's")
    for data in (PNG, PNG + b"2"):
        result, _ = save(scene(uses, [Image(data, "image/png", "skin")]), tmp_path / "a.obj")
        image = f"a_skin.{digest(data)}.png"
        assert result.materials["m"]["map_Kd"] == [image]
        assert (tmp_path / image).read_bytes() == data
        assert result.library == f"a.{digest((tmp_path / result.library).read_bytes())}.mtl"
        names = {path.name for path in tmp_path.iterdir()}
        assert names == {"a.obj", "a.mtl", "a_skin.png", image, result.library}
    assert (tmp_path / "a_skin.png").read_bytes() == (tmp_path / "a.mtl").read_bytes() == b"someone's"


def test_files_that_another_obj_uses_stay_as_they_are(tmp_path):
    """`b.obj` shows the same after `a.obj` has got other materials."""
    uses = [Material("m", base_color_texture=TextureUse(0))]
    save(scene(uses, [Image(PNG, "image/png", "skin")]), tmp_path / "a.obj")
    (tmp_path / "b.obj").write_bytes((tmp_path / "a.obj").read_bytes())
    before = {name: (tmp_path / name).read_bytes() for name in ("a.mtl", "a_skin.png")}
    save(scene(uses, [Image(PNG + b"2", "image/png", "skin")]), tmp_path / "a.obj")
    assert {name: (tmp_path / name).read_bytes() for name in before} == before
    (tmp_path / "b.obj").unlink()
    save(scene([Material("n")]), tmp_path / "a.obj")
    assert "a_skin.png" in {
        path.name for path in tmp_path.iterdir()
    }  # nothing replaces it: maybe an original


def test_an_interrupt_at_any_call_leaves_an_old_set_or_a_new_one(tmp_path, failing_call):
    uses = [Material("m", base_color_texture=TextureUse(0))]
    rigs = [scene(uses, [Image(data, "image/png", "skin")]) for data in (PNG, PNG + b"2")]
    complete = []
    for rig in rigs:
        folder = tmp_path / str(len(complete))
        folder.mkdir()
        write_obj(rig, deform(rig, rig.rest_pose()), folder / "a.obj")
        complete.append(read_set(folder))
    for number in count(1):
        folder = tmp_path / f"kill {number}"
        folder.mkdir()
        write_obj(rigs[0], deform(rigs[0], rigs[0].rest_pose()), folder / "a.obj")
        with failing_call(number, KeyboardInterrupt()) as calls, suppress(KeyboardInterrupt):
            write_obj(rigs[1], deform(rigs[1], rigs[1].rest_pose()), folder / "a.obj")
        assert read_set(folder) in complete, calls
        if len(calls) < number:
            break


def read_set(folder):
    """What a reader of `a.obj` sees: its faces, the materials by their names, and the bytes of images."""
    obj = (folder / "a.obj").read_text()
    library = (folder / re.search(r"mtllib (\S+)", obj)[1]).read_text()
    image = re.search(r"map_Kd (\S+)", library)[1]
    return re.sub(r"mtllib .*", "", obj), re.sub(r"map_Kd .*", "", library), (folder / image).read_bytes()


def test_names_that_differ_in_case_alone_are_two_files(tmp_path):
    materials = [Material("m", base_color_texture=TextureUse(0), emissive_texture=TextureUse(1))]
    images = [Image(PNG, None, "Skin"), Image(PNG + b"2", None, "skin")]
    result, _ = save(scene(materials, images), tmp_path / "a.obj")
    assert result.materials["m"]["map_Kd"] == ["a_Skin.png"]
    assert result.materials["m"]["map_Ke"] == [f"a_skin.{digest(PNG + b'2')}.png"]


def test_a_write_that_fails_leaves_nothing(tmp_path, monkeypatch):
    rig = scene([Material("m", base_color_texture=TextureUse(0))], [Image(PNG, None, "skin")])
    posed = deform(rig, rig.rest_pose())
    broken = [posed[0], replace(posed[0], positions=None)]
    with pytest.raises(AttributeError):
        write_obj(rig, broken, tmp_path / "a.obj")
    assert list(tmp_path.iterdir()) == []


def test_what_is_dropped_is_reported_with_a_count(tmp_path):
    pairs = np.zeros((3, 2), np.float32)
    clear = np.full((3, 4), 0.5, np.float32)
    surface = Surface(TRIANGLE, texcoords=(pairs, pairs), colors=(clear, clear), material=0)
    materials = [Material("m", occlusion_texture=TextureUse(0), base_color_texture=TextureUse(1))]
    rig = scene(materials, [Image(PNG), Image(None, None, "lost")], surfaces=[surface])
    _, findings = save(rig, tmp_path / "a.obj")
    assert [(finding.pointer, finding.message) for finding in findings] == [
        (
            "/meshes/0/surfaces/0",
            "dropped texture coordinate sets of surface 0 of mesh 0: OBJ has one set of pairs",
        ),
        ("/meshes/0/surfaces/0", "dropped colour sets of surface 0 of mesh 0: OBJ has one set of colours"),
        (
            "/meshes/0/surfaces/0",
            "dropped the alpha of colours of surface 0 of mesh 0: OBJ has colours without alpha",
        ),
        ("/images/1", 'dropped image "lost" (1): the bytes are missing'),
        ("/images/0", "dropped image 0: no statement of an .mtl is for it"),
        ("/textures/0", "dropped texture 0: no statement of an .mtl is for it"),
    ]
