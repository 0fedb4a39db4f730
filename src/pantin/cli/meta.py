"""`pantin meta`: who made a model, as text and JSON; changes derive from the verb."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pantin.cli.exit import Exit, UsageError
from pantin.cli.io import load_asset, raise_refused
from pantin.cli.verb_command import command_of, keywords_of, print_done, run_one
from pantin.verbs import find_verb

if TYPE_CHECKING:
    from pantin.formats.model_meta import ModelMeta

VERB = find_verb("meta")


def meta(source: str, target: str | None, *, format: str, allow_outside: bool, **values: Any) -> int:
    if target is not None:
        keywords = keywords_of(VERB, values)
        return print_done(run_one(VERB, source, target, {**keywords, "allow_outside": allow_outside}))
    if any(values.values()):
        raise UsageError("OUT is missing: the file to write, after the source")
    import pantin

    asset = load_asset(source, allow_outside)
    with raise_refused(asset.path):
        meta_data = pantin.read_meta(asset)
    if format == "json":
        import json

        import msgspec

        print(json.dumps(msgspec.to_builtins(meta_data), indent=2, ensure_ascii=False))
    else:
        print("\n".join(text_lines(asset.path, meta_data)))
    return Exit.CLEAN


def text_lines(path: str, meta: ModelMeta) -> list[str]:
    """The text output: first the authors, then the permissions."""
    from pantin.formats.model_meta import PERMISSIONS, permission_words
    from pantin.report.wording import printable

    stated = {
        "title": meta.title,
        "version": meta.version,
        "authors": ", ".join(meta.authors),
        "contact": meta.contact,
        "references": ", ".join(meta.references),
        "copyright": meta.copyright,
        "license": meta.license,
        "generator": meta.generator,
        "thumbnail": None if meta.thumbnail is None else f"image {meta.thumbnail}",
    }
    lines = [f"{printable(path)}: {meta.kind}"]
    lines += [f"  {name:<14}  {printable(value or '-')}" for name, value in stated.items()]
    if meta.permissions:
        lines.append("permissions")
        for name, value in meta.permissions.items():
            lines.append(f"  {name:<14}  {permission_words(value):<31}  {PERMISSIONS[name].about}")
        holder = printable(", ".join(meta.authors)) or "the author"
        lines.append(f"Only {holder} may allow more than this.")
    return lines


COMMAND = command_of("meta", VERB, meta)
