"""Write the character of a rig as KHR_character and its family into a document with the rig's nodes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from pantin.formats.gltf.edits import (
    append_accessor,
    indexed_objects,
    remove_extension,
    set_extension,
    unlist_extensions,
)
from pantin.formats.gltf.ext.khr_character.lift import (
    COLOURS,
    FLAGS,
    HUMANOID,
    OVERRIDDEN,
    is_held,
    target_pointer,
)
from pantin.formats.gltf.ext.khr_character.meta import asset_packet, packet_of
from pantin.formats.gltf.ext.vrm_block import make_block
from pantin.formats.gltf.extension_names import (
    ANIMATION_POINTER,
    KHR_CHARACTER,
    KHR_EXPRESSION,
    KHR_EXPRESSION_MASK,
    KHR_EXPRESSION_MORPH,
    KHR_EXPRESSION_TEXTURE,
    KHR_SKELETON_MAPPING,
    KHR_VISIBILITY_HINT,
    MTOON,
    TEXTURE_TRANSFORM,
    VRMC_VRM,
    XMP,
)
from pantin.formats.gltf.json_values import as_list, as_object, block_of
from pantin.formats.gltf.node_edits import remove_clip
from pantin.report.pointer import pointer
from pantin.rig import Character, ColorBind, Expression, Rig

if TYPE_CHECKING:
    from pantin.formats.gltf.document import Document

ROLES = {flag: role for role, flag in FLAGS.items()}
POINTERS = {target: path for path, target in COLOURS.items()}
RESTS = {"color": [1.0, 1.0, 1.0, 1.0], "matcapColor": [1.0, 1.0, 1.0]}
"""Default colours of materials, for members with a default other than black."""
AnimatedValue = tuple[str, list[float], list[float]]
"""A pointer, the rest value and the value of the full expression."""

ROOT_NAMES = (KHR_CHARACTER, KHR_EXPRESSION)
EXPRESSION_NAMES = (KHR_EXPRESSION_MORPH, KHR_EXPRESSION_TEXTURE, KHR_EXPRESSION_MASK)


def obstacle(rig: Rig) -> str:
    """The reason why a rig's character cannot be written; empty if it can."""
    character = rig.character
    if character is None:
        return ""
    if character.motion is not None:
        return "it is a motion"
    if character.version != "1.0":
        return f"it follows VRM {character.version}, which faces −Z: migrate it to VRM 1.0 first"
    return ""


def lower(document: Document, rig: Rig) -> None:
    """Write the character; `extras` keep the rest in the form of VRMC_vrm."""
    character = rig.character
    if character is None or obstacle(rig):
        return
    document.draft = True
    from pantin.formats.gltf.ext.khr_character.root import ADDED, root_of

    root, is_added = root_of(document, rig, character)
    block = {"rootNode": root, **({"extras": {ADDED: True}} if is_added else {})}
    set_extension(document, "", KHR_CHARACTER, block)
    if character.humanoid:
        mappings = {"skeletalRigMappings": {HUMANOID: dict(character.humanoid)}}
        set_extension(document, "", KHR_SKELETON_MAPPING, mappings)
    if character.meta is not None:
        _write_meta(document, character)
    for node, flag in sorted(character.first_person.items()):
        if flag in ROLES:
            set_extension(document, pointer("nodes", node), KHR_VISIBILITY_HINT, {"role": ROLES[flag]})
    _Writer(document, rig).write(character.expressions)
    _keep_the_rest(document, character)


def _write_meta(document: Document, character: Character) -> None:
    packets = as_list(as_object(block_of(document.tree, XMP)).get("packets"))
    packet = packet_of(dict(character.meta or {}))
    set_extension(document, "", XMP, {"packets": [*packets, packet]})
    set_extension(document, "/asset", XMP, {"packet": len(packets)})


class _Writer:
    """Writes expressions, each as an animation from no expression at 0 s to all of it at 1 s."""

    def __init__(self, document: Document, rig: Rig) -> None:
        self.document, self.rig = document, rig
        self.input: int | None = None

    def write(self, expressions: tuple[Expression, ...]) -> None:
        names = [expression.name for expression in expressions]
        animations = [_join(self._channels(expression)) for expression in expressions]
        # An animation has a channel at least, and its name is all that an expression has.
        written = {
            expression.name: (expression, animated)
            for expression, animated in zip(expressions, animations, strict=True)
            if animated and names.count(expression.name) == 1
        }
        listed = []
        for expression, animated in written.values():
            item: dict[str, Any] = {
                "expression": expression.name,
                "animation": self._animate(expression, animated),
            }
            kinds = {KHR_EXPRESSION_MORPH: "weights", KHR_EXPRESSION_TEXTURE: TEXTURE_TRANSFORM}
            extensions: dict[str, Any] = {}
            for name, word in kinds.items():
                channels = [number for number, (target, *_) in enumerate(animated) if word in target]
                if channels:
                    extensions[name] = {"channels": channels}
            if masks := list(_masks(expression, written)):
                extensions[KHR_EXPRESSION_MASK] = {"masks": masks}
            if extensions:
                item["extensions"] = extensions
            listed.append(item)
        if listed:
            set_extension(self.document, "", KHR_EXPRESSION, {"expressions": listed})
            used = {name for item in listed for name in item.get("extensions", ())}
            for name in (ANIMATION_POINTER, *(name for name in EXPRESSION_NAMES if name in used)):
                if name not in self.document.tree.get("extensionsUsed", ()):
                    self.document.append("/extensionsUsed", name)

    def _channels(self, expression: Expression) -> Iterator[AnimatedValue]:
        """The pointer, rest value and full-expression value of each bind."""
        for morph in expression.morphs:
            yield pointer("nodes", morph.node, "weights", morph.shape), [0.0], [morph.weight]
        for color in expression.colors:
            yield from self._colour(color)
        for bind in expression.texture_transforms:
            texture = self._transform_of(bind.material)
            if texture is not None:
                start, target = texture
                yield f"{start}/scale", as_list(target.get("scale")) or [1.0, 1.0], list(bind.scale)
                yield f"{start}/offset", as_list(target.get("offset")) or [0.0, 0.0], list(bind.offset)

    def _colour(self, bind: ColorBind) -> Iterator[AnimatedValue]:
        owner = pointer("materials", bind.material)
        material = self.document.tree["materials"][bind.material]
        path = POINTERS[bind.target]
        width = 4 if bind.target == "color" else 3
        if any(not 0 <= number <= 1 for number in bind.value[:width]):
            return  # a factor is from 0 to 1
        holder = material
        if bind.target == "color":
            if "pbrMetallicRoughness" not in material:
                self.document.set(f"{owner}/pbrMetallicRoughness", {})
            holder = self.document.tree["materials"][bind.material]["pbrMetallicRoughness"]
        elif MTOON in path:
            if MTOON not in as_object(material.get("extensions")):
                return
            holder = material["extensions"][MTOON]
        rest = as_list(holder.get(path.rpartition("/")[2])) or RESTS.get(bind.target, [0.0, 0.0, 0.0])
        yield f"{owner}/{path}", list(rest), list(bind.value[:width])

    def _transform_of(self, material: int) -> tuple[str, dict[str, Any]] | None:
        """The texture transform of the base colour; it is added if the texture has none."""
        owner = f"/materials/{material}/pbrMetallicRoughness/baseColorTexture"
        base = as_object(self.document.tree["materials"][material].get("pbrMetallicRoughness"))
        texture = base.get("baseColorTexture")
        if not isinstance(texture, dict):
            return None
        transform = as_object(as_object(texture.get("extensions")).get(TEXTURE_TRANSFORM))
        if not transform:
            set_extension(self.document, owner, TEXTURE_TRANSFORM, {})
        return f"{owner}/extensions/{TEXTURE_TRANSFORM}", transform

    def _animate(self, expression: Expression, animated: list[AnimatedValue]) -> int:
        if self.input is None:
            self.input = append_accessor(self.document, np.array([0.0, 1.0], "<f4"), min_max=True)
        channels, samplers = [], []
        for number, (target, rest, full) in enumerate(animated):
            values = np.array([rest, full], "<f4")
            sampler = {"input": self.input, "output": append_accessor(self.document, values)}
            samplers.append(sampler | ({"interpolation": "STEP"} if expression.binary else {}))
            extension = {ANIMATION_POINTER: {"pointer": target}}
            channels.append({"sampler": number, "target": {"path": "pointer", "extensions": extension}})
        animation = {"name": expression.name, "channels": channels, "samplers": samplers}
        return int(self.document.append("/animations", animation))


def _join(channels: Iterable[AnimatedValue]) -> list[AnimatedValue]:
    """Merge binds of an expression to the same property by adding them up: an animation may have one channel
    per property."""
    joined: dict[str, AnimatedValue] = {}
    for target, rest, full in channels:
        _, _, so_far = joined.get(target, (target, rest, rest))
        moved = [total + value - start for total, value, start in zip(so_far, full, rest, strict=True)]
        joined[target] = (target, rest, moved if target in joined else full)
    return list(joined.values())


def _masks(expression: Expression, names: Collection[str]) -> Iterator[dict[str, Any]]:
    for attribute, group in OVERRIDDEN.items():
        kind = getattr(expression, attribute)
        for name in group:
            if kind != "none" and name in names:
                yield {"target": name, "type": kind}


def _keep_the_rest(document: Document, character: Character) -> None:
    """Store the parts of the character that the draft lacks in `extras` of its object."""
    from pantin.formats.gltf.lift import lift

    said = lift(document).rig.character
    assert said is not None
    whole = make_block(document, character)
    kept: dict[str, Any] = {}
    if character.look_at is not None:
        kept["lookAt"] = whole["lookAt"]
    if said.meta != character.meta and character.meta is not None:
        kept["meta"] = dict(character.meta)
    if said.humanoid != character.humanoid:
        kept["humanoid"] = whole["humanoid"]
    if said.first_person != character.first_person:
        flags = whole.get("firstPerson", {"meshAnnotations": []})
        kept["firstPerson"] = flags
    expressions = _changed_expressions(said, character)
    if expressions:
        part = Character(humanoid=character.humanoid, expressions=expressions)
        kept["expressions"] = make_block(document, part)["expressions"]
    if kept:
        extras = as_object(document.tree["extensions"][KHR_CHARACTER].get("extras"))
        document.set(f"/extensions/{KHR_CHARACTER}/extras", {**extras, VRMC_VRM: kept})


def _changed_expressions(said: Character, character: Character) -> tuple[Expression, ...]:
    """The expressions that have changed."""
    by_name = {(each.preset, each.name): each for each in said.expressions}
    return tuple(
        each for each in character.expressions if not _are_equal(by_name.get((each.preset, each.name)), each)
    )


def _are_equal(said: Expression | None, expression: Expression) -> bool:
    """Whether two expressions are equal in single precision."""
    return said is not None and _rounded_values(said) == _rounded_values(expression)


def _rounded_values(expression: Expression) -> tuple[Any, ...]:
    single = np.float32
    return (
        [(bind.node, bind.shape, single(bind.weight)) for bind in expression.morphs],
        [(bind.material, bind.target, *map(single, bind.value)) for bind in expression.colors],
        [
            (bind.material, *map(single, (*bind.scale, *bind.offset)))
            for bind in expression.texture_transforms
        ],
        (
            expression.binary,
            expression.override_blink,
            expression.override_look_at,
            expression.override_mouth,
        ),
    )


def strip(document: Document, rig: Rig) -> bool:
    """Remove the character and the animations of its expressions from a document; returns whether there was
    one."""
    extensions = as_object(document.tree.get("extensions"))
    if KHR_CHARACTER not in extensions:
        return False
    from pantin.formats.gltf.ext.khr_character.root import added_root, remove_added_root

    root = added_root(document)
    listed = as_list(as_object(extensions.get(KHR_EXPRESSION)).get("expressions"))
    animations = {as_object(item).get("animation") for item in listed}
    for name in ROOT_NAMES:
        if name in extensions:
            remove_extension(document, "", name)
    _strip_mapping(document)
    _strip_meta(document)
    for index, node in indexed_objects(document.tree, "nodes"):
        if as_object(as_object(node.get("extensions")).get(KHR_VISIBILITY_HINT)).get("role") in FLAGS:
            remove_extension(document, pointer("nodes", index), KHR_VISIBILITY_HINT)
    for index in sorted(_held_animations(document, animations), reverse=True):
        remove_clip(document, index)
    unlist_extensions(document, *ROOT_NAMES, *EXPRESSION_NAMES)
    if not any(
        KHR_VISIBILITY_HINT in as_object(node.get("extensions"))
        for _, node in indexed_objects(document.tree, "nodes")
    ):
        unlist_extensions(document, KHR_VISIBILITY_HINT)
    if root is not None:
        remove_added_root(document, root)
    return True


def _held_animations(document: Document, animations: set[Any]) -> Iterator[int]:
    """The animations that expressions fully represent; other animations stay as clips."""
    for index, animation in enumerate(document.model.animations):
        if animation is None or index not in animations:
            continue
        if all(is_held(target_pointer(channel)) for channel in animation.channels or ()):
            yield index


def _strip_mapping(document: Document) -> None:
    """Remove the human bones from the mappings, and the extension if they are all it has."""
    block = as_object(block_of(document.tree, KHR_SKELETON_MAPPING))
    mappings = as_object(block.get("skeletalRigMappings"))
    if HUMANOID not in mappings:
        return
    if len(mappings) == 1:
        remove_extension(document, "", KHR_SKELETON_MAPPING)
        unlist_extensions(document, KHR_SKELETON_MAPPING)
    else:
        document.remove(pointer("extensions", KHR_SKELETON_MAPPING, "skeletalRigMappings", HUMANOID))


def _strip_meta(document: Document) -> None:
    """Remove the packet about the asset if it is the only packet: removing one of several would renumber the
    others."""
    if asset_packet(document.tree) is None:
        return
    remove_extension(document, "/asset", XMP)
    if len(document.tree["extensions"][XMP]["packets"]) == 1:
        remove_extension(document, "", XMP)
        unlist_extensions(document, XMP)
