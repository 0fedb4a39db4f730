"""`Verb`: a function of the library with what else its command and its batch need to know, once.

Types and defaults come from the signature, which is read without evaluating an annotation: the help of a verb
imports no numpy. `Parameter` adds what a signature does not have: help, choices, other spellings, parsers.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from pantin.base.any_numbers import any_numbers
from pantin.base.options import Argument, File, Option
from pantin.base.tuples import NamedTuple
from pantin.verbs.parsers import PARSERS

if TYPE_CHECKING:
    from pantin.formats.format import Format
    from pantin.report import Report
    from pantin.verbs.asset import Asset

STANDARD = "-"
"""The name of standard input or output in place of a file."""

TYPES: dict[str, type] = {
    "bool": bool,
    "int": int,
    "float": float,
    "str": str,
    "int | str": str,
    "float | str": str,
    "Rotation": str,
    "str | tuple[int, int]": str,
    "str | tuple[float, float]": str,
    "Planes": str,
    "GivenPose": Path,
    "str | os.PathLike[str]": Path,
    "Pose | str | os.PathLike[str]": Path,
    "Mapping[str, str | None] | str | os.PathLike[str]": Path,
}
"""The type of an option, by the annotation of its parameter without `| None`."""


class Parameter(NamedTuple):
    """A parameter of the function of a verb, as an option.

    option    the name of the option, where it is another: `expression` for `expressions`
    inverted  whether the flag means the opposite: `--lenient` is `strict=False`
    parser    how the words of the option are read, a key of `PARSERS`: `NAME=X`
    loads     whether the function gets the asset of a file
    silent    whether the help describes the default itself
    The other members are those of `Option`.
    """

    name: str
    help: str
    option: str = ""
    short: str = ""
    negative: str = ""
    choices: tuple[str, ...] = ()
    pattern: str = ""
    parser: str = ""
    inverted: bool = False
    repeated: bool = False
    loads: bool = False
    silent: bool = False
    many: bool = False

    @property
    def option_name(self) -> str:
        return self.option or self.name


class Done(NamedTuple):
    """What a verb has done to one file: its report, the asset that it read, and what else there is to say."""

    report: Report
    asset: Asset | None = None
    notes: tuple[str, ...] = ()
    failed: bool = False
    """Whether the outcome counts as findings whatever their severity."""
    value: Any = None
    """The result, where there is more to print of it than the report."""
    result: str = ""
    """A word for what was done, where the verb does not do the same to every file: "copied"."""


def no_bar(total: int | None, what: str) -> AbstractContextManager[Callable[..., None]]:
    """A progress bar that nobody sees."""
    return nullcontext(lambda count=1: None)


class Files(NamedTuple):
    """The file to read, or its bytes, its name in reports, the file to write, and whether its folder is
    made."""

    source: str | Path | bytes
    name: str
    target: str = ""
    makes_folder: bool = False
    bar: Callable[[int | None, str], AbstractContextManager[Callable[..., None]]] = no_bar
    """Makes a progress bar of a number of steps; the function that it gives is called after each step."""

    def load(
        self,
        allow_outside: bool = False,
        variants: Mapping[str, str] | None = None,
        raw_weights: bool = False,
        draft: bool = False,
    ) -> Asset:
        """The asset in the file."""
        from pantin.base.steps import begin_step
        from pantin.verbs.load import load

        begin_step("reading")
        return load(
            self.source,
            name=self.name,
            allow_outside=allow_outside,
            variants=variants,
            raw_weights=raw_weights,
            draft=draft,
        )

    def save(self, asset: Asset) -> Report:
        """Write an asset to the target; the report lists what was dropped."""
        from pantin.base.steps import begin_step
        from pantin.verbs.save import save

        begin_step("writing")
        return save(asset, self.make_target())

    @contextmanager
    def frames(self, what: str) -> Iterator[Callable[[int, int], None]]:
        """A progress bar for work that knows itself how much there is: what is called with (done, total)."""
        with ExitStack() as opened:
            advance: list[Callable[..., None]] = []

            def show(done: int, total: int) -> None:
                if not advance:
                    advance.append(opened.enter_context(self.bar(total, what)))
                advance[0]()

            yield show

    def make_target(self) -> str:
        """The target, in a folder that exists. It is made as late as this, so that a file that cannot be read
        leaves no folder."""
        if self.makes_folder:
            Path(self.target).parent.mkdir(parents=True, exist_ok=True)
        return self.target


class Failure(NamedTuple):
    """Why a verb did nothing for a file: "refused", for a request that the file does not allow,
    "unreadable", or "skipped", where there is nothing to do; and the exit code for it."""

    outcome: Literal["refused", "unreadable", "skipped"]
    reason: str
    report: Report | None = None

    @property
    def code(self) -> int:
        return {"refused": 2, "unreadable": 3, "skipped": 0}[self.outcome]


def describe_failure(error: Exception, name: str) -> Failure | None:
    """A description of a verb's error for the file of this name; None for an internal error."""
    from pantin.base.errors import BadFile, MissingExtra, NothingToDo, PantinError, TooMuchAsked, Unsuitable
    from pantin.base.file_errors import describe_error
    from pantin.verbs.discovery import readable_suffixes

    if isinstance(error, NothingToDo):
        return Failure("skipped", error.why)
    words = str(error)
    named = words if name in words else f"{name}: {words}"
    if isinstance(error, BadFile):
        return Failure("unreadable", words, error.report)
    if isinstance(error, MissingExtra | Unsuitable | TooMuchAsked):
        return Failure("refused", named)
    if isinstance(error, PantinError):
        return Failure("unreadable", named)
    if isinstance(error, OSError):
        return Failure("unreadable", describe_error(error, error.filename or name, readable_suffixes()))
    return Failure("refused", named) if isinstance(error, ValueError) else None


def is_any(format: Format | None) -> bool:
    """The files that most verbs take: all."""
    return True


class Verb:
    """A verb: the function, and the options of its command in the order of its help; an `Option` among them
    is no parameter of the function.

    each       does the work for one file: it gets `Files`, and what the function gets by keyword; without it
               the file is loaded, the function called with the asset, and the result saved
    prepare    changes or refuses the keywords before the first file is read: raises `ValueError`
    arguments  those of the command; `sources` and `target` are the names of those that are the files
    stores     the parts of a rig that the target must be able to store, or a function from the keywords to
               them; None where no file is written
    suffix     of a target that has none
    takes      whether it works on files of a format, None for an unknown suffix; folders may have others
    pictures   whether it writes pictures rather than models
    keeps_format  whether it writes each file in the format that it has
    edits_sources whether it writes sources, as sources
    rules      modules besides its own with rules that it reports
    declared   options that formats declare, with those of other packages if asked
    own        options of batches that have a meaning for one file too
    single     options that go with one file only, each with the sentence that says so
    needs      keywords of which a batch needs at least one
    require_work  raises `NothingToDo` for an asset that has nothing to work on, from the keywords: a file of
               a batch that cannot be written is skipped then, not refused
    """

    def __init__(
        self,
        function: Callable[..., Any],
        *options: Parameter | Option,
        arguments: Sequence[Argument] = (),
        sources: str = "source",
        target: str = "target",
        each: Callable[..., Done] | None = None,
        prepare: Callable[..., dict[str, Any]] | None = None,
        stores: tuple[str, ...] | Callable[[Mapping[str, Any]], tuple[str, ...]] | None = None,
        suffix: str | None = None,
        takes: Callable[[Format | None], bool] = is_any,
        pictures: bool = False,
        keeps_format: bool = False,
        edits_sources: bool = False,
        rules: tuple[str, ...] = (),
        declared: Callable[[bool], Sequence[Option]] | None = None,
        own: tuple[str, ...] = (),
        single: Mapping[str, str] | None = None,
        needs: tuple[str, ...] = (),
        require_work: Callable[..., None] | None = None,
        notes: str = "",
        examples: str = "",
    ) -> None:
        self.function = function
        self.listed = options
        self.batch = any(argument.many and argument.name == sources for argument in arguments)
        """Whether it works on many files."""
        self.arguments = tuple(arguments)
        self.sources, self.target = sources, target
        self.each = any_numbers(each or self._edit)
        self.prepare = prepare
        self.stores, self.suffix, self.takes = stores, suffix, takes
        self.pictures, self.keeps_format, self.edits_sources = pictures, keeps_format, edits_sources
        self.rules = rules
        self.declared = declared
        self.own, self.single, self.needs = own, single or {}, needs
        self.require_work = require_work
        self.notes, self.examples = notes, examples

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        return tuple(option for option in self.listed if isinstance(option, Parameter))

    @property
    def options(self) -> tuple[Option, ...]:
        """The options of its command."""
        return tuple(
            option if isinstance(option, Option) else option_of(self.function, option)
            for option in self.listed
        )

    def keywords(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """The keyword arguments for `each`, from the values of all options by name. Raises `ValueError`."""
        keywords = {name: value for name, value in values.items() if value is not None}
        for option in self.listed:
            if isinstance(option, Option):
                if option.group:
                    keywords.pop(option.name, None)
            elif option.option_name in keywords:
                value = keywords.pop(option.option_name)
                keywords[option.name] = self._value(option, value)
        if "variant" in keywords:
            keywords["variants"] = PARSERS["SET=NAME"](keywords.pop("variant"), "--variant")
        return keywords if self.prepare is None else self.prepare(**keywords)

    def stored_parts(self, keywords: Mapping[str, Any]) -> tuple[str, ...]:
        """The parts of a rig that the target must be able to store, with these keywords."""
        parts = self.stores(keywords) if callable(self.stores) else self.stores
        return parts or ()

    def require_target(self, target: str | os.PathLike[str], keywords: Mapping[str, Any]) -> None:
        """Raise `ValueError` for a file that cannot be written, or not with what the verb makes."""
        from pantin.formats.registry import by_suffix, target_format

        format = by_suffix(os.fspath(target))
        if not (self.edits_sources and format is not None and format.is_source):
            target_format(target, *self.stored_parts(keywords))

    def _value(self, parameter: Parameter, value: Any) -> Any:
        if parameter.parser:
            flag = "--" + parameter.option_name.replace("_", "-")
            return PARSERS[parameter.parser](value, flag)
        return not value if parameter.inverted else value

    def _edit(
        self,
        files: Files,
        *,
        strict: bool = False,
        allow_outside: bool = False,
        variants: Mapping[str, str] | None = None,
        raw_weights: bool = False,
        **options: Any,
    ) -> Done:
        """Load a file, call the function with the asset, and save the result."""
        asset = files.load(allow_outside, variants, raw_weights)
        result = self.function(asset, **self.load_files(options, allow_outside))
        report = files.save(result)
        describe = getattr(result, "describe", None)
        return Done(report, asset, () if describe is None else (describe(),), failed=strict and report.lossy)

    def require_keywords(self, names: Iterable[str]) -> None:
        """Raise `TypeError` for a keyword that the work on a file does not take."""
        known = {option.name for option in self.listed if isinstance(option, Parameter) or not option.group}
        for function in (self.each, self.function):
            named, takes_more = keywords_of(function)
            known |= named
            if not takes_more:
                break
        else:  # plug-ins of formats may have any
            known |= {option.name for option in self.declared(True)} if self.declared is not None else set()
        for name in names:
            if name not in known:
                from pantin.report.catalogue import did_you_mean

                verb = self.function.__name__
                raise TypeError(f"{verb} has no option {name!r}.{did_you_mean(name, sorted(known))}")

    def load_files(self, options: Mapping[str, Any], allow_outside: bool) -> dict[str, Any]:
        """The options, with assets for the files of those that load one."""
        loaded = {
            parameter.name: load_once(options[parameter.name], allow_outside)
            for parameter in self.parameters
            if parameter.loads and isinstance(options.get(parameter.name), str | os.PathLike)
        }
        return {**options, **loaded}


_loaded: dict[tuple[str, bool], Asset] = {}


def load_once(path: str | os.PathLike[str], allow_outside: bool) -> Asset:
    """A motion or a character that all files of a run have in common; the last one is kept."""
    from pantin.verbs.load import load

    key = (os.fspath(path), allow_outside)
    if key not in _loaded:
        _loaded.clear()
        _loaded[key] = load(path, allow_outside=allow_outside)
    return _loaded[key]


def option_of(function: Callable[..., Any], parameter: Parameter) -> Option:
    """A parameter as an option. Raises `TypeError` if the function lacks it, or if no option has its type."""
    function = unwrap(function)
    annotations = function.__annotations__
    if parameter.name not in annotations:
        raise TypeError(f"{function.__name__} has no parameter {parameter.name!r}")
    default = default_of(function, parameter.name)
    kind: type = str
    if parameter.loads:
        kind = Path
    elif parameter.many:
        kind = File
    elif not (parameter.parser or parameter.choices or parameter.pattern or parameter.repeated):
        annotation = annotations[parameter.name].removesuffix(" | None")
        if annotation not in TYPES:
            raise TypeError(f"{function.__name__}: no option has the type of {parameter.name}: {annotation}")
        kind = TYPES[annotation]
    if parameter.inverted:
        default = not default
    elif parameter.parser or parameter.repeated or parameter.silent or parameter.many:
        default = None
    return Option(
        parameter.option_name,
        kind,
        parameter.help,
        default,
        parameter.short,
        parameter.negative,
        parameter.repeated,
        parameter.choices,
        parameter.pattern,
        many=parameter.many,
    )


def unwrap(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function that is below wrappers, one each for former names and positions of arguments."""
    while hasattr(function, "__wrapped__"):
        function = function.__wrapped__
    return getattr(function, "__func__", function)


def keywords_of(function: Callable[..., Any]) -> tuple[set[str], bool]:
    """The parameters of a function but the first, which is the model, and whether it takes others too."""
    code = unwrap(function).__code__
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    return {*names[names[0] == "self" :][1:]}, bool(code.co_flags & 0x08)  # inspect.CO_VARKEYWORDS


def default_of(function: Callable[..., Any], name: str) -> Any:
    """The default of a parameter; None where it has none."""
    function = unwrap(function)
    keyword_defaults = function.__kwdefaults__ or {}
    if name in keyword_defaults:
        return keyword_defaults[name]
    code, defaults = function.__code__, function.__defaults__ or ()
    positional = code.co_varnames[: code.co_argcount]
    with_default = dict(zip(positional[len(positional) - len(defaults) :], defaults, strict=True))
    return with_default.get(name)


__all__ = ["Argument", "Done", "File", "Files", "Option", "Parameter", "Verb"]
