"""Compares two manifests of `scripts/golden`, and quotes what differs."""

from __future__ import annotations

import difflib
import json
from argparse import Namespace
from collections.abc import Iterator
from typing import Any

from golden_causes import print_causes
from golden_rows import Row

QUOTED = 12
"""Lines of a difference that are quoted."""

RESULTS = ("exit", "files", "reports", "findings")
"""The members of a row that must be equal; `messages` may differ."""

Manifest = dict[str, Any]


def compared(options: Namespace) -> int:
    """List what differs. Other results are a failure, and so are lines that are gone from the whole."""
    before, after = (json.loads(path.read_text("utf-8")) for path in (options.before, options.after))
    for member in ("formats", "targets", "commands"):
        if before[member] != after[member]:
            print(f"the {member} of the two trees differ:")
            print_difference(json.dumps(before[member], indent=1), json.dumps(after[member], indent=1))
    inputs = differing_inputs(before, after)
    changed: dict[str, list[str]] = {"results": [], "messages": [], "inputs": []}
    common = sorted(before["rows"].keys() & after["rows"].keys())
    for key in common:
        kind = kind_of_change(before["rows"][key], after["rows"][key])
        if kind:
            changed["inputs" if inputs.intersection(key.split()) else kind].append(key)
    if options.causes:
        print_causes([*changed["results"], *changed["messages"]], before, after, options.causes)
    else:
        print_changes(changed, before, after, options)
    gone, new = print_alone(before, after)
    counts = {kind: f"{len(keys):,}" for kind, keys in changed.items()}
    print(
        f"{len(common):,} lines compared: {counts['results']} differ, {counts['messages']} in messages "
        f"alone; {counts['inputs']} more have other inputs; {gone:,} are gone and {new:,} new"
    )
    lost = gone and same_whole(before, after)
    return 1 if changed["results"] or lost or (options.messages and changed["messages"]) else 0


def differing_inputs(before: Manifest, after: Manifest) -> set[str]:
    """The names of inputs that are not the same files in both. Their lines say nothing about the code; where
    it made the input, the line that writes the format differs too."""
    common = before["inputs"].keys() & after["inputs"].keys()
    differing = {name for name in common if before["inputs"][name] != after["inputs"][name]}
    for name in sorted(differing):
        print(f"other input: {name}")
    return differing


def kind_of_change(before: Row, after: Row) -> str:
    if any(before.get(member) != after.get(member) for member in RESULTS):
        return "results"
    return "messages" if before["messages"] != after["messages"] else ""


def print_changes(
    changed: dict[str, list[str]], before: Manifest, after: Manifest, options: Namespace
) -> None:
    """List the lines that differ; results with what differs, messages quoted where they are asked for."""
    for key in changed["results"]:
        old, new = before["rows"][key], after["rows"][key]
        members = [member for member in RESULTS if old.get(member) != new.get(member)]
        print(f"{key}: {', '.join(members)}")
        for member in members:
            print_member(member, old.get(member), new.get(member), before["texts"], after["texts"])
    for key in changed["messages"]:
        print(f"message: {key}")
        if options.messages:
            texts = (
                "\n".join(m["texts"][name] for name in m["rows"][key]["messages"]) for m in (before, after)
            )
            print_difference(*texts)
    for key in changed["inputs"]:
        print(f"with another input: {key}")


def messages_of(manifest: Manifest, key: str) -> str:
    return "\n".join(manifest["texts"][name] for name in manifest["rows"][key]["messages"])


def print_member(member: str, old: Any, new: Any, texts: dict[str, str], new_texts: dict[str, str]) -> None:
    """Quote how a member of a row changed."""
    if member == "exit":
        print(f"    {old} -> {new}")
    elif member == "files":
        for name in sorted((old or {}).keys() | (new or {}).keys()):
            was, now = (old or {}).get(name), (new or {}).get(name)
            if was != now:
                print(f"    {name} {'is new' if was is None else 'is missing' if now is None else 'differs'}")
                print_difference(texts.get(was or "", ""), new_texts.get(now or "", ""))
    else:
        names = [[names] if isinstance(names, str) else names or [] for names in (old, new)]
        print_difference(
            "\n".join(texts[name] for name in names[0]), "\n".join(new_texts[name] for name in names[1])
        )


def print_difference(old: str, new: str) -> None:
    lines = list(difference(old, new))
    for line in lines[:QUOTED]:
        print(f"    {line[:200]}")
    if len(lines) > QUOTED:
        print(f"    … and {len(lines) - QUOTED:,} more lines")


def difference(old: str, new: str) -> Iterator[str]:
    for line in difflib.unified_diff(old.splitlines(), new.splitlines(), lineterm="", n=0):
        if not line.startswith(("---", "+++", "@@")):
            yield line


def print_alone(before: Manifest, after: Manifest) -> tuple[int, int]:
    """Say which lines only one manifest has, and return how many are gone and how many are new."""
    counts = []
    for words, one, other in (("before", before, after), ("after", after, before)):
        only = sorted(one["rows"].keys() - other["rows"].keys())
        counts.append(len(only))
        for key in only[:QUOTED]:
            print(f"only {words}: {key}")
        if len(only) > QUOTED:
            print(f"only {words}: … and {len(only) - QUOTED:,} more")
    return counts[0], counts[1]


def same_whole(before: Manifest, after: Manifest) -> bool:
    """Whether both manifests were asked for the same lines, and for all: a sample may choose others."""
    return bool(before["selection"] == after["selection"] and before["selection"][0] == 1)
