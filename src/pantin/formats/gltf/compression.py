"""Data that extensions compress, unpacked once per document."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Any, TypeVar
from weakref import WeakKeyDictionary

from pantin.formats.gltf.accessor import BadAccessor

if TYPE_CHECKING:
    from pantin.formats.gltf.document import Document
    from pantin.formats.gltf.model import Gltf

T = TypeVar("T")


class _Unpacked:
    """The unpacked data for one state of a document; an edit creates a new `Gltf`, and with it a new
    cache.
    """

    def __init__(self, model: Gltf) -> None:
        self.model = model
        self.results: dict[Hashable, Any] = {}


_UNPACKED: WeakKeyDictionary[Document, _Unpacked] = WeakKeyDictionary()


def unpack_once(document: Document, key: Hashable, unpack: Callable[[], T]) -> T:
    """Call `unpack()` once per document; if it failed, raise the same error again."""
    cache = _UNPACKED.get(document)
    if cache is None or cache.model is not document.model:
        cache = _UNPACKED[document] = _Unpacked(document.model)
    if key not in cache.results:
        cache.results[key] = _catch_fault(unpack)
    result: T | BadAccessor = cache.results[key]
    return _raise_fault(result)


def _catch_fault(unpack: Callable[[], T]) -> T | BadAccessor:
    """The unpacked data, or the error. Both are cached, because thousands of accessors may share a stream."""
    try:
        return unpack()
    except BadAccessor as fault:
        # Without a traceback: its frames refer to the document, which would keep its own cache alive.
        return BadAccessor(fault.reason, str(fault))


def _raise_fault(result: T | BadAccessor) -> T:
    if isinstance(result, BadAccessor):
        raise BadAccessor(result.reason, str(result))
    return result
