"""The Rigy compiler: 1 MB of YAML with positions, 200 capsules with gradients, growth to 5,000 primitives.

The shapes are those measured for the reference compiler (3.54 s for the 200 capsules, on another day
and machine).
"""

from __future__ import annotations

from functools import partial

from timing import below, interleave, report

from pantin.base.threads import use_threads
from pantin.formats.rigy import implicit
from pantin.formats.rigy.compile import compile_text
from pantin.formats.rigy.schema.document import Domain, FieldOperator, Implicit
from pantin.formats.rigy.source import compose
from pantin.kernels import engine
from pantin.kernels.implicit import polygonise

BONES = 6900
"""About a megabyte of text."""

LINEAR = 1.5
"""How much more than in proportion to the primitives the time may grow: caches are missed more often."""


def bones() -> str:
    lines = ["bones:"]
    for index in range(BONES):
        name = f"a_bone_with_a_long_name_{index:06d}"
        lines += [f"  - id: {name}", f"    parent: {name}", f"    head: [{index}.5, 0.25, 0.125]"]
        lines += ["    tail: [0.0, 1.0, 0.0]", "    # a comment now and then"]
    return "\n".join(lines)


def capsules(count: int) -> str:
    ends = "from: {bone_id: a, weight: 1.0}, to: {bone_id: b, weight: 1.0}"
    primitives, maps = [], []
    for index in range(count):
        place = f"transform: {{translation: [{index * 0.3:.2f}, {index % 7}.5, 0]}}"
        size = "dimensions: {radius: 0.1, height: 0.5}"
        primitives.append(f"      - {{id: c{index}, type: capsule, {size}, {place}}}")
        gradient = f"{{axis: y, range: [{index % 7}.3, {index % 7}.7], {ends}}}"
        maps.append(f"      - {{primitive_id: c{index}, gradients: [{gradient}]}}")
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


POSTS = """version: "0.12"
meshes:
  - id: fence
    primitives:
      - repeat:
          count: 10000
          as: i
          body:
            id: "post${i}"
            type: box
            dimensions: {x: 1, y: 1, z: 1}
            transform: {translation: ["=${i} * 2", 0, 0]}
"""

BEAN = """version: "0.13"
meshes:
  - id: bean
    primitives:
      - id: body
        type: implicit_surface
        domain: {aabb: {min: [-1, -1, -1], max: [1, 1, 1]}, grid: {nx: 48, ny: 48, nz: 48}}
        iso: 0.25
        ops:
          - {op: add, field: metaball_sphere@1, strength: 1, radius: 0.7}
          - {op: add, field: metaball_capsule@1, strength: 1, radius: 0.4, height: 0.8}
"""


def bean() -> object:
    """Surfaces are kept for the next time: each run makes its own."""
    implicit.surface.cache_clear()
    return compile_text(BEAN)


MARCHING_GOAL = 5.0


def marching() -> bool:
    """Marching cubes of two million points, compiled and by the NumPy reference, on one thread each."""
    ops = tuple(
        FieldOperator((), "add", f"metaball_{shape}@1", 1.0, radius, 0.8, None)
        for shape, radius in (("sphere", 0.7), ("capsule", 0.4))
    )
    field = Implicit(Domain((), (-1.0,) * 3, (1.0,) * 3, (124, 124, 124)), 0.25, ops, "marching_cubes@1")
    axes = implicit._axes(field)
    terms = implicit.terms_of(field, axes)

    def run(backend: engine.Backend) -> object:
        with engine.force_backend(backend), use_threads(1):
            return polygonise(terms, axes, field.iso)

    runs = {"pantin": partial(run, engine.Backend.TWIN), "numpy": partial(run, engine.Backend.NUMPY)}
    runs["pantin"]()
    times = interleave(runs, 5)
    case = "marching cubes of an implicit surface on 124³ points, 1 thread"
    return report(case, times, "pantin", {"numpy": MARCHING_GOAL})


def growth() -> bool:
    """From 500 to 5,000 primitives, the time of one must not grow."""
    sizes = (500, 5000)
    texts = {f"{count} primitives": capsules(count) for count in sizes}
    times = interleave({name: partial(compile_text, text) for name, text in texts.items()}, 3)
    few, many = texts
    proportion = sizes[1] / sizes[0]
    return report("compile capsules with gradients", times, few, limits={many: LINEAR * proportion})


def main() -> int:
    text, small = bones(), capsules(200)
    met = [
        below(f"compose {len(text) / 1e6:.2f} MB of YAML with positions", lambda: compose(text), 5, 0.4),
        below("compile 200 capsules with gradients", lambda: compile_text(small), 7, 0.15),
        below("compile a repeat of 10,000 boxes", lambda: compile_text(POSTS), 3, 1.0),
        below("compile an implicit surface on 48³ points", bean, 5),
        marching(),
        growth(),
    ]
    return 0 if all(met) else 1


if __name__ == "__main__":
    raise SystemExit(main())
