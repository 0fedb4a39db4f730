"""State shared by the readers of a scene: the scene, the faults they found and the data they dropped."""

from __future__ import annotations

from typing import Any

from pantin.base.limits import Budget
from pantin.formats.fbx.scene import Object, Scene


class Context:
    """A scene being read.

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
        """Record, once, that part of an object is dropped."""
        self.dropped.setdefault(rule, {})[(thing.pointer if thing is not None else "", what)] = None

    def fault(self, rule: str, thing: Object | None, **values: Any) -> None:
        self.faults.setdefault(rule, []).append((thing, values))
