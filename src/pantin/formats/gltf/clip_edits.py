"""Replace the keys of an animation: changed channels get new arrays, everything else stays."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np

from pantin.formats.gltf.array_users import Users, put_accessor, put_array
from pantin.formats.gltf.document import Document
from pantin.formats.gltf.edits import append_accessor, pointer_target, store_sampler, stored_values
from pantin.formats.gltf.json_values import as_list
from pantin.report.pointer import pointer
from pantin.rig import AnimatedProperty, Channel, Clip, PropertyChannel
from pantin.rig.clip import Property

Keys: TypeAlias = Channel | PropertyChannel
Target: TypeAlias = tuple[int, Property] | AnimatedProperty


def replace_keys(document: Document, index: int, old: Clip, new: Clip, pointers: Sequence[str] = ()) -> int:
    """Replace the clip `old` of an animation by `new`; returns how many of its channels stay unchanged.
    Channels with pointers to nodes, or to properties that rigs lack, are not changed; `pointers` are for the
    properties of `new`. Arrays without other users are replaced, so that no unused objects remain."""
    users = Users(document)
    animation = document.tree["animations"][index]
    wanted: dict[Target, Keys] = {(channel.node, channel.property): channel for channel in new.channels}
    slots = _plain_slots(animation, old, wanted)
    wanted |= {channel.target: channel for channel in new.properties}
    slots |= {channel.number: channel for channel in old.properties if channel.number is not None}
    after = {slot: wanted.pop(_target_of(channel), None) for slot, channel in slots.items()}
    texts = dict(zip((channel.target for channel in new.properties), pointers, strict=True))
    channels = as_list(animation.get("channels"))
    samplers, times = list(as_list(animation.get("samplers"))), dict[bytes, int]()
    listed = {
        slot: dict(members) if isinstance(members, dict) else members
        for slot, members in enumerate(channels)
        if slot not in after or after[slot] is not None
    }
    changed = {
        slot: channel
        for slot, channel in after.items()
        if channel is not None and not _same_keys(slots[slot], channel)
    }
    numbers = {slot: _sampler(members, len(samplers)) for slot, members in listed.items()}
    staying = {number for slot, number in numbers.items() if slot not in changed}
    left = len(channels) - len(slots)
    inside: dict[int, Keys] = {}
    for slot, channel in changed.items():
        number = numbers[slot]
        assert number is not None  # it was lifted
        if number in staying or not _same_keys(inside.setdefault(number, channel), channel):
            samplers.append(store_sampler(document, channel, times))
            numbers[slot] = len(samplers) - 1
    rows = [(members, numbers[slot]) for slot, members in listed.items()]
    for channel in wanted.values():
        samplers.append(store_sampler(document, channel, times))
        rows.append(({"target": _target_json(channel, texts)}, len(samplers) - 1))
    base = pointer("animations", index)
    used = sorted({number for _, number in rows if number is not None})
    document.set(f"{base}/channels", [_with_sampler(members, number, used) for members, number in rows])
    document.set(f"{base}/samplers", [samplers[number] for number in used])
    _replace_arrays(users, base, [(used.index(number), channel) for number, channel in inside.items()], times)
    users.drop_unused_tail()
    return left


def _target_of(channel: Keys) -> Target:
    return channel.target if isinstance(channel, PropertyChannel) else (channel.node, channel.property)


def _target_json(channel: Keys, texts: Mapping[AnimatedProperty, str]) -> dict[str, Any]:
    if isinstance(channel, PropertyChannel):
        return pointer_target(texts[channel.target])
    return {"node": channel.node, "path": channel.property}


def _sampler(channel: Any, count: int) -> int | None:
    """The sampler of a channel; None if the index is invalid."""
    number = channel.get("sampler") if isinstance(channel, dict) else None
    return number if type(number) is int and 0 <= number < count else None


def _with_sampler(channel: Any, number: int | None, used: list[int]) -> Any:
    """A channel with the new index of its sampler. An invalid index stays invalid: no sampler is given that
    index."""
    if number is not None:
        return {**channel, "sampler": used.index(number)}
    if isinstance(channel, dict) and type(channel.get("sampler")) is int and channel["sampler"] >= 0:
        return {**channel, "sampler": max(channel["sampler"], len(used))}
    return channel


def _plain_slots(animation: dict[str, Any], clip: Clip, wanted: dict[Target, Keys]) -> dict[int, Keys]:
    """The channels of a clip by their index in the file, without channels that use pointers."""
    slots: dict[int, Keys] = {}
    for position, channel in enumerate(clip.channels):
        slot = position if channel.number is None else channel.number
        if "extensions" in animation["channels"][slot]["target"]:
            wanted.pop((channel.node, channel.property), None)
        else:
            slots[slot] = channel
    return slots


def _same_keys(first: Keys, second: Keys) -> bool:
    return (
        first.interpolation == second.interpolation
        and np.array_equal(first.times, second.times)
        and np.array_equal(first.values, second.values)
    )


def _replace_arrays(
    users: Users, base: str, changes: list[tuple[int, Keys]], times: dict[bytes, int]
) -> None:
    """New arrays for samplers that stay; they replace the old ones where nothing else uses these."""
    document = users.document
    sharing: dict[int, list[tuple[str, Keys]]] = defaultdict(list)
    for number, channel in changes:
        where = f"{base}/samplers/{number}"
        sampler = document.get(where)
        put_array(users, f"{where}/output", stored_values(channel))
        if sampler.get("interpolation", "LINEAR") != channel.interpolation:
            document.set(f"{where}/interpolation", channel.interpolation)
        sharing[sampler["input"]].append((where, channel))
    for accessor, sharers in sharing.items():
        keys = {channel.times.astype("<f4").tobytes() for _, channel in sharers}
        if len(keys) == 1 and users.is_replaceable("accessors", accessor, users=len(sharers)):
            put_accessor(users, accessor, sharers[0][1].times.astype("<f4"), min_max=True)
            continue
        for where, channel in sharers:
            stored = channel.times.astype("<f4")
            if stored.tobytes() not in times:
                times[stored.tobytes()] = append_accessor(document, stored, min_max=True)
            document.set(f"{where}/input", times[stored.tobytes()])
