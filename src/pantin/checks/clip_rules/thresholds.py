"""Thresholds of the rules about clips: numbers that a project may set in the table `clips` of pantin.toml."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pantin.base.records import Record, defaults, field_names
from pantin.report.catalogue import did_you_mean


class Thresholds(Record):
    """The limits from which the rules about clips report. Lengths are parts of the size of the model: the
    largest extent of its joints at rest, about 1.7 m for an adult.

    loops              names of clips that are meant to loop, as patterns; empty: by words such as walk or
                       idle
    feet               names of nodes that stand on the ground, as patterns; empty: those of a humanoid
    loop_gap           how far apart the skin may be at both ends of a loop
    loop_speed         how much the velocity of a joint may change there, in sizes per second, if it changes
                       less in all other frames
    foot_slide         how far a planted foot may slide
    foot_depth         how far a foot may be below the ground
    root_drift         how far the root of a loop in place may end from where it began
    root_speed         how much the speed of a travelling loop may change, as a part of its mean
    frozen_seconds     how long a channel may hold one value in the middle of its motion
    jump_degrees       how far a joint may turn from one key to the next, where it turns slowly around them;
                       half as far, where it turns back with the key after
    jump_distance      how far a joint may move likewise
    range_degrees      how far a humanoid joint may be beyond the range of a person
    asymmetry          how far a joint of a mirrored pair of clips may be off
    gait_phase         how far gaits of a set may be out of step, as a part of a cycle of two steps
    key_rate           keys per second above which half of them must be needed
    """

    loops: tuple[str, ...] = ()
    feet: tuple[str, ...] = ()
    loop_gap: float = 0.025
    loop_speed: float = 0.5
    foot_slide: float = 0.04
    foot_depth: float = 0.05
    root_drift: float = 0.02
    root_speed: float = 0.4
    frozen_seconds: float = 0.15
    jump_degrees: float = 95.0
    jump_distance: float = 0.5
    range_degrees: float = 20.0
    asymmetry: float = 0.03
    gait_phase: float = 0.2
    key_rate: float = 61.0


NAMES = tuple(name.replace("_", "-") for name in field_names(Thresholds))
"""The settings as files spell them."""

LISTS = ("loops", "feet")


def parse_thresholds(table: Mapping[str, Any]) -> Thresholds:
    """The thresholds in a table, spelled with hyphens or underscores. Raises `ValueError`."""
    return Thresholds(**{(key := _check_name(name)): _parse(key, value) for name, value in table.items()})


def _check_name(name: str) -> str:
    key = name.replace("-", "_")
    if key not in field_names(Thresholds):
        hint = did_you_mean(name.replace("_", "-"), NAMES)
        raise ValueError(f"unknown threshold {name!r} of clips.{hint} Known: {', '.join(NAMES)}.")
    return key


def _parse(key: str, value: Any) -> Any:
    spelled = key.replace("_", "-")
    if key in LISTS:
        if isinstance(value, list | tuple) and all(isinstance(item, str) and item for item in value):
            return tuple(value)
        raise ValueError(f"{spelled} must be a list of names or patterns, not {value!r}")
    if type(value) in (int, float) and 0 <= value < float("inf"):
        return float(value)
    default = defaults(Thresholds)[key]
    raise ValueError(f"{spelled} must be a number such as {default:g}, not {value!r}")
