"""Members of the last release that still work, with a warning."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest

import pantin
from pantin.arrays.named import current_name
from pantin.rig import (
    BlendShape,
    Clearcoat,
    Expression,
    Light,
    Material,
    Surface,
    Texture,
    TextureUse,
)

COAT = {"KHR_materials_clearcoat": {"clearcoatFactor": 0.5, "clearcoatTexture": {"index": 2}}}


def test_extensions_of_a_material_are_its_parts_as_json():
    with pytest.warns(DeprecationWarning, match="fields, such as clearcoat") as caught:
        material = Material("car", extensions=COAT)
    assert caught[0].filename == __file__
    assert material == Material("car", clearcoat=Clearcoat(0.5, TextureUse(2)))
    with pytest.warns(DeprecationWarning, match="extensions") as caught:
        assert material.extensions == COAT
    assert caught[0].filename == __file__
    with pytest.warns(DeprecationWarning, match="extensions"):
        assert Material(unlit=True, extensions=None).extensions is None


def test_textures_have_no_extensions():
    with pytest.warns(DeprecationWarning, match="alternatives") as caught:
        assert Texture().extensions is None
    assert caught[0].filename == __file__
    with pytest.warns(DeprecationWarning, match="extensions"):
        assert TextureUse(0).extensions is None


def test_parts_of_a_rig_are_objects_that_are_still_indices():
    rig = pantin.load("examples/arm.glb").rig
    node, mesh, skin = rig.node("elbow"), rig.mesh("sleeve"), rig.skin("arm")
    assert (node.name, mesh is rig.meshes[0], skin is rig.skins[0]) == ("elbow", True, True)
    assert (rig.node_index("elbow"), rig.mesh_index("sleeve"), rig.skin_index("arm")) == (1, 0, 0)
    with pytest.warns(DeprecationWarning, match=r"rig\.node\(…\) is a Node now: rig\.node_index") as caught:
        assert rig.nodes.translations[node].tolist() == [0, 1, 0]
    assert caught[0].filename == __file__
    with pytest.warns(DeprecationWarning, match="mesh_index"):
        assert rig.meshes[mesh] is rig.meshes[0]
    with pytest.raises(TypeError, match="a node outside a rig has no index"):
        rig.meshes[rig.nodes[0]]


def test_arrays_have_the_names_of_posed_meshes():
    """Version 1 of the schema called them as trimesh does."""
    rig = pantin.load("examples/retarget/mannequin.glb").rig
    arrays = pantin.arrays.to_arrays(rig, merge=True)
    with pytest.warns(DeprecationWarning, match="array 'vertices' is deprecated: read 'positions'") as caught:
        assert arrays["vertices"] is arrays["positions"]
    assert caught[0].filename == __file__
    with pytest.warns(DeprecationWarning, match="read 'texcoords'"):
        assert arrays.get("uvs") is arrays["texcoords"]
    assert "uvs" in arrays
    assert "uvs2" not in arrays
    assert arrays.get("uvs2") is None
    with pytest.raises(KeyError, match="colours"):
        arrays["colours"]

    names = {"positions": "vertices", "triangles": "faces", "texcoords": "uvs"}
    former = {names.get(name, name): values for name, values in arrays.items()} | {"pantin_version": 1}
    with pytest.warns(
        DeprecationWarning, match="array 'vertices' is deprecated: write 'positions'"
    ) as caught:
        assert pantin.arrays.from_arrays(former).equals(pantin.arrays.from_arrays(arrays))
    assert caught[0].filename == __file__
    with pytest.raises(ValueError, match="'vertices' and 'positions' are two names of one array"):
        pantin.arrays.from_arrays({**former, "positions": arrays["positions"]})


def test_a_file_of_version_1_is_read(tmp_path):
    arrays = pantin.arrays.to_arrays(pantin.load("examples/arm.glb").rig)
    former = {"vertices": arrays.pop("positions"), "faces": arrays.pop("triangles")}
    np.savez(tmp_path / "arm.npz", **arrays | former | {"pantin_version": np.array(1)})
    asset = pantin.load(tmp_path / "arm.npz")
    assert len(asset.report) == 0
    assert len(asset.rig.meshes[0].surfaces[0].positions) == 52


def test_names_of_elements_and_of_the_application_stay():
    """`topology/…/vertices` are indices, and attributes have the names that users gave them."""
    assert current_name("mesh0/surface1/blend_uvs2") == "mesh0/surface1/blend_texcoords2"
    for name in ("topology/attribute0/vertices", "surface0/topology/cells0/faces", "attribute/uvs"):
        assert current_name(name) == name


def test_arguments_by_position_that_have_names_now():
    rig = pantin.load("examples/arm.glb").rig
    with pytest.warns(
        DeprecationWarning, match=r"to_arrays\(\) without names is deprecated here: write fps="
    ) as caught:
        sampled = pantin.arrays.to_arrays(rig, 10)
    assert caught[0].filename == __file__
    assert len(sampled["clip0/times"]) == 21
    with pytest.warns(DeprecationWarning, match="write mime_type=…, name=…"):
        assert pantin.RigBuilder().add_image(b"", "image/png", "paint") == 0
    with pytest.warns(DeprecationWarning, match="write name=…"):
        assert pantin.RigBuilder().add_scene([], "stage") == 0
    with pytest.warns(DeprecationWarning, match="write fps=…"):
        pantin.bake_springs("examples/springs/strand.glb", None, 30, seconds=0.1)
    with pytest.raises(TypeError, match="got 'fps' twice"):
        pantin.bake_springs("examples/springs/strand.glb", None, 30, fps=60)
    with pytest.raises(TypeError, match="by position it takes rig, and by name fps, dense, merge"):
        pantin.arrays.to_arrays(rig, 10, True, False, 4)


def test_internal_members_of_an_asset_are_not_public():
    asset = pantin.load("examples/arm.glb")
    assert not {"family", "carried", "copy_of_rig", "editable_copy"} & set(dir(asset))
    with pytest.warns(DeprecationWarning, match=r"Asset\.family is an internal member") as caught:
        assert asset.family == "glTF"
    assert caught[0].filename == __file__
    with pytest.raises(AttributeError, match="'Asset' object has no attribute 'colour'"):
        asset.colour  # noqa: B018


def test_weights_of_blend_shapes_have_one_name():
    face = pantin.load("examples/face.gltf")
    with pytest.warns(
        DeprecationWarning, match=r"pose\(blend=…\) is deprecated: write blend_weights"
    ) as caught:
        smiling = pantin.pose(face, blend={"smile": 0.8})
    assert caught[0].filename == __file__
    assert pantin.diff(smiling, pantin.pose(face, blend_weights={"smile": 0.8})).equal


@pytest.mark.parametrize(
    ("make", "former", "now"),
    [
        (lambda **given: Surface(np.zeros((1, 3)), **given), "colours", "colors"),
        (BlendShape, "colours", "colors"),
        (partial(Expression, "happy"), "colours", "colors"),
        (partial(Light, "point"), "colour", "color"),
        (Material, "base_colour", "base_color"),
        (Material, "base_colour_texture", "base_color_texture"),
    ],
)
def test_british_names_of_fields_work_with_a_warning(make, former, now):
    value = (0.1, 0.2, 0.3)
    with pytest.warns(DeprecationWarning, match=f"{former}=…\\) is deprecated: write {now}$") as caught:
        made = make(**{former: value})
    assert caught[0].filename == __file__
    assert getattr(made, now) == value
    with pytest.warns(DeprecationWarning, match=f"{former} is deprecated: write {now}$") as caught:
        assert getattr(made, former) == value
    assert caught[0].filename == __file__
    with pytest.warns(DeprecationWarning, match=former) as caught:
        assert getattr(made.replace(**{former: ()}), now) == ()
    assert caught[0].filename == __file__
    with pytest.raises(TypeError, match=f"'{now}' twice"):
        make(**{former: value, now: value})
    with pytest.raises(AttributeError, match="no attribute 'hue'"):
        made.hue  # noqa: B018


def test_former_names_of_arguments_and_types_work_with_a_warning():
    builder = pantin.RigBuilder()
    with pytest.warns(DeprecationWarning, match=r"RigBuilder.add_mesh\(faces=…\)") as caught:
        builder.add_mesh("flag", [[0, 0, 0], [1, 0, 0], [0, 1, 0]], faces=[[0, 1, 2]])
    assert caught[0].filename == __file__
    with pytest.warns(DeprecationWarning, match="ColorBind"):
        assert pantin.rig.ColourBind is pantin.rig.ColorBind


def test_images_in_other_encodings_were_json_of_extensions():
    with pytest.warns(DeprecationWarning, match="give alternatives") as caught:
        texture = Texture((0,), extensions={"KHR_texture_basisu": {"source": 3}})
    assert caught[0].filename == __file__
    assert texture.alternatives == (3,)
    with pytest.warns(DeprecationWarning, match="leave it out"):
        assert TextureUse(1, extensions={"VENDOR_tint": {}}) == TextureUse(1)


def test_arguments_of_deprecated_functions_keep_their_names():
    rig = pantin.load("examples/arm.glb").rig
    with pytest.warns(DeprecationWarning, match=r"Poses\.of"):
        assert len(pantin.Poses.of(given=[rig.rest_pose()])) == 1
    with pytest.warns(DeprecationWarning, match=r"Asset\.of"):
        assert pantin.Asset.of(given=rig).rig is rig


def test_members_of_assets_that_only_some_have_now():
    asset = pantin.load("examples/arm.glb")
    for name, value in {"inputs": (), "poses": (), "posed": None, "shape_only": False, "tails": {}}.items():
        with pytest.warns(DeprecationWarning, match="internal member"):
            assert getattr(asset, name) == value
    with pytest.warns(DeprecationWarning, match="internal member"):
        assert pantin.load("examples/retarget/walk.glb").motion_only is False
    with pytest.warns(DeprecationWarning, match="internal member"):
        assert pantin.compile("examples/rigy/arm.rigy.yaml").inputs[0][0].endswith("arm.rigy.yaml")


def test_a_warning_is_at_the_line_of_the_call_through_several_wrappers():
    with pytest.warns(DeprecationWarning, match="without names") as caught:
        pantin.bake_springs("examples/springs/strand.glb", None, 30, 0.1)
    assert caught[0].filename == __file__


def test_poses_and_posed_meshes_are_made_with_former_names():
    pose = pantin.load("examples/arm.glb").rig.rest_pose()
    poses = pantin.Poses.stack([pose, pose])
    for made, kind in ((pose, pantin.Pose), (poses, pantin.Poses)):
        names = ("rig", "local", "general", "translations", "scales", "blend", "expressions")
        members = {name: getattr(made, name) for name in names}
        with pytest.warns(DeprecationWarning, match=r"quaternions=…\) is deprecated: write xyzw") as caught:
            assert kind(**members, quaternions=made.rotations).rotations is made.rotations
        assert caught[0].filename == __file__
    (posed,) = pantin.deform(pose.rig, pose)
    members = {name: getattr(posed, name) for name in ("node", "mesh", "surface", "positions", "normals")}
    with pytest.warns(DeprecationWarning, match=r"PosedMesh\(colours=…\)"):
        pantin.PosedMesh(**members, tangents=None, texcoords=(), colours=(), mirrored=False)


def test_formats_are_registered_by_the_former_name_of_the_argument():
    made = pantin.formats.Format(name="Example", suffixes=(".example",))
    with pytest.warns(DeprecationWarning, match=r"register\(format=…\) is deprecated: write added"):
        pantin.formats.register(format=made)
    with pytest.warns(DeprecationWarning, match=r"unregister\(format=…\)"):
        pantin.formats.unregister(format=made)
