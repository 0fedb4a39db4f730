"""The command of a verb: derived from its `VERB`, and run for one file or for many."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pantin.base.file_names import is_many_local, is_url
from pantin.base.files import is_folder
from pantin.cli.batch_options import BatchOptions, batch_options
from pantin.cli.command import Command, Together
from pantin.cli.exit import Exit, UsageError
from pantin.cli.io import print_report, raise_refused, source_of
from pantin.cli.streams import STANDARD, say, to_standard_output

if TYPE_CHECKING:
    from pantin.verbs.verb import Done, Verb


def command_of(
    name: str,
    verb: Verb,
    run: Callable[..., int] | None = None,
    *,
    whole: bool = False,
    together: Together | None = None,
) -> Command:
    """The command of a verb. `run` is for a command that prints more than a report: it gets the values of one
    file, or with `whole` those of all files and of the options of batches."""
    options = verb.options
    described = {option.name for option in options}
    many = batch_options(writes=verb.stores is not None) if verb.batch else ()
    return Command(
        name,
        run or partial(run_single, verb),
        verb.arguments,
        (*options, *(option for option in many if option.name not in described)),
        verb.examples,
        verb.notes,
        verb.declared or (lambda plug_ins: ()),
        verb,
        whole,
        together,
    )


def run_files(command: Command, verb: Verb, values: dict[str, Any]) -> int:
    """Run a command for one file; with several, a folder, a list, a pattern or a URL, or with options of
    batches, as a batch."""
    own = {name: values[name] for name in verb.own}
    options = BatchOptions.take(values)
    sources, target = values[verb.sources], values.get(verb.target)
    if not sources:
        raise UsageError(f"{verb.sources.upper()} is missing\nTry: pantin {command.name} --help")
    if verb.target not in (argument.name for argument in command.arguments) and target is None:
        *sources, target = sources if len(sources) > 1 else (*sources, None)
    named = {verb.sources: sources, verb.target: target}
    if command.together is not None and values.pop(command.together.option):
        return run_together(command.together, options, values | named, sources)
    into_folder = verb.stores is not None and target is not None and is_target_folder(target)
    if not means_batch(sources, target) and not into_folder and not options.without(own).are_set:
        return command.run(**values | own | {verb.sources: sources[0], verb.target: target})
    from pantin.cli.batch import BatchTotals, make_batch, print_plan, print_reports

    for name, sentence in verb.single.items():
        if values[name]:
            raise UsageError(sentence)
    keywords = keywords_of(verb, {name: value for name, value in values.items() if name not in named})
    if verb.needs and not keywords.keys() & set(verb.needs):
        *first, last = (f"--{name}" for name in verb.needs)
        raise UsageError(f"give {', '.join(first)} or {last}")
    require_common_files(verb, keywords)
    batch = make_batch(
        options,
        verb=command.name,
        sources=tuple(sources),
        target=None if target is None else str(target),
        options=keywords,
    )
    if options.dry_run:
        return print_plan(batch)
    summary = BatchTotals(command.spell_options)
    print_reports(
        batch,
        summary,
        quiet=options.quiet,
        as_json=values.get("format") == "json",
        verbose=values.get("verbose", False),
    )
    return summary.finish(batch)


def require_common_files(verb: Verb, keywords: Mapping[str, Any]) -> None:
    """Read the files shared by all files of a batch once, so that a missing one gives a single message.
    Raises `UnreadableError`."""
    from pantin.cli.io import load_rig

    names = [parameter.name for parameter in verb.parameters if parameter.loads]
    names += [
        argument.name for argument in verb.arguments if argument.name not in (verb.sources, verb.target)
    ]
    for name in names:
        if keywords.get(name) is not None:
            load_rig(str(keywords[name]), keywords.get("allow_outside", False))


def run_together(
    together: Together, options: BatchOptions, values: dict[str, Any], sources: Sequence[str]
) -> int:
    """Make one file of all sources. Raises `UsageError` for options that are about each of many."""
    if options.are_set:
        raise UsageError(f"--{together.option} writes one file: omit the options for batches")
    if STANDARD in sources:
        raise UsageError(f"--{together.option} needs files or folders, not standard input")
    return together.run(**values)


def means_batch(sources: Sequence[str], target: str | None) -> bool:
    """Whether these are more than one local file. Raises `UsageError` for standard input among others."""
    several = len(sources) > 1 or any(is_url(str(name)) for name in (sources[0], target or ""))
    several = several or is_many_local(sources[0])
    if several and STANDARD in sources:
        raise UsageError("- (standard input) cannot be combined with other files")
    return several


def is_target_folder(target: str | Path) -> bool:
    """Whether a target is a folder: a name that ends with a slash, or one that exists and has no suffix of a
    model."""
    name = str(target)
    if name == STANDARD or is_url(name):
        return False
    return name.endswith("/") or (not Path(name).suffix and is_folder(name))


def keywords_of(verb: Verb, values: Mapping[str, Any]) -> dict[str, Any]:
    """The keyword arguments of the verb. Raises `UsageError` for unreadable or conflicting words."""
    with usage_errors():
        return verb.keywords(values)


def run_single(verb: Verb, **values: Any) -> int:
    """Run a verb for one file, and print what a batch prints for each."""
    source, target = values.pop(verb.sources), values.pop(verb.target)
    format = values.get("format", "text")
    if target == STANDARD and format == "json":
        raise UsageError(
            "--format json writes to standard output, and so does the model: give a file for the model"
        )
    done = run_one(verb, source, target, keywords_of(verb, values))
    return print_done(done, format, verbose=values.get("verbose", False))


def run_one(verb: Verb, source: str, target: str, keywords: Mapping[str, Any]) -> Done:
    """Do what the verb does to one file, and write it to the target, or to standard output. Raises
    `UsageError` and `UnreadableError`."""
    from pantin.cli.progress import progress, show_waiting
    from pantin.verbs.verb import Files

    if not verb.pictures and target != STANDARD:
        with usage_errors():
            verb.require_target(target, keywords)
    data, name = source_of(source)

    def perform(path: str | Path) -> Done:
        return verb.each(Files(data, name, str(path), bar=progress), **keywords)

    # `bake_springs` is called bake, and `retarget` itself.
    with raise_refused(name, named=True), show_waiting(verb.function.__name__.partition("_")[0]):
        streams = target == STANDARD and not verb.pictures
        return to_standard_output(perform) if streams else perform(target)


def print_done(done: Done, format: str = "text", *, verbose: bool = False) -> int:
    """Print the report of a file and the notes on it; the exit code."""
    if format == "json":
        from pantin.report.render.json import render

        sys.stdout.writelines(render([done.report]))
    else:
        print_report(done.report, verbose=verbose)
    for note in done.notes:
        say(note)
    return Exit.FINDINGS if done.failed or not done.report.ok else Exit.CLEAN


@contextmanager
def usage_errors() -> Iterator[None]:
    """Raise `ValueError` as `UsageError`."""
    try:
        yield
    except ValueError as error:
        raise UsageError(str(error)) from None
