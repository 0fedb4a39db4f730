"""Build the tree of a new file: objects with ids, connections, properties, and the sections around them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from pantin.formats.fbx.binary_write import CREATION_TIME, FILE_ID
from pantin.formats.fbx.lower.templates import TEMPLATES
from pantin.formats.fbx.nodes import SEPARATOR, Array, Node, Value, Word

FIRST_ID = 1_000_000
"""Ids count up from here, so that equal rigs give equal bytes."""

LABELS = {
    "AnimationStack": "AnimStack",
    "AnimationLayer": "AnimLayer",
    "AnimationCurveNode": "AnimCurveNode",
    "AnimationCurve": "AnimCurve",
}
"""Classes that have another name in object names."""

CODES = {
    "bool": "I",
    "enum": "I",
    "int": "I",
    "Visibility Inheritance": "I",
    "Bool": "I",
    "KTime": "L",
    "ULongLong": "L",
    "KString": "S",
    "DateTime": "S",
    "Float": "F",
}
"""Type letters by property type; other properties are doubles."""

TEMPLATE_NAMES = {
    "Model": "FbxNode",
    "Geometry": "FbxMesh",
    "Material": "FbxSurfacePhong",
    "Texture": "FbxFileTexture",
    "Video": "FbxVideo",
    "AnimationStack": "FbxAnimStack",
    "AnimationLayer": "FbxAnimLayer",
    "AnimationCurveNode": "FbxAnimCurveNode",
}
ATTRIBUTES = (
    ("LimbNode", "FbxSkeleton"),
    ("Camera", "FbxCamera"),
    ("Light", "FbxLight"),
    ("Null", "FbxNull"),
)
"""Templates of attributes, most important first: a class can have only one."""

ORDER = (
    *("GlobalSettings", "NodeAttribute", "Geometry", "Model", "Pose", "Material", "Deformer", "Texture"),
    *("Video", "AnimationStack", "AnimationLayer", "AnimationCurveNode", "AnimationCurve"),
)


def node(name: str, *values: Value, codes: str | None = None, children: Iterable[Node] = ()) -> Node:
    """A node; type letters are inferred from the values unless given."""
    letters = codes if codes is not None else "".join(_code(value) for value in values)
    return Node(name, values, letters, list(children))


def _code(value: Value) -> str:
    if isinstance(value, Array):
        return value.code
    if isinstance(value, Word):
        return "C"
    if isinstance(value, bool | int):
        return "I" if -(1 << 31) <= value < 1 << 31 else "L"
    if isinstance(value, float):
        return "D"
    return "R" if isinstance(value, bytes) else "S"


def array(name: str, numbers: np.ndarray[Any, Any], code: str) -> Node:
    return Node(name, [Array.from_numbers(np.ascontiguousarray(numbers).ravel(), code)], code)


def prop(name: str, kind: str, label: str, flags: str, *values: Value) -> Node:
    """A property with four columns and its values."""
    code = CODES.get(kind, "D")
    cast: list[Value] = [
        float(value) if code in "DF" and isinstance(value, int | float) else value for value in values
    ]
    return Node("P", [name, kind, label, flags, *cast], "SSSS" + code * len(cast))


def vector(name: str, kind: str, label: str, flags: str, values: Sequence[float]) -> Node:
    return prop(name, kind, label, flags, *(float(value) for value in values))


def properties(entries: Iterable[Node]) -> Node:
    return Node("Properties70", children=list(entries))


class Builder:
    """A file under construction: objects by class, and connections."""

    def __init__(self, first: int = FIRST_ID) -> None:
        self._objects: dict[str, list[Node]] = {}
        self._connections: list[Node] = []
        self._subclasses: Counter[tuple[str, str]] = Counter()
        self._next = first

    def add(self, kind: str, name: str, subclass: str, children: Iterable[Node], label: str = "") -> int:
        """Add an object; returns its id."""
        identity = self._next
        self._next += 1
        full = f"{name}{SEPARATOR}{label or LABELS.get(kind, kind)}"
        self._objects.setdefault(kind, []).append(
            Node(kind, [identity, full, subclass], "LSS", list(children))
        )
        self._subclasses[(kind, subclass)] += 1
        return identity

    def connect(self, child: int, parent: int, at: str | None = None) -> None:
        """Connect an object to another, 0 for the scene, or to a property of it."""
        values: list[Value] = ["OO" if at is None else "OP", child, parent]
        codes = "SLL"
        if at is not None:
            values.append(at)
            codes += "S"
        self._connections.append(Node("C", values, codes))

    def roots(
        self, version: int, settings: Sequence[Node], takes: Sequence[tuple[str, int, int]], creator: str
    ) -> list[Node]:
        """The sections of the file, in the order of the FBX SDK."""
        first = takes[0][0] if takes else ""
        return [
            _header(version, creator),
            node("FileId", FILE_ID),
            node("CreationTime", CREATION_TIME),
            node("Creator", creator),
            node("GlobalSettings", children=[node("Version", 1000), properties(settings)]),
            self._documents(first),
            node("References"),
            self._definitions(),
            node("Objects", children=self.objects),
            node("Connections", children=self._connections),
            _takes(takes),
        ]

    def _documents(self, active: str) -> Node:
        entries = [
            prop("SourceObject", "object", "", ""),
            prop("ActiveAnimStackName", "KString", "", "", active),
        ]
        document = Node(
            "Document",
            [self._next, "", "Scene"],
            "LSS",
            [properties(entries), node("RootNode", 0, codes="L")],
        )
        return node("Documents", children=[node("Count", 1), document])

    @property
    def objects(self) -> list[Node]:
        """All objects, class by class."""
        return [each for kind in ORDER for each in self._objects.get(kind, ())]

    @property
    def connections(self) -> list[Node]:
        return self._connections

    def _definitions(self) -> Node:
        counts = {kind: len(self._objects.get(kind, ())) for kind in ORDER}
        counts["GlobalSettings"] = 1
        types = [
            node("ObjectType", kind, children=[node("Count", count), *self._template(kind)])
            for kind, count in counts.items()
            if count
        ]
        total = sum(counts.values())
        return node("Definitions", children=[node("Version", 100), node("Count", total), *types])

    def _template(self, kind: str) -> list[Node]:
        name = TEMPLATE_NAMES.get(kind)
        if kind == "NodeAttribute":
            name = next((name for subclass, name in ATTRIBUTES if self._subclasses[(kind, subclass)]), None)
        if name is None:
            return []
        return [node("PropertyTemplate", name, children=[properties(_template_properties(name))])]


def _template_properties(name: str) -> Iterable[Node]:
    for line in TEMPLATES[name].strip().splitlines():
        title, kind, label, flags, values = line.split("|")
        code = CODES.get(kind, "D")
        if code == "S":
            yield prop(title, kind, label, flags, values.strip('"'))
        else:
            numbers = [float(word) if code in "DF" else int(word) for word in values.split()]
            yield prop(title, kind, label, flags, *numbers)


def _header(version: int, creator: str) -> Node:
    stamp = {"Version": 1000, "Year": 1970, "Month": 1, "Day": 1, "Hour": 10}
    stamp |= {"Minute": 0, "Second": 0, "Millisecond": 0}
    program = creator.partition(" ")[0]
    entries = [
        prop("DocumentUrl", "KString", "Url", "", ""),
        prop("SrcDocumentUrl", "KString", "Url", "", ""),
        *(
            entry
            for group in ("Original", "LastSaved")
            for entry in (
                prop(group, "Compound", "", ""),
                prop(f"{group}|ApplicationVendor", "KString", "", "", program),
                prop(f"{group}|ApplicationName", "KString", "", "", program),
                prop(f"{group}|ApplicationVersion", "KString", "", "", ""),
            )
        ),
    ]
    texts = ("Title", "Subject", "Author", "Keywords", "Revision", "Comment")
    metadata = [node("Version", 100), *(node(name, "") for name in texts)]
    info = [node("Type", "UserData"), node("Version", 100), node("MetaData", children=metadata)]
    return node(
        "FBXHeaderExtension",
        children=[
            node("FBXHeaderVersion", 1003),
            node("FBXVersion", version),
            node("EncryptionType", 0),
            node("CreationTimeStamp", children=[node(name, value) for name, value in stamp.items()]),
            node("Creator", creator),
            node(
                "SceneInfo",
                f"GlobalInfo{SEPARATOR}SceneInfo",
                "UserData",
                children=[*info, properties(entries)],
            ),
        ],
    )


def _takes(takes: Sequence[tuple[str, int, int]]) -> Node:
    """The `Takes` section, which older readers use: names and ranges of animations."""
    current = node("Current", takes[0][0] if takes else "")
    return node("Takes", children=[current, *(take_node(*take) for take in takes)])


def take_node(name: str, begin: int, end: int) -> Node:
    span = [
        node("FileName", name.replace(" ", "_") + ".tak"),
        node("LocalTime", begin, end, codes="LL"),
        node("ReferenceTime", begin, end, codes="LL"),
    ]
    return node("Take", name, children=span)
