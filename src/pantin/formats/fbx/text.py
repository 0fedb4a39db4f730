"""Text FBX: `Key: value, value { children }`. The file is scanned once; lists of numbers are located, and
parsed on demand."""

from __future__ import annotations

import base64
import binascii
import re
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from pantin.base.limits import Budget
from pantin.formats.fbx.faults import Faults
from pantin.formats.fbx.nodes import Array, Node, Numbers, Value, Word
from pantin.formats.fbx.properties import ReadProperty
from pantin.kernels.number_text import parse_numbers
from pantin.report.wording import counted

MOST_DEPTH = 64

START = re.compile(
    rb"(?:\xef\xbb\xbf)?(?:\s|;[^\n]*\n)*(?:FBXHeaderExtension|FBXVersion|Objects|Definitions|Model)\s*:"
)
OPENING = re.compile(rb"(?:\xef\xbb\xbf)?\s*;\s*FBX\s+(\d+)\.(\d+)\.(\d+)", re.IGNORECASE)
"""The comment with the version at the beginning of most files."""

SPACE = re.compile(rb"(?:[\s\0]+|;[^\n]*)*+")
KEY = re.compile(rb"([^\s:;{}\",*]+)\s*:")
STRING = re.compile(rb'"([^"]*)"')
NUMBER = rb"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?+(?![\w.#])"
NUMBERS = re.compile(rb"%b(?:\s*+,\s*+%b)*+" % (NUMBER, NUMBER))
INTEGER = re.compile(rb"[-+]?[0-9]+")
WORD = re.compile(rb"[^\s:;{}\",*]+")
ARRAY = re.compile(rb"\*\s*([0-9]+)\s*\{\s*(?:a\s*:)?")
SEPARATOR = re.compile(rb"(?:\s|;[^\n]*)*+,(?:\s|;[^\n]*)*+")
"""A comma; a list may continue on the next line on either side of it."""

TOKEN = rb'(?:"[^"]*+"|[-+]?[\w.#]++(?:(?<=[eE])[-+][0-9]++)?+)'
TOKENS = re.compile(TOKEN)
WHOLE_NUMBER = re.compile(NUMBER)
LINE = re.compile(
    rb"(?:[\s\0]+|;[^\n]*)*+"
    rb"([^\s:;{}\",*]+):\s*+"
    rb"(?:(%b(?:[ \t]*+,\s*+%b)*+)[ \t]*+(?=\{|[\r\n]\s*+[^\s{;:,])|(?=\{))(\{?)" % (TOKEN, TOKEN)
)
"""A statement in the form that programs usually write, up to its brace or the end of the line. Other
statements are scanned token by token."""

ENTITIES = {b"&quot;": b'"', b"&cr;": b"\r", b"&lf;": b"\n"}
ENTITY = re.compile(b"|".join(ENTITIES))

SHORT = 160
"""Longest values in bytes that are cached by their text: most properties are the same for each object."""

SEVERAL = 8
"""At least this many numbers in a row are kept as one array."""


class TextFile:
    """The content of a text file."""

    def __init__(self, data: bytes, budget: Budget, faults: Faults) -> None:
        self.data, self.budget, self.faults = data, budget, faults
        self.end = len(data)
        self._roots: list[Node] = []
        self._names: dict[bytes, str] = {}
        self._known: dict[bytes, tuple[str, list[Value]]] = {}

    def roots(self) -> list[Node]:
        """Scan the file. Every node has the offsets of its parts, so that edits replace only these."""
        data, position = self.data, 3 if self.data.startswith(b"\xef\xbb\xbf") else 0
        open_nodes: list[tuple[Node, list[Node]]] = []
        level: list[Node] = self._roots
        while True:
            line = LINE.match(data, position)
            if line is not None and len(open_nodes) < MOST_DEPTH:
                node = self._plain_statement(line, len(open_nodes))
                level.append(node)
                position = node.end
                if line.end(3) > line.start(3):
                    open_nodes.append((node, level))
                    level = node.children
                continue
            space = SPACE.match(data, position)
            position = space.end() if space else position
            if position >= len(data):
                break
            key = KEY.match(data, position)
            if key is not None:
                node = self._statement(key, len(open_nodes))
                level.append(node)
                position = node.end
                if node.end > node.body and data[node.end - 1] == 123:  # an open brace
                    if len(open_nodes) >= MOST_DEPTH:
                        self.faults.add("FBX-DEPTH", node.start, depth=MOST_DEPTH)
                        return self._close(open_nodes)
                    open_nodes.append((node, level))
                    level = node.children
            elif data[position] == 125 and open_nodes:  # a closing brace
                node, level = open_nodes.pop()
                position += 1
                node.end = position
            else:
                position = self._skip(position)
        if open_nodes:
            self.faults.add(
                "FBX-TRUNCATED", len(data), what=f"ends before {counted(len(open_nodes), 'closing brace')}"
            )
        return self._close(open_nodes)

    def _close(self, open_nodes: list[tuple[Node, list[Node]]]) -> list[Node]:
        for node, _ in open_nodes:
            node.end = len(self.data)
        return self._roots

    def _skip(self, position: int) -> int:
        """Skip to the end of the line after something that is not a statement, and report it."""
        end = self.data.find(b"\n", position)
        end = len(self.data) if end < 0 else end
        excerpt = self.data[position : min(end, position + 40)].decode("utf-8", "replace").strip()
        self.faults.add("FBX-SYNTAX", position, found=excerpt)
        return max(end, position + 1)

    def _plain_statement(self, line: re.Match[bytes], depth: int) -> Node:
        """A node that reads its values on demand."""
        raw = line[1]
        name = self._names.get(raw)
        if name is None:
            name = self._names[raw] = raw.decode("utf-8", "surrogateescape")
        start, values_at, body = line.start(1), line.end(1) + 1, line.end(2)
        count = 1
        if body < 0:
            body, count = values_at, 0
        has_brace = line.end(3) > line.start(3)
        node = Node.stored(
            self, name, start, values_at, body, line.end(3) if has_brace else body, count, depth
        )
        node.children = []
        return node

    def _statement(self, key: re.Match[bytes], depth: int) -> Node:
        """A node up to its values, or up to the brace before its children; `body` is that position."""
        values_at = key.end()
        codes, values, position = self._read_values(values_at)
        node = Node(key[1].decode("utf-8", "surrogateescape"), values, codes)
        node.start, node.values_at, node.depth, node.count = key.start(), values_at, depth, len(values)
        node.body = position
        space = SPACE.match(self.data, position)
        after = space.end() if space else position
        node.end = after + 1 if self.data[after : after + 1] == b"{" else position
        return node

    def _read_values(self, position: int) -> tuple[str, list[Value], int]:
        """The values after a key, their type letters, and the end position."""
        values: list[Value] = []
        codes: list[str] = []
        space = SPACE.match(self.data, position)
        ahead = space.end() if space else position
        separator = SEPARATOR.match(self.data, ahead)  # before an embedded file there is a comma alone
        after = self._value(separator.end() if separator else ahead, values, codes)
        while after is not None:
            position = after
            separator = SEPARATOR.match(self.data, position)
            after = self._value(separator.end(), values, codes) if separator else None
        return "".join(codes), values, position

    def _value(self, position: int, values: list[Value], codes: list[str]) -> int | None:
        """Read a value, or several numbers; returns the end position, None if there is no value."""
        data = self.data
        if position >= len(data):
            return None
        first = data[position]
        if first == 34:  # a quote
            string = STRING.match(data, position)
            if string is None:
                self.faults.add("FBX-SYNTAX", position, found="a string without its closing quote")
                return len(data)
            values.append(unescape(string[1]))
            codes.append("S")
            return string.end()
        if first == 42:  # *
            return self._array(position, values, codes)
        numbers = NUMBERS.match(data, position)
        if numbers is not None:
            self._numbers(numbers, values, codes)
            return numbers.end()
        word = WORD.match(data, position)
        if word is None:
            return None
        if KEY.match(data, position):
            return None  # the next statement
        values.append(Word(word[0].decode("utf-8", "surrogateescape")))
        codes.append("C")
        return word.end()

    def _numbers(self, match: re.Match[bytes], values: list[Value], codes: list[str]) -> None:
        text = match[0]
        if text.count(b",") + 1 >= SEVERAL:
            values.append(self._lazy(match.start(), match.end(), text.count(b",") + 1))
            codes.append("d")
            return
        for word in text.split(b","):
            stripped = word.strip()
            is_integer = INTEGER.fullmatch(stripped) is not None and len(stripped) < 40
            values.append(int(stripped) if is_integer else float(stripped))
            codes.append("L" if is_integer else "D")

    def _array(self, position: int, values: list[Value], codes: list[str]) -> int | None:
        """`*24 { a: 1,2,… }`."""
        start = ARRAY.match(self.data, position)
        if start is None:
            return None
        end = self.data.find(b"}", start.end())
        if end < 0:
            self.faults.add("FBX-TRUNCATED", start.start(), what="ends within an array")
            end = len(self.data)
        declared = int(start[1][:18])
        values.append(self._lazy(start.end(), end, declared, start.start()))
        codes.append("d")
        return min(end + 1, len(self.data))

    def _lazy(self, start: int, end: int, length: int, declared_at: int | None = None) -> Array:
        def load() -> Numbers:
            # A number takes two bytes of text at least, and eight when it is decoded.
            self.budget.check(8 * ((end - start) // 2 + 1), "an array")
            numbers = parse_list(self.data[start:end])
            if declared_at is not None and len(numbers) != length:
                self.faults.add("FBX-ARRAY", declared_at, name="*", found=len(numbers), expected=length)
            return self.budget.hold(numbers.nbytes, "an array", lambda: numbers)

        return Array("d", length, load)

    def load_values(self, node: Node) -> tuple[str, list[Value]]:
        if not node.count:
            return "", []
        if node.body - node.values_at > SHORT:
            return self._read_values(node.values_at)[:2]
        raw = self.data[node.values_at : node.body]
        known = self._known.get(raw)
        if known is None:
            tokens = TOKENS.findall(raw)
            few = len(tokens) < SEVERAL
            known = _values_of(tokens) if few else self._read_values(node.values_at)[:2]
            if few:
                self._known[raw] = known
        return known[0], list(known[1])

    def load_children(self, node: Node) -> list[Node]:
        raise AssertionError("nodes of text files have their children")

    # The statements of a text file are nodes from the start, so nothing can be read without making nodes.

    def load_bytes(self, node: Node, name: str) -> None:
        return None

    def load_links(self, node: Node) -> None:
        return None

    def load_properties(self, node: Node, name: str, read: ReadProperty) -> None:
        return None

    def words(self, node: Node) -> list[float | str] | None:
        """Numbers, and words as strings, of a node with a list of both; None if the list has quotes."""
        raw = self.data[node.values_at : node.body]
        if not node.count or b'"' in raw:
            return None
        return [_number_or_word(word) for word in raw.split(b",")]

    def load_numbers(self, node: Node) -> Numbers | None:
        return None

    @cached_property
    def line_starts(self) -> NDArray[np.int64]:
        ends = np.flatnonzero(np.frombuffer(self.data, np.uint8) == ord("\n"))
        return np.concatenate([[0], ends + 1])

    def locate(self, offset: int) -> tuple[int, int]:
        """Line and column, counted from 1."""
        line = int(np.searchsorted(self.line_starts, offset, side="right"))
        return line, offset - int(self.line_starts[line - 1]) + 1


def _values_of(tokens: list[bytes]) -> tuple[str, list[Value]]:
    """The values of a few tokens, with their type letters."""
    codes = ""
    values: list[Value] = []
    value: Value
    for token in tokens:
        if token[0] == 34:  # a quote
            codes, value = codes + "S", unescape(token[1:-1])
        elif INTEGER.fullmatch(token) and len(token) < 40:
            codes, value = codes + "L", int(token)
        elif WHOLE_NUMBER.fullmatch(token):
            codes, value = codes + "D", float(token)
        else:
            codes, value = codes + "C", Word(token.decode("utf-8", "surrogateescape"))
        values.append(value)
    return codes, values


def _number_or_word(text: bytes) -> float | str:
    try:
        return float(text)
    except ValueError:
        return text.strip().decode("utf-8", "surrogateescape")


def parse_list(text: bytes) -> Numbers:
    """Parse comma-separated numbers as float64; anything but a finite number becomes NaN."""
    words = text.replace(b",", b" ")
    if b";" in words:
        words = re.sub(rb";[^\n]*", b"", words)
    return parse_numbers(words)[0]


def unescape(raw: bytes) -> str:
    if b"&" in raw:
        raw = ENTITY.sub(lambda entity: ENTITIES[entity[0]], raw)
    return raw.decode("utf-8", "surrogateescape")


def escape(text: str) -> bytes:
    raw = text.encode("utf-8", "surrogateescape")
    for entity, plain in ENTITIES.items():
        raw = raw.replace(plain, entity)
    return raw


def join_base64(node: Node) -> bytes:
    """The bytes of a file embedded as strings; empty if they are not valid base64."""
    pieces = [value for value in node.values if isinstance(value, str)]
    try:
        return b"".join(base64.b64decode(piece.encode("ascii", "ignore")) for piece in pieces)
    except binascii.Error:
        return b""
