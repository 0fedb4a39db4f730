"""Makes the virtual environment that the scripts run in, once, and installs again when pyproject.toml,
constraints.txt or the version changes.

It is read by whatever Python starts a script, so it keeps to what Python 3.8 understands.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
CONSTRAINTS = ROOT / "constraints.txt"
"""Versions for development. What users install is bound by pyproject.toml alone."""

OLDEST = (3, 11)


def python_with(*extras: str) -> str:
    """The path of the environment's Python, with Pantin and these extras installed from this folder.

    Where `PANTIN_PYTHON` names a Python that has Pantin, it is that one: `scripts/release` tries a wheel so.
    """
    if named := os.environ.get("PANTIN_PYTHON"):
        return named
    python = python_in(VENV)
    needed = (ROOT / "pyproject.toml").read_bytes() + CONSTRAINTS.read_bytes() + version_line()
    wanted = hashlib.sha256(needed).hexdigest()
    stamp = VENV / "-".join(["installed", *extras])
    if not stamp.exists() or stamp.read_text() != wanted:
        names = f"[{','.join(extras)}]" if extras else ""
        say(f"installing pantin{names} into .venv (once, about a minute)")
        install(python, "-e", "." + names, "--constraint", str(CONSTRAINTS))
        stamp.write_text(wanted)
    return python


def version_line() -> bytes:
    """The line with the version, which an installation keeps."""
    lines = (ROOT / "src" / "pantin" / "__init__.py").read_bytes().splitlines()
    return next(line for line in lines if line.startswith(b"__version__"))


def python_in(folder: Path) -> str:
    """The path of the Python of the environment in this folder, which is made if there is none."""
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if not python.exists():
        say(f"making {folder.name}")
        make(usable_interpreter(), folder)
    return str(python)


STEPS = ("Collecting ", "Downloading ", "Building ", "Installing ")
"""How the lines of pip's output begin that say what it does now; the rest is printed where it fails."""


def install(python: str, *requirements: str) -> None:
    """Install packages into the environment of this Python."""
    show_steps([python, "-m", "pip", "--disable-pip-version-check", "install", *requirements])


def resolve(python: str, *options: str) -> str:
    """The versions that uv finds for pyproject.toml, one a line, without hosts and hashes. With the option
    --output-file they are in that file alone."""
    install(python, "--quiet", "uv")
    command = [python, "-m", "uv", "pip", "compile", "--quiet", "--no-header", "--no-annotate"]
    command += ["--no-emit-index-url", "--no-emit-find-links", *options, "pyproject.toml"]
    return subprocess.run(command, cwd=str(ROOT), check=True, stdout=subprocess.PIPE, text=True).stdout


def show_steps(pip: list[str]) -> None:
    """Run pip, and print a line for each step it takes."""
    output = []
    with subprocess.Popen(
        pip, cwd=str(ROOT), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True
    ) as process:
        for line in process.stdout or ():
            output.append(line)
            if line.strip().startswith(STEPS):
                say("  " + line.strip())
    if process.returncode:
        say("".join(output))
        sys.exit("pip could not install that; its output is above.")


def usable_interpreter() -> str:
    """A Python that is new enough: the one named by PYTHON, this one, or a newer one that is on the path."""
    named = os.environ.get("PYTHON")
    newer = [f"python3.{minor}" for minor in range(14, OLDEST[1] - 1, -1)]
    for candidate in [named] if named else [sys.executable, *newer]:
        path = shutil.which(candidate)
        if path and new_enough(path):
            return path
    oldest = ".".join(map(str, OLDEST))
    sys.exit(f"Pantin needs Python {oldest} or newer. Name one: PYTHON=/path/to/python3 {sys.argv[0]}")


def new_enough(python: str) -> bool:
    question = f"import sys; sys.exit(sys.version_info < {OLDEST!r})"
    return subprocess.run([python, "-c", question]).returncode == 0


def make(interpreter: str, folder: Path) -> None:
    if subprocess.run([interpreter, "-m", "venv", str(folder)]).returncode:
        shutil.rmtree(str(folder), ignore_errors=True)
        sys.exit("This Python has no working venv module. On Debian or Ubuntu: apt install python3-venv")


def run(*command: str) -> int:
    """Run a command in the repository's root; returns its exit code.

    Bytecode is written whatever the environment says: tests start hundreds of processes, and collecting them
    takes three times as long from source.
    """
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return subprocess.run(command, cwd=ROOT, env=environment).returncode


def say(message: str) -> None:
    print(message, file=sys.stderr, flush=True)
