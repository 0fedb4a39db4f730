"""The other files that a document names, and the rule about those that cannot be copied."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from pantin.formats import uri
from pantin.formats.document.document import externals
from pantin.report import Finding, rule
from pantin.report.pointer import pointer

if TYPE_CHECKING:
    from pantin.formats.gltf.document import Document


def uris(tree: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """The pointer and the text of every URI of a buffer, an image, or an extension that names a file.

    Web addresses are not files; `extras` may use the word as they like.
    """
    stack: list[tuple[tuple[str | int, ...], Any]] = [
        ((key,), item) for key, item in reversed(tree.items()) if key != "extras" and _may_name(key, item)
    ]
    while stack:
        path, value = stack.pop()
        if path[-1:] == ("uri",) and isinstance(value, str):
            if _names_a_file(value):
                yield pointer(*path), value
        elif isinstance(value, dict):
            stack += [((*path, key), item) for key, item in reversed(value.items()) if key != "extras"]
        elif isinstance(value, list):
            stack += [((*path, index), item) for index, item in reversed(list(enumerate(value)))]


def _may_name(member: str, value: Any) -> bool:
    """Whether a member of the root is worth a walk: the word is found sooner in a text of it, and a million
    nodes hold none. The members that have one in every file may hold gigabytes as data URIs.
    """
    return member in ("buffers", "images", "uri") or b'"uri"' in msgspec.json.encode(value)


def _names_a_file(reference: str) -> bool:
    try:
        return uri.scheme(reference) is None
    except uri.UriError:
        return False


@rule("LOSS-MISSING_FILE", "warning", 'file "{uri}" not copied: {reason}')
def missing_file(document: Document) -> Iterator[Finding]:
    """Referenced file cannot be copied.

    What: a `uri` of the document names a file that cannot be read while the document is saved elsewhere.
    Why: the reference is written unchanged, so it is broken in the copy too.
    Fix: put the file where the `uri` says, inside the folder of the document, or correct the `uri`. If the
    file is outside the folder and you trust the document, pass --allow-outside, with --embed to store its
    data inside.
    Source: glTF 2.0 §2.8
    """
    for external in externals(document):
        if external.fault is not None:
            yield missing_file.at(external.pointer, uri=external.uri, reason=external.fault)
