"""Interpret a name on a command line: one local file, or many files."""

from __future__ import annotations

import re

LIST = "@"
"""The prefix of the name of a list file."""

_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+://|[A-Za-z][A-Za-z0-9+.-]+::")
_MAGIC = re.compile(r"[*?\[]")
_WITH_QUERY = re.compile(r"(https?://[^?]*)\?.*")


def is_url(name: str) -> bool:
    """Whether a name is a URL: `s3://…`, `zip://inner.glb::archive.zip`. The letter of a drive is not."""
    return isinstance(name, str) and _URL.match(name) is not None


def has_pattern(name: str) -> bool:
    """Whether a name has characters of patterns: `*`, `?`, `[`. In an http URL `?` begins the query."""
    return _MAGIC.search(without_query(name)) is not None


def without_query(name: str) -> str:
    """A name without the query of an http URL, which signed URLs have."""
    return _WITH_QUERY.sub(r"\1", name) if "?" in name else name


def is_many_local(name: str) -> bool:
    """Whether a name, which is not a URL, means files in a folder, in a list or by a pattern, instead of one
    file."""
    from pantin.base.files import exists, is_folder

    if name.startswith(LIST) and not exists(name):
        return True
    return is_folder(name) or (has_pattern(name) and not exists(name))
