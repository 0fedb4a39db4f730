"""How findings about clips spell distances, times and repairs."""

from __future__ import annotations


def in_millimetres(distance: float) -> str:
    """A distance in metres, in millimetres: `"12 mm"`, `"0.4 mm"`."""
    millimetres = distance * 1e3
    return f"{millimetres:,.0f} mm" if millimetres >= 10 else f"{millimetres:.2g} mm"


def at_time(seconds: float) -> str:
    return f"{seconds:.3g} s" if seconds < 10 else f"{seconds:.2f} s"


def repair(options: str) -> str:
    """The command that repairs it, with the names of files left open."""
    return f"repair: pantin clips SOURCE TARGET {options}"
