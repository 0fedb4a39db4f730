"""`EditableAsset`: the edits of an asset, which change one thing and keep everything else."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Any, Literal, overload

from pantin.base.arguments import check_arguments, check_arguments_but
from pantin.base.short_repr import short_value

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from pantin.formats.format import Format
    from pantin.formats.registry import Source
    from pantin.rig import Clip, JointWeights, Material, Mode, Node, Rig
    from pantin.verbs.texturing import TextureSlot

NAMED = ("node", "mesh", "skin", "clip", "scene", "material", "texture", "sampler", "image", "camera")
"""The kinds of things that `rename` renames."""


class EditableAsset:
    """The edits of `Asset`. An edit that raises changes nothing.

    They work on every format that stores rigs, and on assets that consist of a rig alone; others raise
    `Unsupported`. In glTF files everything that is not edited keeps its bytes and its index. In FBX files
    names, transforms, visibility, weights of blend shapes and clips are edited in the same way; after other
    edits, and in other formats, the file is written from the rig. Things are given by index or by name.
    """

    path: str
    format: Format

    if TYPE_CHECKING:

        @property
        def document(self) -> Any: ...
        @property
        def rig(self) -> Rig: ...
        @property
        def from_rig(self) -> bool: ...
        def _after_edit(self, rig: Rig | None = None) -> None: ...

    @check_arguments_but("node")
    def set_local(
        self,
        node: int | str,
        *,
        translation: ArrayLike | None = None,
        rotation: ArrayLike | None = None,
        scale: ArrayLike | None = None,
    ) -> None:
        """Set the translation, rotation (xyzw) or scale of a node at rest; those not given stay.

        A node with a matrix gets translation, rotation and scale instead, unless only its translation
        changes. Raises `ValueError` if the matrix has shear and not all three are given.

        >>> asset = pantin.load("examples/arm.glb")
        >>> asset.set_local("elbow", translation=(0, 1.5, 0))
        >>> asset.rig.nodes.translations[1].tolist()
        [0.0, 1.5, 0.0]
        """
        self._edit("set_local", node, translation, rotation, scale)

    @overload
    def set_weights(self, mesh: int | str, surface: int, joints: ArrayLike, weights: ArrayLike) -> None: ...
    @overload
    def set_weights(self, mesh: int | str, surface: int, weights: JointWeights, /) -> None: ...
    def set_weights(
        self, mesh: int | str, surface: int, joints: Any, weights: ArrayLike | None = None
    ) -> None:
        """Set the weights of all vertices of a surface: a dense (V, J) matrix, `Influences`, or joints and
        weights, two (V, K) arrays with any K, as two arguments or as a pair.

        `joints` has indices into the joint list of the skin. Weights are stored as given, in float32: `check`
        reports vertices whose weights do not sum to 1. Columns of zeros are dropped, weights of a joint that
        a vertex lists twice are added, and a file gets as many sets of four as it needs.

        >>> import numpy as np
        >>> asset = pantin.load("examples/arm.glb")
        >>> heights = asset.rig.meshes[0].surfaces[0].positions[:, 1]
        >>> bend = np.clip(heights - 0.5, 0, 1)
        >>> joints = np.tile([0, 1], (len(heights), 1))
        >>> asset.set_weights("sleeve", 0, joints, np.stack([1 - bend, bend], axis=1))
        >>> asset.report.ok
        True
        >>> asset.set_weights("sleeve", 0, asset.rig.meshes[0].surfaces[0].influences.dense(3))
        """
        if weights is None:
            from pantin.rig.joint_weights import joints_and_weights

            joints, weights = joints_and_weights(joints)
        self._edit("set_weights", mesh, surface, joints, weights)

    @check_arguments_but("skin")
    def set_inverse_binds(self, skin: int | str, matrices: ArrayLike) -> None:
        """Set the inverse bind matrices of a skin: (J, 4, 4), or (J, 3, 4) without the last rows.

        >>> asset = pantin.load("examples/arm.glb")
        >>> binds = asset.rig.skins[0].inverse_binds.copy()
        >>> binds[:, 1, 3] -= 0.25
        >>> asset.set_inverse_binds(0, binds)
        >>> float(asset.rig.skins[0].inverse_binds[0, 1, 3])
        -0.25
        """
        self._edit("set_inverse_binds", skin, matrices)

    @check_arguments_but("mesh")
    def add_blend_shape(
        self,
        mesh: int | str,
        name: str,
        positions: ArrayLike | Sequence[ArrayLike],
        normals: ArrayLike | Sequence[ArrayLike] | None = None,
    ) -> int:
        """Add a blend shape (morph target) to a mesh; returns its index.

        `positions` and `normals` are offsets from the base: a (V, 3) array for each surface, or the array
        alone for a mesh with one surface. Files store them sparse where that is smaller. Weights of the mesh
        and its nodes, and keys of clips for them, get a weight of 0 for the new shape. Blend shapes without
        a name are called `target_0`, `target_1` … from then on: files name all of them or none.

        >>> asset = pantin.load("examples/arm.glb")
        >>> positions = asset.rig.meshes[0].surfaces[0].positions
        >>> asset.add_blend_shape("sleeve", "thick", positions * (0.3, 0, 0.3))
        0
        >>> asset.rig.meshes[0].blend_names
        ('thick',)
        """
        index: int = self._edit("add_blend_shape", mesh, name, positions, normals)
        return index

    @check_arguments_but("mesh", "node")
    def set_blend_weights(
        self,
        mesh: int | str,
        weights: ArrayLike | Mapping[int | str, float],
        node: int | str | None = None,
    ) -> None:
        """Set the weights of the blend shapes of a mesh at rest: one for each, or some by name or index.

        With a node they apply to the mesh on that node alone. A node with its own weights keeps them when
        those of the mesh change.

        >>> asset = pantin.load("examples/face.gltf")
        >>> asset.set_blend_weights("face", {"smile": 0.5})
        >>> asset.rig.rest_pose().blend[0].tolist()
        [0.5, 0.0]
        """
        self._edit("set_blend_weights", mesh, weights, node)

    @check_arguments_but("clip")
    def add_clip(self, clip: Clip) -> int:
        """Add a clip, whose channels name nodes of this asset; returns its index.

        Times are stored in float32 and must rise. A node that the clip moves gets translation, rotation and
        scale instead of a matrix.

        >>> import numpy as np
        >>> from pantin.rig import Channel, Clip
        >>> asset = pantin.load("examples/arm.glb")
        >>> keys = np.array([[0, 0, 0], [0, 1, 0]])
        >>> asset.add_clip(Clip((Channel(0, "translation", np.array([0.0, 1.0]), keys),), "rise"))
        1
        >>> [clip.name for clip in asset.rig.clips]
        ['bend', 'rise']
        """
        rig = self.rig
        checked = self._check_clip(clip)
        if self.from_rig or self.format.rewritten:
            self._after_edit(rig.replace(clips=(*rig.clips, checked)))
            return len(rig.clips)
        index: int = self._edit("append_clip", rig, checked, dict(clip.extras) if clip.extras else None)
        return index

    @check_arguments_but("clip", "new")
    def replace_clip(self, clip: int | str, new: Clip) -> int:
        """Give a clip the keys and the name of another; its index and its extras stay.

        Returns how many channels of the clip keep their keys: those of `KHR_animation_pointer` in a glTF
        file that lead to nodes, or to properties that a rig does not have.

        >>> asset = pantin.load("examples/arm.glb")
        >>> asset.replace_clip("bend", pantin.motion.retime(asset.rig.clip("bend"), 2.0))
        0
        >>> asset.rig.clips
        (<Clip 'bend' channels=2 duration=1 s>,)
        """
        from pantin.formats.edit_arguments import find
        from pantin.motion.sampling import find_clip

        rig = self.rig
        index = find(clip, [known.name for known in rig.clips], "clip")
        checked = self._check_clip(new)
        find_clip(rig, new)  # which refuses a clip of another skeleton
        kept: int = self._edit("replace_clip", rig, index, checked)
        return kept

    def _check_clip(self, clip: Clip) -> Clip:
        """The clip as files can store it; raises `ValueError` for one that does not fit the nodes."""
        from pantin.formats.edit_arguments import playable
        from pantin.rig import Clip as ClipType
        from pantin.rig.builder_clip import check_clip, check_properties
        from pantin.rig.properties import rig_parts

        if not isinstance(clip, ClipType):
            raise TypeError(f"clip must be a pantin.rig.Clip, not {type(clip).__name__}")
        rig = self.rig
        shapes = {instance.node: rig.meshes[instance.mesh].blend_shape_count for instance in rig.instances}
        checked = check_clip(clip, "clip", rig.dimension, shapes, len(rig.nodes))
        return playable(check_properties(checked, "clip", rig_parts(rig)))

    @check_arguments_but("clip")
    def remove_clip(self, clip: int | str) -> None:
        """Remove a clip. Clips after it move down by one: nothing in glTF refers to clips by index.

        Its arrays stay in the file unless they are the last ones, because no accessor changes its index.

        >>> asset = pantin.load("examples/arm.glb")
        >>> asset.remove_clip("bend")
        >>> asset.rig.clips
        ()
        """
        self._edit("remove_clip", clip)

    @check_arguments
    def add_nodes(self, nodes: Node | Iterable[Node], parent: int | str | None = None) -> list[int]:
        """Add nodes at the end of the list; returns their indices.

        `Node.parent` is the index of a node of the asset or of a new one: new nodes follow the others. Those
        without a parent become children of `parent`, or roots of every scene.

        >>> from pantin.rig import Node
        >>> asset = pantin.load("examples/arm.glb")
        >>> asset.add_nodes([Node("hand", translation=(0, 0.2, 0)), Node("thumb", parent=4)], parent="wrist")
        [4, 5]
        >>> asset.rig.nodes.parents.tolist()
        [-1, 0, 1, -1, 2, 4]
        """
        from pantin.formats.edit_arguments import check_nodes

        added: list[int] = self._edit("add_nodes", check_nodes(nodes), parent)
        return added

    @check_arguments
    def remove_nodes(self, nodes: int | str | Iterable[int | str]) -> list[int]:
        """Remove nodes with all their descendants; returns their indices.

        Nodes at the end of the list are gone. The others become empty nodes without a name and outside every
        scene, so that no index changes. Raises `ValueError`, and removes nothing, if a skin, a clip, a spring
        or anything else but the hierarchy refers to one of them.

        >>> asset = pantin.load("examples/arm.glb")
        >>> asset.remove_nodes("arm")
        [3]
        >>> asset.remove_nodes("wrist")
        Traceback (most recent call last):
        ...
        ValueError: node "wrist" (2) cannot be removed: skin "arm" (0) refers to it (/skins/0/joints/2)
        """
        several = isinstance(nodes, Iterable) and not isinstance(nodes, str) and getattr(nodes, "ndim", 1) > 0
        listed = list(nodes) if several else [nodes]  # type: ignore[arg-type]
        removed: list[int] = self._edit("remove_nodes", listed)
        return removed

    @overload
    def rename(self, kind: Mapping[str, str | None]) -> None: ...
    @overload
    def rename(self, kind: str, index: int | str, name: str | None) -> None: ...
    def rename(
        self,
        kind: str | Mapping[str, str | None],
        index: int | str | None = None,
        name: str | None = None,
    ) -> None:
        """Rename a node, mesh, skin, clip, scene, material, texture, sampler, image or camera; None removes
        its name. A mapping of old to new names renames nodes, all at once: two may exchange their names.

        >>> asset = pantin.load("examples/arm.glb")
        >>> asset.rename("clip", "bend", "wave")
        >>> asset.rig.clips[0].name
        'wave'
        >>> asset.rename({"elbow": "forearm", "wrist": "hand"})
        >>> asset.rig.nodes.names
        ('shoulder', 'forearm', 'hand', 'arm')
        """
        if isinstance(kind, Mapping):
            if index is not None or name is not None:
                raise TypeError("a mapping of old to new names renames nodes: give nothing else")
            self._rename_nodes(kind)
            return
        if index is None:
            raise TypeError("give the kind, the index or name, and the new name; or a mapping of names")
        if kind not in NAMED:
            from pantin.report.catalogue import did_you_mean

            hint = did_you_mean(str(kind), NAMED)
            if name is None and isinstance(kind, str) and isinstance(index, str):
                hint = f" To rename a node, write rename({{{kind!r}: {index!r}}})."
            raise ValueError(f"kind must be one of {', '.join(NAMED)}, not {short_value(kind)}.{hint}")
        if name is not None and not isinstance(name, str):
            raise TypeError(f"name must be a string, not {type(name).__name__}")
        self._edit("rename", kind, index, name)

    def _rename_nodes(self, names: Mapping[str, str | None]) -> None:
        from pantin.formats.edit_arguments import find

        for name in names.values():
            if name is not None and not isinstance(name, str):
                raise TypeError(f"name must be a string, not {type(name).__name__}")
        calls = [("node", find(old, self.rig.nodes.names, "node"), new) for old, new in names.items()]
        self._edit_all("rename", calls)

    @check_arguments_but("mesh", "surface", "material")
    def set_material(
        self, mesh: int | str, surface: int, material: int | str | Material | None
    ) -> int | None:
        """Set the material of a surface: one of the asset, or a new one, which is added; None removes it.

        The textures of a new material are those of the asset, by index. Returns the index of the material.

        >>> from pantin.rig import Material
        >>> asset = pantin.load("examples/arm.glb")
        >>> asset.set_material("sleeve", 0, Material("skin", base_color=(0.8, 0.5, 0.4, 1.0)))
        0
        """
        index: int | None = self._edit("set_material", mesh, surface, material)
        return index

    @check_arguments_but("image")
    def set_image(self, image: int | str, data: Source, *, mime_type: str | None = None) -> None:
        """Replace an image by that in a file, given by its path, its bytes or a binary file object.

        Textures that use the image show the new one. Its encoding is recognised by the first bytes (PNG,
        JPEG, WebP, KTX2); `mime_type` says it where they do not. The image is stored inside the model.

        >>> asset = pantin.load("examples/arm.glb")
        >>> asset.set_image("skin", "skin.png")
        Traceback (most recent call last):
        ...
        ValueError: there is no image 'skin': the model has none, and add_texture(image, mesh=…) adds one
        """
        self._edit_rig("set_image", image, data, mime_type)

    @check_arguments_but("mesh", "material")
    def add_texture(
        self,
        image: Source,
        *,
        mesh: int | str | None = None,
        material: int | str | None = None,
        slot: TextureSlot = "base_color",
        texcoords: ArrayLike | Sequence[ArrayLike] | None = None,
        name: str | None = None,
        mime_type: str | None = None,
    ) -> int:
        """Show an image, given by its path, its bytes or a binary file object, on a material, or on all
        materials of a mesh; returns the index of the new texture.

        Surfaces of the mesh without a material get a new one. `texcoords` gives a mesh texture coordinates,
        a (V, 2) array for each surface, where (0, 0) is the upper left of the image; the material also shows
        on other meshes that share it. `slot` is what the image is multiplied by or stands for; a factor of
        0, which would hide it, becomes 1. `name` is that of the texture and its image.

        >>> asset = pantin.load("examples/arm.glb")
        >>> import io
        >>> picture = io.BytesIO()
        >>> still = pantin.render(asset, picture, size=(64, 64))
        >>> places = asset.rig.meshes[0].surfaces[0].positions
        >>> asset.add_texture(picture.getvalue(), mesh="sleeve", texcoords=places[:, :2], name="cloth")
        0
        >>> asset.rig.materials[0].base_color_texture.texture, asset.rig.images[0].mime_type
        (0, 'image/png')
        """
        options = {"slot": slot, "texcoords": texcoords, "name": name, "mime_type": mime_type}
        texture: int = self._edit_rig("add_texture", image, mesh, material, options)
        return texture

    @check_arguments
    def add_mesh(
        self,
        name: str | None,
        positions: ArrayLike,
        triangles: ArrayLike | Sequence[Sequence[int]] | None = None,
        *,
        normals: ArrayLike | Literal["smooth"] | None = None,
        texcoords: ArrayLike | None = None,
        colors: ArrayLike | None = None,
        material: int | str | None = None,
        mode: Mode = "triangles",
        triangulate: bool = False,
        node: int | str | None = None,
    ) -> int:
        """Add a mesh with one surface, on a node, or else on a new root node with its name; returns its
        index. The arguments are those of `RigBuilder.add_mesh`.

        >>> asset = pantin.load("examples/arm.glb")
        >>> corners = [[0, 2, 0], [1, 2, 0], [0, 3, 0]]
        >>> asset.add_mesh("flag", corners, [[0, 1, 2]], normals="smooth", node="wrist")
        1
        >>> asset.rig.meshes[1]
        <Mesh 'flag' surfaces=1 vertices=3 blend_shapes=0>
        """
        options = {"normals": normals, "texcoords": texcoords, "colors": colors, "material": material}
        options |= {"mode": mode, "triangulate": triangulate, "node": node}
        index: int = self._edit_rig("add_mesh", name, positions, triangles, options)
        return index

    @check_arguments
    def add_skin(
        self,
        joints: Iterable[int | str],
        *,
        name: str | None = None,
        inverse_binds: ArrayLike | None = None,
        root: int | str | None = None,
        mesh: int | str | None = None,
        weights: JointWeights | Sequence[JointWeights] | None = None,
    ) -> int:
        """Add a skin, and bind a mesh to it with `weights`; returns its index. The arguments are those of
        `RigBuilder.add_skin`: without inverse bind matrices, joints are bound where they are at rest.

        >>> asset = pantin.load("examples/arm.glb")
        >>> flag = asset.add_mesh("flag", [[0, 2, 0], [1, 2, 0], [0, 3, 0]], [[0, 1, 2]], normals="smooth")
        >>> asset.add_skin(["elbow", "wrist"], mesh="flag", weights=[[1, 0], [0.5, 0.5], [0, 1]])
        1
        >>> asset.report.ok
        True
        """
        options = {"name": name, "inverse_binds": inverse_binds, "root": root, "mesh": mesh}
        index: int = self._edit_rig("add_skin", joints, options | {"weights": weights})
        return index

    @check_arguments_but("joint", "weights_to")
    def remove_joint(self, joint: int | str, *, weights_to: int | str = "parent") -> None:
        """Remove a joint from all skins and from the hierarchy. Its weights go to the nearest ancestor that
        is a joint of the skin, or to the joint `weights_to`; its children become children of its parent and
        stay where they are at rest. Clips lose the channels that move it.

        Vertices keep their places at rest. Raises `ValueError` for a joint that a spring, a constraint or a
        humanoid bone refers to, for the only joint of a skin, and where no ancestor can take the weights.

        >>> asset = pantin.load("examples/arm.glb")
        >>> asset.remove_joint("wrist")
        >>> asset.rig.skins[0].joints.tolist()
        [0, 1]
        """
        self._edit_rig("remove_joint", joint, weights_to)

    def _edit_rig(self, name: str, *arguments: Any) -> Any:
        """Apply an edit of the rig, and write the changes into the document."""
        from pantin.verbs import rig_edits

        if not (self.from_rig or self.format.rewritten):
            self._operation("store_changes")  # a format without it is named before a fault of the arguments
        rig, result = getattr(rig_edits, name)(self.rig, *arguments)
        self._store_rig(rig)
        return result

    def _store_rig(self, rig: Rig) -> None:
        """Write the changes of a rig, which was made of that of the asset, into the document."""
        if self.from_rig or self.format.rewritten:
            self._after_edit(rig)
            return
        operation = self._operation("store_changes")
        undo: AbstractContextManager[None] = getattr(self.document, "transaction", nullcontext)()
        with undo:
            operation(self.document, self.rig, rig)
        self._after_edit()

    def _operation(self, name: str) -> Callable[..., Any]:
        if getattr(self.format.edits, name, None) is None:
            from pantin.base.errors import Unsuitable

            raise Unsuitable(f"{refusal(self, name)}: edit pantin.Asset.from_model(asset.rig) instead")
        return edit_of(self, name)

    def _edit(self, name: str, *arguments: Any) -> Any:
        """Apply an edit to the document, or to the rig of an asset that consists of a rig alone."""
        (result,) = self._edit_all(name, [arguments])
        return result

    def _edit_all(self, name: str, calls: Iterable[tuple[Any, ...]]) -> list[Any]:
        """Apply an edit once for each of these arguments: all or none."""
        results: list[Any] = []
        if self.from_rig or self.format.rewritten:
            from pantin.verbs import rig_edits

            rig = self.rig
            for arguments in calls:
                rig, result = getattr(rig_edits, name)(rig, *arguments)
                results.append(result)
            self._after_edit(rig)
            return results
        operation = self._operation(name)
        undo: AbstractContextManager[None] = getattr(self.document, "transaction", nullcontext)()
        with undo:
            results += [operation(self.document, *arguments) for arguments in calls]
        self._after_edit()
        return results


def refusal(asset: EditableAsset, name: str) -> str:
    """The reason why an asset's format does not support the operation `name`."""
    from pantin.formats.registry import list_formats
    from pantin.report.wording import article

    able = [format.name for format in list_formats() if getattr(format.edits, name, None)]
    return f"{asset.path} is {article(asset.format.name)} file; only {', '.join(able)} files support this"


def edit_of(asset: EditableAsset, name: str) -> Callable[..., Any]:
    """The operation `name` of the format of an asset; raises `Unsupported` if the format does not have it."""
    function: Callable[..., Any] | None = getattr(asset.format.edits, name, None)
    if function is None:
        from pantin.base.errors import Unsuitable

        raise Unsuitable(refusal(asset, name))
    return function
