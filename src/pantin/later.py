"""`Later`: a function or a constant of a module that is imported when it is first needed.

Records of formats, extensions and kernels name their code by it, so that listing them costs nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any


@dataclass(frozen=True, slots=True, eq=False)
class Later:
    """Calling it calls the function; `get` gives the function or the constant itself."""

    module: str
    name: str

    def get(self) -> Any:
        return getattr(import_module(self.module), self.name)

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        return self.get()(*arguments, **options)
