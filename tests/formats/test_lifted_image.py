"""Images of rigs: media types and files."""

from __future__ import annotations

import pytest

from pantin.formats.lifted_image import lifted_image

PNG = memoryview(b"\x89PNG\r\n\x1a\n" + bytes(20))


@pytest.mark.parametrize(
    ("data", "stated", "expected"),
    [
        (PNG, None, "image/png"),
        (PNG, "image/jpeg", "image/jpeg"),
        (PNG, "application/octet-stream", "image/png"),
        (None, None, None),
        (None, "image/png", "image/png"),
    ],
)
def test_the_media_type_is_stated_or_that_of_the_bytes(data, stated, expected):
    assert lifted_image(data, stated, None, None, None).mime_type == expected


@pytest.mark.parametrize(
    ("uri", "file"),
    [
        ("skin.png", "skin.png"),
        ("data:image/png;base64,AA==", None),
        ("DATA:,x", None),
        ("", None),
        (None, None),
    ],
)
def test_a_uri_with_the_data_in_it_is_no_file(uri, file):
    assert lifted_image(PNG, None, uri, "skin", None).uri == file
