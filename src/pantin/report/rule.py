"""`Rule`: a function that finds violations, its id and its message; `rule` registers it in the catalogue."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Generic, ParamSpec

from pantin.report.wording import cut

if TYPE_CHECKING:
    from pantin.report.report import Finding, Severity

P = ParamSpec("P")

CATALOGUE: dict[str, Rule[...]] = {}
"""The rules of all modules imported so far, by id."""


class Rule(Generic[P]):
    """A rule: its id, its severity, its message, and the function that finds violations.

    Calling the rule calls the function. The function makes findings with `at`, so that only the decorator
    states id, severity and message. `common` says which of its findings are true of nearly every file, so
    that text output hides them; empty: none. `yields_to` are rules that report the same defect: if one of
    them finds it, this rule reports nothing. `noise` is the share of elements below which a finding is an
    info: a rule about vertices warns of a part of a mesh, not of one vertex of thousands. `only_with` are
    names of members: in a file that has none of them the rule finds nothing, and need not run.

    Not a dataclass, because the help of a verb imports the rules of its module and must not import
    dataclasses.
    """

    __slots__ = ("_doc", "common", "find", "id", "message", "noise", "only_with", "severity", "yields_to")

    def __init__(
        self,
        id: str,
        severity: Severity,
        message: str,
        doc: str,
        find: Callable[P, Iterator[Finding]],
        common: str = "",
        yields_to: tuple[str, ...] = (),
        noise: float = 0.0,
        only_with: tuple[str, ...] = (),
    ) -> None:
        self.id = id
        self.severity = severity
        self.message = message
        self.find = find
        self.common = common
        self.yields_to = yields_to
        self.noise = noise
        self.only_with = frozenset(only_with)
        self._doc = doc

    @property
    def doc(self) -> str:
        """Its documentation, without the indentation of the source."""
        import inspect

        return inspect.cleandoc(self._doc)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> Iterator[Finding]:
        return self.find(*args, **kwargs)

    def at(self, pointer: str | None = None, /, *, fix: str | None = None, **values: Any) -> Finding:
        """A finding of this rule at `pointer`, with `values` formatted into the message."""
        from pantin.report.report import Finding

        for name, value in values.items():
            if isinstance(value, str):
                values[name] = cut(value)
        return Finding(self.id, self.severity, self.message.format_map(values), pointer, fix=fix)

    def at_share(self, share: float, pointer: str, /, **values: Any) -> Finding:
        """As `at`, for a finding about this share of the elements; an info below `noise`."""
        from pantin.base.records import replace

        finding = self.at(pointer, **values)
        return replace(finding, severity="info") if share < self.noise else finding


def _is_same(known: Callable[..., Any], new: Callable[..., Any]) -> bool:
    """Whether a function is defined again, as in a notebook whose cell is run twice."""
    return new.__module__ == "__main__" == known.__module__ and new.__qualname__ == known.__qualname__


def rule(
    id: str,
    severity: Severity,
    message: str,
    *,
    common: str = "",
    yields_to: tuple[str, ...] = (),
    noise: float = 0.0,
    only_with: tuple[str, ...] = (),
) -> Callable[[Callable[P, Iterator[Finding]]], Rule[P]]:
    """Register the decorated generator as the rule `id`; `pantin explain` prints its docstring.

    The docstring's first line is the title, which names the violation. Sections follow, each on its own line:
    `What:`, `Why:`, `Fix:`, `Source:`.

    >>> callable(pantin.formats.rule("EXAMPLE-1", "warning", "node {name} is called root"))
    True
    """

    def register(find: Callable[P, Iterator[Finding]]) -> Rule[P]:
        if id in CATALOGUE and not _is_same(CATALOGUE[id].find, find):
            raise ValueError(f"rule {id} is defined twice")
        result = Rule(id, severity, message, find.__doc__ or "", find, common, yields_to, noise, only_with)
        CATALOGUE[id] = result
        return result

    return register
