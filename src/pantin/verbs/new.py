"""`new`: a commented Rigy source to start from."""

from __future__ import annotations

import os
from importlib import resources
from pathlib import Path
from typing import Literal, NamedTuple

from pantin.base.arguments import check_arguments
from pantin.base.options import Argument
from pantin.verbs.verb import Parameter, Verb

TEMPLATES = ("prop", "humanoid", "quadruped", "scene")
"""The templates for a new source."""


class Created(NamedTuple):
    """The files that were written, and commands to type next.

    >>> [file.name for file in pantin.new("out/chair.rigy.yaml").files]
    ['chair.rigy.yaml']
    """

    files: tuple[Path, ...]
    next: tuple[str, ...]


@check_arguments
def new(
    path: str | os.PathLike[str], template: Literal["prop", "humanoid", "quadruped", "scene"] = "prop"
) -> Created:
    """Write a commented Rigy source: a "prop", a "humanoid", a "quadruped", or a "scene" with its documents.

    Raises `FileExistsError` for a file that exists already, and `ValueError` for a suffix that is not
    `.rigy.yaml`, or `.rigs.yaml` for a scene. Then nothing is written.

    >>> pantin.new("out/lamp.rigy.yaml").next[0]
    'pantin view out/lamp.rigy.yaml --watch'
    """
    from pantin.base.files import atomic_write

    target = Path(path)
    if template not in TEMPLATES:
        raise ValueError(f"unknown template {template!r} (known: {', '.join(TEMPLATES)})")
    suffix = ".rigs.yaml" if template == "scene" else ".rigy.yaml"
    if not target.name.endswith(suffix) or target.name == suffix:
        kind = "scene" if template == "scene" else "document"
        raise ValueError(f"the name of a {kind} must end in {suffix}, not {target.name!r}")
    texts = _texts(target, template, suffix)
    for file in texts:
        if os.path.lexists(file):
            raise FileExistsError(f"{file} exists already")
    target.parent.mkdir(parents=True, exist_ok=True)
    for file, text in texts.items():
        atomic_write(file, [text.encode()])
    model = target.name.removesuffix(suffix) + ".glb"
    steps = (f"pantin view {target} --watch", f"pantin check {target}", f"pantin compile {target} -o {model}")
    return Created(tuple(texts), steps)


def _texts(target: Path, template: str, suffix: str) -> dict[Path, str]:
    """The files of a template, by the paths they get."""
    folder = resources.files("pantin.formats.rigy") / "templates"
    stem = target.name.removesuffix(suffix)
    first = (folder / f"{template}{suffix}").read_text(encoding="utf-8")
    texts = {target: first.replace("NAME", stem)}
    for part in ("floor", "crate") if template == "scene" else ():
        text = (folder / f"scene_{part}.rigy.yaml").read_text(encoding="utf-8")
        texts[target.with_name(f"{stem}_{part}.rigy.yaml")] = text
    return texts


VERB = Verb(
    new,
    Parameter("template", "The template to start from.", option="from", choices=TEMPLATES),
    arguments=(Argument("path", "The source to write: NAME.rigy.yaml, or NAME.rigs.yaml for a scene."),),
    notes="An existing file is never overwritten.",
    examples="""
        pantin new lever.rigy.yaml
        pantin new hero.rigy.yaml --from humanoid
        pantin new hall.rigs.yaml --from scene
    """,
)
