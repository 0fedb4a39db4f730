"""The Rigy compiler: 1 MB of YAML with positions, 200 capsules with gradients, growth to 5,000 primitives.

The shapes are those measured for the reference compiler (3.54 s for the 200 capsules, on another day
and machine).
"""

from __future__ import annotations

import time
from collections.abc import Callable

from pantin.rigy import compile_text
from pantin.rigy.source import compose

BONES = 6900
"""About a megabyte of text."""


def bones() -> str:
    lines = ["bones:"]
    for at in range(BONES):
        name = f"a_bone_with_a_long_name_{at:06d}"
        lines += [f"  - id: {name}", f"    parent: {name}", f"    head: [{at}.5, 0.25, 0.125]"]
        lines += ["    tail: [0.0, 1.0, 0.0]", "    # a comment now and then"]
    return "\n".join(lines)


def capsules(count: int) -> str:
    ends = "from: {bone_id: a, weight: 1.0}, to: {bone_id: b, weight: 1.0}"
    primitives, maps = [], []
    for at in range(count):
        place = f"transform: {{translation: [{at * 0.3:.2f}, {at % 7}.5, 0]}}"
        size = "dimensions: {radius: 0.1, height: 0.5}"
        primitives.append(f"      - {{id: c{at}, type: capsule, {size}, {place}}}")
        gradient = f"{{axis: y, range: [{at % 7}.3, {at % 7}.7], {ends}}}"
        maps.append(f"      - {{primitive_id: c{at}, gradients: [{gradient}]}}")
    return "\n".join(
        [
            'version: "0.3"',
            "meshes:",
            "  - id: m",
            "    primitives:",
            *primitives,
            "armatures:",
            "  - id: r",
            "    bones:",
            "      - {id: a, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}",
            "      - {id: b, parent: a, head: [0, 1, 0], tail: [0, 2, 0]}",
            "bindings:",
            "  - mesh_id: m",
            "    armature_id: r",
            "    weight_maps:",
            *maps,
        ]
    )


def best(run: Callable[[], object], times: int) -> float:
    """The shortest of several runs: what else the machine did only adds."""
    results = []
    for _ in range(times):
        begin = time.perf_counter()
        run()
        results.append(time.perf_counter() - begin)
    return min(results)


def main() -> int:
    text = bones()
    print(f"rigy: {len(text) / 1e6:.2f} MB of YAML with positions: {best(lambda: compose(text), 5):.3f} s")
    small = capsules(200)
    print(f"rigy: 200 capsules with gradients, warm: {best(lambda: compile_text(small), 7):.3f} s")
    rates = {}
    for count in (500, 1000, 2500, 5000):
        large = capsules(count)
        rates[count] = best(lambda large=large: compile_text(large), 2) / count  # type: ignore[misc]
        print(f"rigy: {count} primitives: {rates[count] * 1e6:.0f} µs each")
    print(f"rigy: growth from 500 to 5,000 primitives: {rates[5000] / rates[500]:.2f} of linear")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
