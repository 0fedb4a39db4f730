"""Choose the extension for a part of a rig that several extensions can store."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from pantin.base.errors import Unsuitable
from pantin.formats.gltf.extensions import every, has_part, in_use
from pantin.formats.part_pointers import report_parts
from pantin.report import Finding, rule
from pantin.report.pointer import pointer

if TYPE_CHECKING:
    from pantin.formats.gltf.document import Document
    from pantin.formats.gltf.extension import Extension, Part
    from pantin.rig import Rig, Skeleton


class Policy(NamedTuple):
    """Chooses where parts are written: as requested, else where the document has them, else in the first
    suitable extension. `asked` has the word of an option, or the name of an extension, by part of the rig."""

    asked: Mapping[str, str] = {}

    def writers(self, document: Document, rig: Rig) -> list[Extension]:
        """The extensions that store the parts of a rig in a document: one per part present; an extension may
        store several."""
        chosen: list[Extension] = []
        by_part: dict[Part, list[Extension]] = {}
        for extension in every():
            part, stored = extension.holds, [each for each in extension.parts if has_part(rig, each)]
            if extension.lower is None or (part is not None and not stored):
                continue
            if extension.draft and (part is None or self.asked.get(part) != word_of(extension, part)):
                continue  # nobody gets a draft without asking for it
            if extension.obstacle is not None and extension.obstacle(rig):
                continue
            if part is None:
                chosen.append(extension)
            for each in stored:
                by_part.setdefault(each, []).append(extension)
        chosen += [self.choose(part, able, document) for part, able in by_part.items()]
        return [extension for extension in every() if extension in chosen]

    def skeletons(self, document: Document) -> Extension:
        """The extension for skeletons derived from skins."""
        return self.choose("skeletons", [each for each in every() if each.derive is not None], document)

    def choose(self, part: Part, able: list[Extension], document: Document) -> Extension:
        """Choose an extension for a part. Raises `ValueError` if it cannot store the part."""
        asked = self.asked.get(part)
        if asked is not None:
            for extension in able:
                if asked == word_of(extension, part) or asked in extension.names:
                    return extension
            raise ValueError(f"{asked} does not store {part}")
        used = document.tree.get("extensionsUsed")
        listed = used if isinstance(used, list) else []
        return next((each for each in able if any(name in listed for name in each.names)), able[0])


def lower(document: Document, rig: Rig, policy: Policy = Policy()) -> None:  # noqa: B008 (frozen)
    """Write the parts of a rig beyond core glTF into its document, which has the same nodes."""
    for extension in policy.writers(document, rig):
        assert extension.lower is not None
        extension.lower(document, rig)


def word_of(extension: Extension, part: Part) -> str | None:
    """The option word for an extension that can store a part; None if it cannot."""
    choice = extension.choices.get(part)
    return None if choice is None else choice.word


def store_as(document: Document, part: Part, word: str) -> list[Finding]:
    """Move a part of a document to the extension with this word; returns findings for data it cannot store.
    Raises `ValueError` for an unknown word."""
    from pantin.formats.gltf.lift import lift
    from pantin.operations.edit.skeleton_roots import unwrap_skeleton_roots

    able = [each for each in every() if part in each.choices and each.choices[part].lower is not None]
    chosen = Policy({part: word}).choose(part, able, document)
    # Whoever names the form to write means those of drafts too, which the document may have.
    document.draft = document.draft or any(each.draft for each in able)
    others = [each for each in in_use(document) if word_of(each, part) not in (None, word)]
    rig = lift(document).rig
    if not has_part(rig, part):
        return []
    if chosen.draft and chosen.obstacle is not None and (why := chosen.obstacle(rig)):
        raise Unsuitable(f"{chosen.names[0]} cannot store the {part}: {why}")
    if not others:
        return []
    for extension in others:
        # An extension that stores another part too stays for that one.
        is_free = extension.holds in (None, part) or not has_part(rig, extension.holds)
        if is_free and extension.strip is not None:
            extension.strip(document, rig)
    write = chosen.choices[part].lower
    assert write is not None
    write(document, unwrap_skeleton_roots(rig))
    losses = chosen.choices[part].losses
    if losses is not None:
        return list(losses(document))
    return list(dropped_skeletons(rig, lift(document).rig, chosen.names[0]))


@rule("LOSS-GLTF_SKELETON", "warning", "dropped {what} of {parts}: {extension} does not store it")
def dropped_skeletons(before: Rig, after: Rig, extension: str) -> Iterator[Finding]:
    """Part of a skeleton is dropped.

    What: A conversion stores skeletons in another extension, which has no name or no inverse bind matrices of
    its own for a skeleton, or cannot store its joints as bones.
    Why: Skeletons of KHR_skeleton_bone are nodes: they have the names of these, and no matrices.
    Fix: Store the skeletons as in the source, or name the node that is the skeleton.
    Source: KHR_skeleton_bone (draft), "Skeletons"; STAIK_skeletons, "Skeletons".
    """
    kept = [(set(each.joints.tolist()), each) for each in after.skeletons]
    lost: dict[str, list[str]] = {}
    for index, skeleton in enumerate(before.skeletons):
        joints = set(skeleton.joints.tolist())
        holder = next((each for nodes, each in kept if joints - {int(skeleton.root)} <= nodes), None)
        for what in _differences(skeleton, holder):
            lost.setdefault(what, []).append(pointer("skeletons", index))
    for what, parts in lost.items():
        yield from report_parts(dropped_skeletons, before, parts, what=what, extension=extension)


def _differences(before: Skeleton, after: Skeleton | None) -> Iterator[str]:
    """The data that a skeleton has lost, in words."""
    if after is None:
        yield "the joints"
        return
    if before.name is not None and before.name != after.name:
        yield "the name"
    if before.inverse_binds is not None and after.inverse_binds is None:
        yield "the inverse bind matrices"
