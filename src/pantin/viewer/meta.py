"""`meta`: show and set who made a model; a thumbnail that is not given as a file is drawn here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pantin.base.options import Option
from pantin.verbs.meta import read_meta, set_meta
from pantin.verbs.parameters import ALLOW_OUTSIDE, FORCE, SOURCES, target
from pantin.verbs.verb import Done, Files, Parameter, Verb

if TYPE_CHECKING:
    from pantin.formats.format import Format
    from pantin.formats.model_meta import ModelMeta
    from pantin.verbs.asset import Asset

THUMBNAIL_FILE = r"(?i).+\.(png|jpg|jpeg)"


def meta_file(files: Files, *, allow_outside: bool = False, **changes: Any) -> Done:
    """Change what a file says of its model, and say what only its author may decide."""
    asset = files.load(allow_outside)
    before = read_meta(asset)
    if changes.get("thumbnail") is True:
        changes["thumbnail"] = draw_thumbnail(asset)
    changed = set_meta(asset, **changes)
    return Done(files.save(changed), asset, tuple(rights_notes(files.name, before, read_meta(changed))))


def draw_thumbnail(asset: Asset) -> bytes:
    """A portrait of the model as a PNG."""
    from pantin.viewer.picture import encode_picture
    from pantin.viewer.render import render

    drawn = render(asset, portrait=True)
    assert drawn.pixels is not None  # a still has pixels
    return encode_picture(drawn.pixels, "PNG")


def rights_notes(name: str, before: ModelMeta, after: ModelMeta) -> list[str]:
    """Notes on changes that only holders of the rights may make."""
    from pantin.formats.model_meta import loosened_permissions, permission_words

    holder = ", ".join(before.authors) or "the author"
    notes = []
    for permission in loosened_permissions(before, after):
        old, new = (permission_words(meta.permissions[permission]) for meta in (before, after))
        notes.append(f"{name}: {permission} {old} -> {new} allows more: only {holder} may decide that")
    if before.license not in (None, after.license):
        notes.append(f"{name}: the licence was {before.license}: only {holder} may replace it")
    if before.authors and not set(before.authors) <= set(after.authors):
        notes.append(f"{name}: replaced the authors {holder}: list them too if they still hold rights")
    return notes


def prepare(**keywords: Any) -> dict[str, Any]:
    if not keywords.keys() - {"allow_outside"}:
        raise ValueError(
            "nothing to change: give --title, --author or another option, or omit TARGET to show one file"
        )
    return keywords


def stores_meta(format: Format | None) -> bool:
    return format is not None and format.edits is not None and format.edits.set_meta is not None


VERB = Verb(
    set_meta,
    Parameter("title", "The name of the model."),
    Parameter("authors", "The author; repeat it for several.", option="author", repeated=True),
    Parameter("version", "The version of the model."),
    Parameter("contact", "How to reach the author."),
    Parameter("references", "The URL of the original work.", option="reference", repeated=True),
    Parameter("copyright", "The copyright line."),
    Parameter("license", "The URL of the licence, or a name such as CC0 or CC_BY."),
    Parameter(
        "permissions",
        "NAME=VALUE sets a permission of a VRM: avatar, violent, sexual, commercial, political, "
        "antisocial, credit, redistribution or modification.",
        option="permission",
        parser="OLD=NEW",
        repeated=True,
    ),
    Option(
        "thumbnail",
        str,
        "Put this PNG or JPEG into a VRM as its thumbnail; without a file, render a portrait.",
        pattern=THUMBNAIL_FILE,
    ),
    Option("format", str, "Format of the output.", "text", choices=("text", "json"), group="command"),
    FORCE,
    ALLOW_OUTSIDE,
    arguments=(
        SOURCES,
        target("The file to write, or the folder for many; without it, the file is shown.", required=False),
    ),
    each=meta_file,
    prepare=prepare,
    stores=(),
    takes=stores_meta,
    keeps_format=True,
    notes="""Without TARGET, prints the model's author, licence and permissions.

    A VRM has all of these. In any other glTF file, the copyright is a member of `asset`, and title, author,
    licence and reference are in its extras, as Sketchfab writes them. An empty string removes a value.

    Only the rights holder may loosen permissions: each one that becomes looser is listed.""",
    examples="""
        pantin meta examples/vrm/avatar.vrm
        pantin meta examples/vrm/avatar.vrm my.vrm --author Ada --license CC_BY
        pantin meta examples/vrm/avatar.vrm my.vrm --permission violent=no
        pantin meta examples/vrm/avatar.vrm my.vrm --thumbnail
        pantin meta examples/arm.glb my.glb --title Arm --copyright "2026 Ada"
    """,
)
