"""`pantin diff` of two folders: the files of equal relative paths, as a table and as an index in HTML."""

from __future__ import annotations

import html as escaping
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from pantin.cli.exit import Exit, UnreadableError, UsageError
from pantin.cli.io import load_rig, raise_refused
from pantin.cli.streams import console, say

if TYPE_CHECKING:
    from pantin import Asset
    from pantin.operations.comparison import Difference

Load = Callable[[str], "Asset"]


class FilePair(NamedTuple):
    """Two files of the same relative path; None for the one that is missing."""

    name: str
    first: str | None
    second: str | None


class Compared(NamedTuple):
    """The outcome for a pair, "equal", "differs", "only in the first folder", "only in the second folder" or
    "unreadable"; the difference, or the reason where there is none; and the page that shows it."""

    pair: FilePair
    outcome: str
    difference: Difference | None = None
    reason: str = ""
    page: str = ""

    @property
    def details(self) -> str:
        """Counts by kind of difference, or why there is none."""
        if self.difference is None:
            return self.reason
        kinds = Counter(change.kind for change in self.difference.differences)
        return ", ".join(f"{count} {kind}" for kind, count in kinds.items())


def find_pairs(a: str, b: str) -> list[FilePair]:
    """The models of two folders by relative path; where one folder has a model in another format, by the path
    without its suffix."""
    from pantin.formats.registry import suffix_of

    first, second = find_models(a), find_models(b)
    stems = {name[: len(name) - len(suffix_of(name))]: name for name in second if name not in first}
    pairs, taken = [], set()
    for name, path in first.items():
        partner = name if name in second else stems.get(name[: len(name) - len(suffix_of(name))])
        taken.add(partner)
        pairs.append(FilePair(name, path, None if partner is None else second[partner]))
    return pairs + [FilePair(name, None, path) for name, path in second.items() if name not in taken]


def find_models(folder: str) -> dict[str, str]:
    """The models below a folder, by relative path."""
    from pantin.batch import find_sources
    from pantin.cli.batch import errors_told
    from pantin.formats.registry import by_suffix

    with errors_told():
        sources = list(find_sources([folder], lambda error: say(str(error))))
    formats = ((source, by_suffix(source.name)) for source in sources)
    return {
        source.relative: source.name
        for source, format in formats
        if format is None or format.has_model(source.name)
    }


def diff_folders(
    a: str, b: str, *, format: str, html: Path | None, load: Load, keywords: dict[str, Any]
) -> int:
    """Compare the models of two folders: 1 if any differs or is missing, 3 if any cannot be read."""
    from pantin.cli.progress import progress

    pairs = find_pairs(a, b)
    if not pairs:
        raise UsageError(f"{a} and {b} contain no supported models")
    results = []
    with progress(len(pairs), "comparing") as advance:
        for result in compare_pairs(pairs, load, keywords, html):
            results.append(result)
            advance()
    PRINTERS[format](results)
    if html is not None:
        write_index(results, (a, b), html)
    outcomes = Counter(result.outcome for result in results)
    say(f"{a} and {b}: {describe_outcomes(outcomes)}")
    if outcomes["unreadable"]:
        return Exit.UNREADABLE
    return Exit.CLEAN if outcomes["equal"] == len(results) else Exit.FINDINGS


def describe_outcomes(outcomes: Counter[str]) -> str:
    """`"4 equal, 6 differ, 1 unreadable"`: the equal pairs first."""
    ranked = sorted(outcomes.items(), key=lambda item: (item[0] != "equal", -item[1]))
    plurals = {"differs": "differ"}
    return ", ".join(
        f"{count:,} {outcome if count == 1 else plurals.get(outcome, outcome)}" for outcome, count in ranked
    )


def compare_pairs(
    pairs: list[FilePair], load: Load, keywords: dict[str, Any], html: Path | None
) -> Iterator[Compared]:
    import pantin

    for number, pair in enumerate(pairs):
        if pair.first is None or pair.second is None:
            which = "second" if pair.first is None else "first"
            yield Compared(pair, f"only in the {which} folder")
            continue
        try:
            first, second = load(pair.first), load(pair.second)
            difference = pantin.diff(first, second, **keywords)
        except UnreadableError as error:
            yield Compared(pair, "unreadable", reason=str(error))
            continue
        except ValueError as error:
            raise UsageError(str(error)) from None
        page = ""
        if difference and html is not None:
            page = f"{html.stem}_files/{number}.html"
            write_pair(first, second, html.parent / page)
        yield Compared(pair, "differs" if difference else "equal", difference, page=page)


def write_pair(first: Asset, second: Asset, path: Path) -> None:
    import pantin

    path.parent.mkdir(parents=True, exist_ok=True)
    with raise_refused(path):
        pantin.view(first, other=second, distances=True).save(path)


def print_text(results: list[Compared]) -> None:
    from pantin.cli.tables import layout
    from pantin.formats.summary import Table

    rows = [
        (
            result.pair.name,
            result.outcome,
            "" if result.difference is None else f"{result.difference.max_error:.3g}",
            result.details,
        )
        for result in results
    ]
    table = Table("", ("file", "result", "posed vertices apart", "differences"), rows)
    console(sys.stdout).print(layout(table, every=True))


def print_json(results: list[Compared]) -> None:
    import json

    print(
        json.dumps(
            [
                {
                    "path": result.pair.name,
                    "first": result.pair.first,
                    "second": result.pair.second,
                    "outcome": result.outcome,
                    "reason": result.reason or None,
                    "difference": None if result.difference is None else result.difference.to_builtins(),
                }
                for result in results
            ],
            indent=2,
        )
    )


def print_github(results: list[Compared]) -> None:
    for result in results:
        if result.outcome != "equal":
            file = result.pair.second or result.pair.first
            print(f"::error file={file}::{result.outcome}: {result.details}".removesuffix(": "))


PRINTERS: dict[str, Callable[[list[Compared]], None]] = {
    "text": print_text,
    "json": print_json,
    "github": print_github,
}

STYLE = """body { font: 15px system-ui, sans-serif; margin: 2em; color: #222; }
table { border-collapse: collapse; }
td, th { text-align: left; padding: .3em 1em; border-bottom: 1px solid #ddd; }
.differs, .unreadable { color: #a03; } .equal { color: #575; }"""


def write_index(results: list[Compared], folders: tuple[str, str], path: Path) -> None:
    """A page with a row for each pair, which leads to the page of both models where they differ."""
    from pantin.base.files import atomic_write

    a, b = map(escaping.escape, folders)
    rows = []
    for result in results:
        name = escaping.escape(result.pair.name)
        link = f'<a href="{escaping.escape(result.page)}">{name}</a>' if result.page else name
        kind = result.outcome.split()[0]
        rows.append(
            f'<tr><td>{link}</td><td class="{kind}">{result.outcome}</td>'
            f"<td>{escaping.escape(result.details)}</td></tr>"
        )
    page = (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{a} and {b}</title>\n'
        f"<style>{STYLE}</style></head><body>\n<h1>{a} and {b}</h1>\n<table>\n"
        "<tr><th>file</th><th>result</th><th>differences</th></tr>\n"
        + "\n".join(rows)
        + "\n</table>\n</body></html>\n"
    )
    with raise_refused(path):
        atomic_write(path, [page.encode()])


def make_load(allow_outside: bool, raw_weights: bool) -> Load:
    return lambda file: load_rig(file, allow_outside, raw_weights=raw_weights)
