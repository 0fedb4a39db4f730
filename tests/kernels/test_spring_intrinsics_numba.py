"""What the compiled kernels are made of is part of their key in numba's disk cache."""

import ast
from pathlib import Path

import pytest

pytest.importorskip("numba", reason="numba cannot be imported")
from pantin.kernels import spring_intrinsics_numba as intrinsics


def imported(path):
    """Modules beside this one that a file imports."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level == 1:
            yield from [node.module] if node.module else [alias.name for alias in node.names]


def test_a_change_of_any_module_they_are_made_of_makes_kernels_anew():
    """numba looks at the file of a kernel alone: one that is missing here would leave stale code in use."""
    files = set(intrinsics.SOURCES)
    folder = Path(intrinsics.__file__).parent
    assert {name for path in files for name in imported(path)} <= {path.stem for path in files}
    driver = set(imported(folder / "spring_step_numba.py")) - {"engine"}
    assert driver <= {path.stem for path in files}
