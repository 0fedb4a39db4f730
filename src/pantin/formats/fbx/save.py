"""The bytes of an edited file: unedited parts are copied, offsets are corrected."""

from __future__ import annotations

from pantin.formats.fbx.binary import HEADER, BinaryFile
from pantin.formats.fbx.binary_write import BinaryWriter, footer
from pantin.formats.fbx.nodes import Node
from pantin.formats.fbx.text import TextFile
from pantin.formats.fbx.text_write import format_node, format_values

FOOTER = 160
"""The largest size of the footer in bytes: id, padding, version, zeros and the closing magic."""


def save(data: bytes, content: BinaryFile | TextFile | None, roots: list[Node]) -> bytes:
    """Write the file with its current tree."""
    if isinstance(content, BinaryFile):
        return _save_binary(data, content, roots)
    if isinstance(content, TextFile):
        return _save_text(data, roots)
    return data


def _save_binary(data: bytes, content: BinaryFile, roots: list[Node]) -> bytes:
    writer = BinaryWriter(content.version, content.big_endian)
    out = bytearray(data[:HEADER])
    for node in roots:
        _emit(out, node, data, writer)
    out += bytes(writer.record.size)
    rest = data[content.end :]
    if (len(out) - content.end) % 16 and len(rest) <= FOOTER + 16 and len(rest) >= 16:
        out += footer(len(out), content.version, writer.order, rest[:16])
    else:
        out += rest
    return bytes(out)


def _emit(out: bytearray, node: Node, data: bytes, writer: BinaryWriter) -> None:
    """Append a node; an unedited node at its original offset is copied."""
    if not node.is_stored:
        writer.write(out, node)
        return
    changed = node.is_changed()
    if not changed and len(out) == node.start:
        out += data[node.start : node.end]
        return
    start = len(out)
    out += bytes(writer.record.size)
    name = node.name.encode("utf-8", "surrogateescape")
    out += name
    values_at = len(out)
    if node.edited:
        out += writer.encode_values(node)
    else:
        out += data[node.values_at : node.body]
    length = len(out) - values_at
    for child in node.children:
        _emit(out, child, data, writer)
    if node.body < node.end or node.children:
        out += bytes(writer.record.size)
    count = len(node.values) if node.edited else node.count
    writer.record.pack_into(out, start, len(out), count, length, len(name))


def _save_text(data: bytes, roots: list[Node]) -> bytes:
    """Splice the edits of nodes into the text: their values, removed children and new ones."""
    pieces: list[bytes] = []
    position = 0
    pending = _splices(data, roots, (0, len(data)), 0)
    for start, end, replacement in sorted(pending, key=lambda piece: piece[:2]):
        pieces += [data[position:start], replacement]
        position = end
    return b"".join([*pieces, data[position:]])


def _splices(
    data: bytes, nodes: list[Node], span: tuple[int, int], depth: int
) -> list[tuple[int, int, bytes]]:
    """The replacements for a list of nodes: (start, end, text)."""
    splices: list[tuple[int, int, bytes]] = []
    fresh: list[bytes] = []
    for node in nodes:
        if node.start < 0:
            fresh.append(format_node(node, depth))
            continue
        if fresh:  # before the line of this node
            at = data.rfind(b"\n", 0, node.start) + 1
            splices.append((at, at, b"".join(fresh)))
            fresh = []
        if node.edited:
            splices.append((node.values_at, node.body, b" " + format_values(node)))
        if node.is_changed():
            splices += _child_splices(data, node, depth + 1)
    if fresh:
        splices.append((span[1], span[1], b"".join(fresh)))
    return splices


def _child_splices(data: bytes, node: Node, depth: int) -> list[tuple[int, int, bytes]]:
    has_braces = node.end > node.body
    if not has_braces:
        fresh = b"".join(format_node(child, depth) for child in node.children)
        indent = b"\t" * (depth - 1)
        return [(node.end, node.end, b" {\n" + fresh + indent + b"}")] if fresh else []
    closing = data.rfind(b"\n", 0, node.end - 1) + 1  # the line of the closing brace
    splices = _splices(data, node.children, (max(closing, node.body), node.end - 1), depth)
    kept = {child.start for child in node.children}
    for child in original_children(node, data):
        if child[0] not in kept:
            splices.append((*_whole_lines(data, *child), b""))
    return splices


def _whole_lines(data: bytes, start: int, end: int) -> tuple[int, int]:
    """The span of a node, extended by its indentation and line end if the line has nothing else."""
    line = data.rfind(b"\n", 0, start) + 1
    after = data.find(b"\n", end)
    after = len(data) if after < 0 else after + 1
    alone = not data[line:start].strip() and not data[end:after].strip()
    return (line, after) if alone else (start, end)


def original_children(node: Node, data: bytes) -> list[tuple[int, int]]:
    """The original spans of the children of a node in a text file."""
    from pantin.base.limits import Budget, Limits
    from pantin.formats.fbx.faults import Faults

    brace = data.find(b"{", node.body)
    inner = data[brace + 1 : node.end - 1]
    roots = TextFile(inner, Budget(Limits(), len(inner)), Faults()).roots()
    return [(child.start + brace + 1, child.end + brace + 1) for child in roots]
