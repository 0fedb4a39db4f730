"""URIs: data URIs by RFC 2397, schemes by RFC 3986."""

from __future__ import annotations

import pytest

from pantin.formats.uri import UriError, is_base64, is_data, make_data, parse_data, scheme


@pytest.mark.parametrize(
    ("uri", "mime", "data"),
    [
        ("data:application/octet-stream;base64,AAE=", "application/octet-stream", b"\0\1"),
        ("DATA:application/OCTET-stream;BASE64,AAE=", "application/OCTET-stream", b"\0\1"),
        ("data:image/png;charset=utf-8;base64,AAE=", "image/png", b"\0\1"),
        ('data:image/png;name="a;b,c";x=;base64,AAE=', "image/png", b"\0\1"),
        ("data:;base64,", "text/plain", b""),
        ("data:,a%20b", "text/plain", b"a b"),
        ("data:a/b;base64,AAE", "a/b", b"\0\1"),
        ("data:a/b;base64,AAE%3D", "a/b", b"\0\1"),
        ("data:a/b;base64,-_-_", "a/b", b"\xfb\xff\xbf"),
        ("data:a/b;base64,%2B%2f%2B/", "a/b", b"\xfb\xff\xbf"),
    ],
)
def test_a_data_uri_holds_its_type_and_data(uri, mime, data):
    parsed = parse_data(uri)
    assert (parsed.mime, parsed.decode()) == (mime, data)


@pytest.mark.parametrize(
    "uri", ["data:", "data:a/b;;base64,AA==", "data:nomime,AA", "data:a/b", "data:a b/c,x"]
)
def test_what_does_not_follow_the_form_is_refused(uri):
    assert is_data(uri)
    with pytest.raises(UriError):
        parse_data(uri)


@pytest.mark.parametrize("parameters", [';a="' * 100_000, ";a=b" * 100_000, ';a="'])
def test_a_head_that_never_ends_is_searched_once(parameters):
    """Were a quote also part of an unquoted value, each pair of them would double the ways to read it."""
    with pytest.raises(UriError):
        parse_data("data:a/b" + parameters)


@pytest.mark.parametrize("payload", ["A", "AA=A", "AA*=", "AÄ==", "A A=", "AAAAA"])
def test_what_is_not_base64_is_refused(payload):
    with pytest.raises(UriError, match="base64"):
        parse_data(f"data:a/b;base64,{payload}").decode()


def test_made_data_uris_are_read_back():
    assert parse_data(make_data(b"\0\xff", "a/b")).decode() == b"\0\xff"
    assert parse_data(make_data(b"")).mime == "application/octet-stream"


def test_the_head_of_a_data_uri_says_whether_it_is_base64():
    assert is_base64("data:a/b;base64,AAAA")
    assert is_base64("DATA:;x=1;BASE64,*")
    for other in ("data:a/b,AAAA", "data:a/b;base64", "data:,;base64,", "a.bin"):
        assert not is_base64(other)


def test_schemes():
    assert scheme("HTTP://x") == "http"
    assert scheme("a/b:c") is None
    for bad in (":", "1a:b", "ä:b"):
        with pytest.raises(UriError):
            scheme(bad)
