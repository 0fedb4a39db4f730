"""How the channels of a clip share the bound: those that need many keys get more of it, and those that move
much of the model get less."""

from __future__ import annotations

from collections.abc import Iterable

from pantin.rig import Indices, Rig

EXPONENT = 0.6
"""A channel with difficulty a needs a / sqrt(e) keys for an error e. Errors of channels in a row add up like
independent ones: their squares share the square of the bound. The least sum of keys has squares of errors as
a ** 0.8; with errors that add up in full, errors as a ** (2 / 3). Exponents from 0.5 to 0.8 end with the same
number of keys within 3 %, fewest up to 0.6."""


def in_a_row(difficulties: Iterable[float]) -> float:
    """The difficulty of channels whose errors add up."""
    return float(sum(each**EXPONENT for each in difficulties) ** (1.0 / EXPONENT))


def share_bound(rig: Rig, own: list[list[float]]) -> list[list[float]]:
    """The part of the bound for each channel of each node, by the difficulties of the channels.

    Below a node, each child has what the node and its ancestors have left.
    """
    parents: Indices = rig.nodes.parents
    total, below = [in_a_row(given) for given in own], [0.0] * len(own)
    order = rig.order.tolist()
    for node in reversed(order):
        total[node] = in_a_row((total[node], below[node]))
        if parents[node] >= 0:
            below[int(parents[node])] += total[node]
    left = [1.0] * len(own)
    """The square of what the channels of a node and its descendants may use."""
    shares: list[list[float]] = [[] for _ in own]
    for node in order:
        parent = int(parents[node])
        square = left[parent] if parent >= 0 else 1.0
        powers = [each**EXPONENT for each in own[node]]
        whole = sum(powers) + below[node] ** EXPONENT
        shares[node] = [(square * power / whole) ** 0.5 if whole > 0 else square**0.5 for power in powers]
        left[node] = square * below[node] ** EXPONENT / whole if whole > 0 else square
    return shares
