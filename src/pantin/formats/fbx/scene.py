"""The objects of a file of any version: ids, connections, and properties over templates."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property

from msgspec import Struct

from pantin.formats.fbx.document import Document
from pantin.formats.fbx.nodes import Array, Node, as_integer, split_name
from pantin.formats.fbx.properties import Properties

Id = int | str
Templates = dict[str, dict[str, Properties]]
"""The properties of templates by class and name: `Model`, `FbxNode`."""

Connection = tuple[Id, Id, "str | None"]
"""Child, parent, and the property of the parent."""

ROOT: Id = 0
"""The id of the scene itself."""

WITH_IDS = 7000
"""From this version on, objects have ids."""

WITH_DEFORMERS = 7200
"""The first version in which blend shapes are separate objects in all files."""

SKELETON = ("LimbNode", "Limb", "Root", "Effector")


class Link(Struct, frozen=True, gc=False):
    """A connection as seen from one end: the other object, and the property of the parent."""

    id: Id
    property: str | None


class Object:
    """An object.

    kind      Model, Geometry, Deformer …
    subclass  Mesh, LimbNode, Cluster …
    number    its position in the file
    """

    __slots__ = ("_props", "_templates", "id", "kind", "name", "node", "number", "subclass")

    def __init__(self, id: Id, kind: str, name: str, subclass: str, node: Node, number: int) -> None:
        self.id, self.kind, self.name, self.subclass = id, kind, name, subclass
        self.node, self.number = node, number
        self._templates: Templates = {}
        self._props: Properties | None = None

    def __repr__(self) -> str:
        return f"<{self.kind} {self.name!r} {self.subclass}>"

    def use(self, templates: Templates) -> None:
        """Take the defaults of properties from the templates of a file."""
        self._templates = templates

    @property
    def props(self) -> Properties:
        if self._props is None:
            self._props = Properties(self.node, self._template())
        return self._props

    def _template(self) -> Properties | None:
        known = self._templates.get(self.kind)
        if not known:
            return None
        if self.kind != "NodeAttribute":
            return next(iter(known.values()))
        name = "Skeleton" if self.subclass in SKELETON else self.subclass
        return known.get(f"Fbx{name}")

    @property
    def pointer(self) -> str:
        return f"/Objects/{self.number}"


class Scene:
    """All objects by id, and their connections.

    unresolved  (position, id) of connections that name an object that does not exist
    repeated    (position, id) of objects with the id of another
    """

    def __init__(self, document: Document) -> None:
        self.document, self.version = document, document.version
        self.has_ids = self.version >= WITH_IDS or self._looks_new()
        self.objects: dict[Id, Object] = {}
        self.children: defaultdict[Id, list[Link]] = defaultdict(list)
        self.parents: defaultdict[Id, list[Link]] = defaultdict(list)
        self.unresolved: list[tuple[int, Id]] = []
        self.repeated: list[tuple[int, Id]] = []
        self._templates = self._read_templates()
        self._read_objects()
        self._read_connections()
        if self.version < WITH_DEFORMERS or not self.has_ids:
            from pantin.formats.fbx.legacy import complete, complete_shapes

            (complete_shapes if self.has_ids else complete)(self)

    def _looks_new(self) -> bool:
        """Whether the first object has an id; for files without a version."""
        section = self.document.section("Objects")
        first = section.children[0] if section is not None and section.children else None
        return first is not None and isinstance(first.value(), int)

    @cached_property
    def settings(self) -> Properties:
        """The properties of the whole file: units, axes, frame rate."""
        section = self.document.section("GlobalSettings")
        if section is None:
            objects = self.document.section("Objects")
            section = objects.first("GlobalSettings") if objects is not None else None
        if section is None:
            older = self.document.section("Version5")
            section = older.first("Settings") if older is not None else None
        return Properties(section)

    def _read_templates(self) -> Templates:
        section = self.document.section("Definitions")
        templates: Templates = {}
        for kind in section.every("ObjectType") if section is not None else ():
            for template in kind.every("PropertyTemplate"):
                name = template.value()
                properties = Properties(template)
                templates.setdefault(str(kind.value()), {})[str(name)] = properties
        return templates

    def _read_objects(self) -> None:
        section = self.document.section("Objects")
        has_ids, is_text, objects = self.has_ids, self.document.is_text, self.objects
        for number, node in enumerate(section.children if section is not None else ()):
            values = node.values
            if has_ids and len(values) >= 2 and isinstance(values[0], int | float):
                identity: Id = as_integer(values[0], -1)
                name = split_name(str(values[1]), is_text)[0]
                subclass = str(values[2]) if len(values) > 2 else ""
            elif not has_ids and values and isinstance(values[0], str):
                name, kind = split_name(values[0], is_text)
                identity = f"{kind or node.name}::{name}"
                subclass = str(values[1]) if len(values) > 1 else ""
            else:
                continue
            if identity in objects or identity == ROOT:
                self.repeated.append((number, identity))
                continue
            self.add(Object(identity, node.name, name, subclass, node, number))

    def add(self, thing: Object) -> None:
        thing.use(self._templates)
        self.objects[thing.id] = thing

    def _read_connections(self) -> None:
        section = self.document.section("Connections")
        if section is None:
            return
        stored = section.stored_links()
        known: set[Connection] = set()
        objects, children, parents = self.objects, self.children, self.parents
        for number, entry in enumerate(section.children if stored is None else stored):
            connection = self._connection(entry) if isinstance(entry, Node) else entry
            if connection is None:
                continue
            child, parent, prop = connection
            if (child not in objects and child != ROOT) or (parent not in objects and parent != ROOT):
                self.unresolved.append((number, parent if child in objects or child == ROOT else child))
            elif connection not in known:
                known.add(connection)
                children[parent].append(Link(child, prop))
                parents[child].append(Link(parent, prop))

    def _connection(self, node: Node) -> Connection | None:
        """The child, parent and property of a connection; None for other nodes."""
        if node.name not in ("C", "Connect"):
            return None
        values = node.values
        if len(values) < 3 or any(isinstance(value, Array) for value in values[:4]):
            return None
        kind = str(values[0])
        if kind.startswith("P") and len(values) > 3:  # a property of the child, which nothing here needs
            values = [values[0], values[1], *values[3:]]
        prop = str(values[3]) if kind[1:2] == "P" and len(values) > 3 else None
        return self._end(values[1]), self._end(values[2]), prop

    def _end(self, value: object) -> Id:
        if type(value) is int:
            return value if -(1 << 64) < value < 1 << 64 else -1
        if isinstance(value, int | float):
            return as_integer(value, -1)
        name, kind = split_name(str(value), self.document.is_text)
        identity = f"{kind}::{name}" if kind else name
        return ROOT if identity == "Model::Scene" else identity

    def identify(self, node: Node | None) -> Id | None:
        """The object that a node's value refers to."""
        value = node.value() if node is not None else None
        return None if value is None else self._end(value)

    def connect(self, child: Id, parent: Id, prop: str | None = None) -> None:
        self.children[parent].append(Link(child, prop))
        self.parents[child].append(Link(parent, prop))

    # What readers ask

    def of_kind(self, *kinds: str) -> Iterator[Object]:
        return (thing for thing in self.objects.values() if thing.kind in kinds)

    def below(self, parent: Id, kind: str, *subclasses: str) -> Iterator[Object]:
        """The children of one kind that are connected to an object itself, not to a property."""
        for link in self.children.get(parent, ()):
            thing = self.objects.get(link.id)
            if (
                thing is not None
                and link.property is None
                and thing.kind == kind
                and (not subclasses or thing.subclass in subclasses)
            ):
                yield thing

    def above(self, child: Id, kind: str) -> Iterator[Object]:
        for link in self.parents.get(child, ()):
            thing = self.objects.get(link.id)
            if thing is not None and link.property is None and thing.kind == kind:
                yield thing

    def at_properties(self, parent: Id, kind: str) -> Iterator[tuple[str, Object]]:
        """(property, object) of each object connected to a property of an object."""
        for link in self.children.get(parent, ()):
            thing = self.objects.get(link.id)
            if thing is not None and link.property is not None and thing.kind == kind:
                yield link.property, thing
