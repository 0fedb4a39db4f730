"""Searches that run side by side, so that what they need is computed in one call for all of them.

A rig may have thousands of clips with a few keys each: a call for each of them takes longer than its work. So
the search of a clip is a generator. It yields an `Ask`, and receives the answer.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Iterable, Iterator, Sequence
from typing import Any, Protocol, TypeAlias, TypeVar

A = TypeVar("A")
T = TypeVar("T")


class Ask(Protocol):
    """What a search needs."""

    @staticmethod
    def answer(asks: Sequence[Any]) -> Sequence[Any]:
        """The answers to several of this kind."""


Search: TypeAlias = Generator[Ask, Any, T]
"""A search with a result."""


def run_together(searches: Sequence[Search[T]]) -> list[T]:
    """The results of searches."""
    results: dict[int, T] = {}
    answers: dict[int, Any] = dict.fromkeys(range(len(searches)))
    while answers:
        asked: dict[type[Ask], dict[int, Ask]] = {}
        for number, answer in answers.items():
            try:
                ask = searches[number].send(answer)
            except StopIteration as end:
                results[number] = end.value
            else:
                asked.setdefault(type(ask), {})[number] = ask
        answers = {}
        for kind, asks in asked.items():
            answers |= zip(asks, kind.answer([*asks.values()]), strict=True)
    return [results[number] for number in range(len(searches))]


def answer_groups(
    asks: Sequence[A], key: Callable[[A], Hashable], answer: Callable[[list[A]], Iterable[T]]
) -> list[T]:
    """The answers to asks, those with the same key together."""
    groups: dict[Hashable, dict[int, A]] = {}
    for number, ask in enumerate(asks):
        groups.setdefault(key(ask), {})[number] = ask
    answers: dict[int, T] = {}
    for group in groups.values():
        answers |= zip(group, answer([*group.values()]), strict=True)
    return [answers[number] for number in range(len(asks))]


def split_work(work: Sequence[int], most: int) -> Iterator[tuple[int, int]]:
    """The first and the end of consecutive items with at most so much work together; one with more is
    alone."""
    first = done = 0
    for number, own in enumerate(work):
        if number > first and done + own > most:
            yield first, number
            first, done = number, 0
        done += own
    if work:
        yield first, len(work)
