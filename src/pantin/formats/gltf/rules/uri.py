"""Rules about the `uri` of buffers and images: a data URI, or another file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from pantin.base.files import ADVICE
from pantin.base.records import Record
from pantin.formats.gltf.scope import Scope
from pantin.report import Finding, Rule, rule
from pantin.report.pointer import pointer

if TYPE_CHECKING:
    from pantin.formats.document.buffer import Buffer


class Resource(Record):
    """A buffer or image with a URI: its list, its index, the URI, the loaded data, and whether the Khronos
    validator would load it."""

    collection: str
    index: int
    uri: str
    data: Buffer
    is_read: bool

    @property
    def fault_kind(self) -> str | None:
        return self.data.fault.kind if self.data.fault else None

    def at(self, rule: Rule[[Scope]], scope: Scope, **values: str) -> Finding:
        """A finding on the URI; messages call it `resource`."""
        kind = "buffer" if self.collection == "buffers" else "image"
        where = pointer(self.collection, self.index, "uri")
        reason = self.data.fault.message if self.data.fault else ""
        values = {"resource": scope.named(kind, self.index), "reason": reason} | values
        return rule.at(where, **values)


def resources(scope: Scope) -> list[Resource]:
    """The buffers and images with a URI."""
    listed = enumerate(scope.model.buffers)
    with_uri = [
        Resource("buffers", i, buffer.uri, scope.buffer(i), is_read(scope, i))
        for i, buffer in listed
        if buffer and buffer.uri is not None
    ]
    if not scope.model.images:
        return with_uri
    from pantin.formats.gltf.rules.image_data import images

    for facts in scope.fact(images):
        if facts.image.uri is not None and facts.source is not None:
            unextended = not facts.image.extensions
            with_uri.append(Resource("images", facts.index, facts.image.uri, facts.source, unextended))
    return with_uri


def is_read(scope: Scope, index: int) -> bool:
    """Whether the bytes of a buffer are read: only if its length is valid."""
    buffer = scope.model.buffers[index]
    return buffer is not None and buffer.byte_length is not None


def is_relative(uri: str) -> bool:
    """Whether a URI is only a relative path: no scheme, host, root, query or fragment."""
    try:
        parts = urlsplit(uri)
    except ValueError:
        return False
    rooted = parts.path.startswith("/")
    return not (parts.scheme or parts.netloc or rooted or "?" in uri or "#" in uri)


def is_invalid(data: Buffer) -> bool:
    return data.fault is not None and data.fault.kind == "bad_uri"


def has_folder(scope: Scope) -> bool:
    return scope.document.resolver.folder is not None


@rule(
    "GLTF-URI_GLB",
    "info",
    "{resource} of the GLB refers to a URI instead of the BIN chunk",
    only_with=("uri",),
)
def uri_glb(scope: Scope) -> Iterator[Finding]:
    """GLB stores a buffer or an image outside its BIN chunk.

    What: The buffers and images of a GLB should have no `uri`.
    Why: A GLB is meant to be one self-contained file.
    Fix: Convert to `.glb` with embedded buffers, which moves the data into the BIN chunk.
    Source: glTF 2.0 §4.4.3.3.
    """
    if scope.document.kind == "glb":
        for resource in scope.fact(resources):
            yield resource.at(uri_glb, scope)


@rule(
    "GLTF-DATA_URI_GLB",
    "warning",
    "{resource} is a base64 data URI, although a GLB can store its bytes directly",
    only_with=("uri",),
)
def data_uri_glb(scope: Scope) -> Iterator[Finding]:
    """GLB stores a buffer or an image as a data URI.

    What: The buffers and images of a GLB should not be data URIs.
    Why: Base64 takes a third more space than the bytes, and time to decode.
    Fix: Convert to `.glb` with embedded buffers, which moves the data into the BIN chunk.
    Source: glTF 2.0 §4.4.3.3.
    """
    if scope.document.kind == "glb":
        for resource in scope.fact(resources):
            # The URI of an image whose content is of another type than it states can be taken apart.
            if resource.data.storage == "data" and resource.fault_kind in (None, "short", "unknown"):
                yield resource.at(data_uri_glb, scope)


@rule("GLTF-INVALID_URI", "error", "the URI of {resource} is invalid: {reason}", only_with=("uri",))
def invalid_uri(scope: Scope) -> Iterator[Finding]:
    """Invalid URI of a buffer or an image.

    What: The `uri` of a buffer or an image must be a relative path or a data URI. The data URI of an image
    must have the media type of the image.
    Why: Readers cannot find the data, or decode it as what it is not.
    Fix: Escape special characters of a path with %. Write data as `data:application/octet-stream;base64,…`,
    and that of an image as `data:image/png;base64,…` or `data:image/jpeg;base64,…`.
    Source: glTF 2.0 §2.8, RFC 3986 and RFC 2397.
    """
    for resource in scope.fact(resources):
        if resource.fault_kind in ("bad_uri", "unknown"):
            yield resource.at(invalid_uri, scope)


@rule(
    "GLTF-NON_RELATIVE_URI",
    "warning",
    'the URI of {resource}, "{uri}", is not a relative path{unread}',
    only_with=("uri",),
)
def non_relative_uri(scope: Scope) -> Iterator[Finding]:
    """URI of a buffer or an image is not a relative path.

    What: The `uri` of a buffer or an image should be a path relative to the file.
    Why: An asset with absolute references breaks when it is moved. Pantin fetches no reference, and
    reads absolute paths only if it may leave the folder.
    Fix: Put the data beside the file and refer to it by its name. If you trust the file, pass --allow-outside
    (`allow_outside=True` in Python), which reads absolute paths.
    Source: glTF 2.0 §2.8.
    """
    for resource in scope.fact(resources):
        data = resource.data
        if data.storage != "data" and not is_invalid(data) and not is_relative(resource.uri):
            unread = " and is not read" if resource.fault_kind in ("refused", "outside") else ""
            unread += f"; {ADVICE}" if resource.fault_kind == "outside" else ""
            yield resource.at(non_relative_uri, scope, uri=resource.uri[:80], unread=unread)


def _resources_outside(scope: Scope, collection: str) -> Iterator[Resource]:
    for resource in scope.fact(resources):
        refused = resource.fault_kind in ("refused", "outside") and is_relative(resource.uri)
        if refused and has_folder(scope) and resource.collection == collection:
            yield resource


@rule("GLTF-URI_OUTSIDE", "error", "the URI of {resource} is not read: {reason}", only_with=("uri",))
def uri_outside(scope: Scope) -> Iterator[Finding]:
    """URI of a buffer leaves the folder of the file.

    What: The path in the `uri` of a buffer must stay within the folder of the file.
    Why: A file from elsewhere could otherwise make its reader open any file on the machine.
    Fix: Put the data beside the file. If you trust the file, pass --allow-outside (`allow_outside=True` in
    Python).
    Source: glTF 2.0 §2.8; RFC 3986 §7.
    """
    for resource in _resources_outside(scope, "buffers"):
        yield resource.at(uri_outside, scope)


@rule(
    "GLTF-IMAGE_URI_OUTSIDE", "info", "{resource} is not read and not checked: {reason}", only_with=("uri",)
)
def image_uri_outside(scope: Scope) -> Iterator[Finding]:
    """URI of an image leaves the folder of the file.

    What: The path in the `uri` of an image should stay within the folder of the file.
    Why: Pantin does not read files outside the folder, so the image is not checked. The rest of the file does
    not depend on it.
    Fix: Put the image beside the file. If you trust the file, pass --allow-outside (`allow_outside=True` in
    Python).
    Source: glTF 2.0 §2.8; RFC 3986 §7.
    """
    for resource in _resources_outside(scope, "images"):
        yield resource.at(image_uri_outside, scope)


@rule("GLTF-IO_ERROR", "error", "the data of {resource} cannot be read: {reason}", only_with=("uri",))
def io_error(scope: Scope) -> Iterator[Finding]:
    """File of a buffer or an image cannot be read.

    What: The file that the `uri` of a buffer or an image names must exist and be readable.
    Why: Without it the asset has no data, or no texture.
    Fix: Put the file where the URI points, relative to the asset. Check upper and lower case.
    Source: glTF 2.0 §3.6.1 and §3.8.2.
    """
    for resource in scope.fact(resources):
        kind = resource.fault_kind
        unknown = kind in ("missing", "unreadable") or (kind == "refused" and not has_folder(scope))
        # An absolute path is only looked for if references may leave the folder.
        if unknown and resource.is_read and (is_relative(resource.uri) or resource.uri.startswith("/")):
            yield resource.at(io_error, scope)


RULES = (uri_glb, data_uri_glb, invalid_uri, non_relative_uri, uri_outside, image_uri_outside)
DATA_RULES = (io_error,)
