"""What the readers of all parts of a scene share: the scene, and what they found wrong or had to drop."""

from __future__ import annotations

from typing import Any

from pantin.base.limits import Budget
from pantin.formats.fbx.scene import Object, Scene


class Context:
    """A scene that is read.

    dropped  what a rig cannot hold, by the name of its rule: (pointer, what)
    faults   violations of rules: rule id → (object, values for the message)
    """

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.document = scene.document
        self.dropped: dict[str, dict[tuple[str, str], None]] = {}
        self.faults: dict[str, list[tuple[Object | None, dict[str, Any]]]] = {}

    @property
    def budget(self) -> Budget:
        return self.document.budget

    def drop(self, rule: str, thing: Object | None, what: str) -> None:
        """Remember that something of an object is dropped, once."""
        self.dropped.setdefault(rule, {})[(thing.pointer if thing is not None else "", what)] = None

    def fault(self, rule: str, thing: Object | None, **values: Any) -> None:
        self.faults.setdefault(rule, []).append((thing, values))
