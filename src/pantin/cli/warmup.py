"""`pantin warmup`: compile the kernels now, so that no later command waits for them."""

from __future__ import annotations

from pantin.cli.exit import Exit
from pantin.cli.streams import say


def warmup() -> int:
    """
    For example:

        pantin warmup

    Compiled kernels are kept on disk, so this is needed once after installing. Each name is printed with the
    seconds it took.
    """
    from pantin.kernels.warmup import warmup as warm_kernels
    from pantin.viewer.warmup import warmup as warm_pictures

    done = warm_kernels(tell)
    for name, seconds in warm_pictures():
        tell(name, seconds)
    if not done:
        say("numba cannot be used here; every command works without it, more slowly on large models")
    return Exit.CLEAN


def tell(name: str, seconds: float) -> None:
    print(f"{seconds:6.2f} s  {name}", flush=True)
