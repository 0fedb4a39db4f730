"""Which extension stores a part of a rig that several can store."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from pantin.formats.gltf.extensions import every, has_part

if TYPE_CHECKING:
    from pantin.formats.gltf.document import Document
    from pantin.formats.gltf.extension import Extension, Part
    from pantin.rig import Rig


class Policy(NamedTuple):
    """Decides what is written: what is asked for, else what the document has, else the first that can.

    `asked` has a name of an extension, or its `option` on the command line, by the part of the rig.
    """

    asked: Mapping[str, str] = {}

    def writers(self, document: Document, rig: Rig) -> list[Extension]:
        """The extensions that store the parts of a rig in a document: one for each part that it has."""
        by_part: dict[Part | None, list[Extension]] = {}
        for extension in every():
            if extension.lower is None or (extension.obstacle is not None and extension.obstacle(rig)):
                continue
            if extension.holds is None or has_part(rig, extension.holds):
                by_part.setdefault(extension.holds, []).append(extension)
        chosen = by_part.pop(None, [])
        chosen += [self.choose(part, able, document) for part, able in by_part.items() if part is not None]
        return [extension for extension in every() if extension in chosen]

    def skeletons(self, document: Document) -> Extension:
        """The extension that stores skeletons derived from skins."""
        return self.choose("skeletons", [each for each in every() if each.derive is not None], document)

    def choose(self, part: Part, able: list[Extension], document: Document) -> Extension:
        """One of the extensions that can store a part. Raises `ValueError` for one that cannot."""
        asked = self.asked.get(part)
        if asked is not None:
            for extension in able:
                if asked == extension.option or asked in extension.names:
                    return extension
            raise ValueError(f"{asked} does not store {part}")
        used = document.tree.get("extensionsUsed")
        listed = used if isinstance(used, list) else []
        return next((each for each in able if any(name in listed for name in each.names)), able[0])


def lower(document: Document, rig: Rig, policy: Policy = Policy()) -> None:  # noqa: B008 (frozen)
    """Write the parts of a rig beyond core glTF into the document made from it, which has the same nodes."""
    for extension in policy.writers(document, rig):
        assert extension.lower is not None
        extension.lower(document, rig)
