"""Parse the `uri` of a buffer or an image: a data URI, or the name of another file."""

from __future__ import annotations

import base64
import binascii
import re
from urllib.parse import unquote_to_bytes

from pantin.base.records import Record

# RFC 2397: data:[<type>/<subtype>][;<attribute>=<value>]*[;base64],<data>
# Each part begins with a character that no other may begin with, so there is one way to match a text and no
# backtracking. (Possessive quantifiers would state this, but they are broken in Python before 3.11.5.)
# Patterns are compiled when they are first used: most files have no URI.
_HEAD = (
    r"(?i)data:(?P<mime>[^;,/\s]+/[^;,\s]+)?"
    r"(?:;[^;=,\s]+=(?:\"[^\"]*\"|(?!\")[^;,\s]*))*(?P<base64>;base64)?,"
)
# RFC 3986 §4.2: a colon in the first segment is the end of a scheme, and §3.1 says what a scheme looks like.
_FIRST_COLON = r"([^/?#:]*):"
_SCHEME = r"[A-Za-z][A-Za-z0-9+.-]*"
_BASE64 = r"[A-Za-z0-9+/]*={0,2}"
_FOREIGN = str.maketrans("-_", "+/")

# RFC 2397 §2: the type of a data URI that names none.
DEFAULT_MIME = "text/plain"
# RFC 2046 §4.5.1: bytes of unknown type, such as those of a buffer.
OCTET_STREAM = "application/octet-stream"


class UriError(ValueError):
    """A URI that cannot be parsed; the message says what is wrong with it."""


class DataUri(Record):
    """A parsed data URI: the media type as written and its data, still encoded."""

    mime: str
    base64: bool
    payload: str

    def decode(self) -> bytes:
        """The data. Raises `UriError` if the URI declares base64 and the data is not."""
        if not self.base64:
            return unquote_to_bytes(self.payload)
        try:
            return binascii.a2b_base64(self.payload, strict_mode=True)
        except (binascii.Error, ValueError):
            return self._decode_loosely()

    def _decode_loosely(self) -> bytes:
        """Base64 in the URL-safe alphabet, with escaped or missing padding (RFC 4648 §3.2 and §5)."""
        text = self.payload.replace("%3D", "=").replace("%3d", "=").replace("%2B", "+").replace("%2b", "+")
        text = text.replace("%2F", "/").replace("%2f", "/").translate(_FOREIGN)
        if not re.fullmatch(_BASE64, text):
            raise UriError("the data of the data URI is not base64")
        text = text.rstrip("=")
        try:
            return binascii.a2b_base64(text + "=" * (-len(text) % 4))
        except binascii.Error as error:
            raise UriError(f"the data of the data URI is not base64: {error}") from None


def is_data(uri: str) -> bool:
    return uri[:5].lower() == "data:"


def is_base64(uri: str) -> bool:
    """Whether a data URI says that its data are base64; only its head is parsed."""
    head = re.match(_HEAD, uri)
    return head is not None and head["base64"] is not None


def parse_data(uri: str) -> DataUri:
    """Parse a data URI; raises `UriError` when it does not follow RFC 2397."""
    head = re.match(_HEAD, uri)
    if head is None:
        raise UriError("the data URI does not have the form data:<type>;base64,<data>")
    return DataUri(head["mime"] or DEFAULT_MIME, head["base64"] is not None, uri[head.end() :])


def scheme(uri: str) -> str | None:
    """The scheme of a URI, None for a relative reference; raises `UriError` where a colon ends no scheme."""
    match = re.match(_FIRST_COLON, uri)
    if match is None:
        return None
    if not re.fullmatch(_SCHEME, match[1]):
        raise UriError("the URI has a colon in its first part, but no scheme before it")
    return match[1].lower()


def make_data(data: bytes | bytearray | memoryview, mime: str = OCTET_STREAM) -> str:
    """The data URI of some bytes."""
    return f"data:{mime};base64,{base64.b64encode(data).decode('ascii')}"
