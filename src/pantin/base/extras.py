"""The command that installs an extra of Pantin, for messages."""

from __future__ import annotations

import os
import sys


def install_command(extra: str) -> str:
    """A command that works as printed: it uses the Python that runs Pantin, which may differ from that of the
    `pip` on the path. Pantin itself is already installed, so pip only looks for the requirements of the
    extra."""
    # Rare, and not worth importing for every command.
    import shlex
    import shutil

    from pantin.base.files import portable

    on_path = shutil.which("python")
    is_on_path = on_path is not None and os.path.abspath(on_path) == os.path.abspath(sys.executable)  # noqa: PTH100
    if portable.WINDOWS:
        python = "python" if is_on_path else f'"{sys.executable}"'
        return f'{python} -m pip install "pantin[{extra}]"'
    python = "python" if is_on_path else shlex.quote(sys.executable)
    return f"{python} -m pip install 'pantin[{extra}]'"
