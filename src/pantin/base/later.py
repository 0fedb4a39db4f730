"""`Later`: a function or a constant of a module that is imported when it is first needed.

Records of formats, extensions and kernels name their code by it, so that listing them costs nothing.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any


class Later:
    """Calling it calls the function; `get` gives the function or the constant itself."""

    __slots__ = ("module", "name")

    def __init__(self, module: str, name: str) -> None:
        self.module = module
        self.name = name

    def get(self) -> Any:
        try:
            # A tenth of the time of `import_module`, which small files would notice.
            return getattr(sys.modules[self.module], self.name)
        except (KeyError, AttributeError):  # not imported yet, or not wholly
            return getattr(import_module(self.module), self.name)

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        return self.get()(*arguments, **options)
