"""Write text FBX."""

from __future__ import annotations

import base64
from typing import Any

import numpy as np

from pantin.formats.fbx.nodes import SEPARATOR, Array, Node, Value, Word
from pantin.formats.fbx.text import escape

PIECE = 76800
"""Longest string in bytes of an embedded file; longer ones are split, as in the FBX SDK."""


def text_document(roots: list[Node], version: int) -> bytes:
    """A whole file; `version` is 7400 for 7.4."""
    major, minor, patch = version // 1000, version // 100 % 10, version // 10 % 10
    head = f"; FBX {major}.{minor}.{patch} project file\n; {'-' * 52}\n\n"
    return head.encode() + b"".join(format_node(node, 0) for node in roots)


def format_node(node: Node, depth: int) -> bytes:
    indent = b"\t" * depth
    line = indent + node.name.encode("utf-8", "surrogateescape") + b": "
    single = node.values[0] if len(node.values) == 1 else None
    if isinstance(single, Array):
        numbers = _format_numbers(single.numbers)
        return b"%b*%d {\n%b\ta: %b\n%b}\n" % (line, len(single.numbers), indent, numbers, indent)
    line += format_values(node)
    if not node.children and node.values:
        return line + b"\n"
    inner = b"".join(format_node(child, depth + 1) for child in node.children)
    return line + b" {\n" + inner + indent + b"}\n"


def format_values(node: Node) -> bytes:
    return b", ".join(_format_value(value, code) for code, value in zip(node.codes, node.values, strict=True))


def _format_value(value: Value, code: str) -> bytes:
    if isinstance(value, Array):
        return b"*%d {\n\ta: %b\n}" % (len(value.numbers), _format_numbers(value.numbers))
    if isinstance(value, Word):
        return value.encode("utf-8", "surrogateescape")
    if isinstance(value, bytes):
        pieces = [value[start : start + PIECE] for start in range(0, len(value), PIECE)]
        return b",\n".join(b'"' + base64.b64encode(piece) + b'"' for piece in pieces) or b'""'
    if isinstance(value, str):
        if code == "C":
            return value.encode("utf-8", "surrogateescape")
        name, separator, kind = value.partition(SEPARATOR)
        return b'"' + escape(f"{kind}::{name}" if separator else value) + b'"'
    return _format_number(value).encode()


def _format_number(value: float) -> str:
    if isinstance(value, int):
        return str(value)
    return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)


def _format_numbers(numbers: np.ndarray[Any, Any]) -> bytes:
    """Numbers with the fewest digits that restore each one in its own precision."""
    if numbers.dtype.kind == "f":
        texts = [text.removesuffix(".0") for text in map(str, numbers.tolist())]
        if numbers.dtype == np.float32:
            texts = [str(number).removesuffix(".0") for number in numbers]
        return ",".join(texts).encode()
    return ",".join(map(str, numbers.tolist())).encode()
