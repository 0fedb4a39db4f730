"""The list of spring bone vectors, built with `vector_springs`."""

from __future__ import annotations

from copy import deepcopy

from vector_springs import (
    AGREES,
    SPRINGS,
    STALE,
    Tree,
    both,
    capsule,
    extended,
    jerked,
    make_case,
    rotation,
    shaken,
    sphere,
    spring_model,
    swung,
)

SIDE = (0.1, 0.0, 0.0)
"""A bone along +X, which gravity and colliders below it act on from the first step."""


def _forces() -> list[Tree]:
    falling = spring_model(along=SIDE, stiffness=0.2, gravityPower=1.0)
    slanted = {"gravityDir": [0.6, 0.0, 0.8], "gravityPower": 0.7}
    return [
        make_case("rest", "overview", spring_model(2), differs=AGREES),
        make_case("inertia-full", "inertia", spring_model(dragForce=0.0, stiffness=0.5), jerked()),
        make_case("inertia-some", "inertia", spring_model(dragForce=0.25), jerked()),
        make_case("inertia-none", "inertia", spring_model(dragForce=1.0), jerked()),
        make_case("stiffness-zero", "stiffness", spring_model(stiffness=0.0), jerked()),
        make_case("stiffness-weak", "stiffness", spring_model(stiffness=0.3), shaken()),
        make_case("stiffness-strong", "stiffness", spring_model(stiffness=4.0), shaken()),
        make_case("gravity-down", "gravity", falling),
        make_case("gravity-aside", "gravity direction", spring_model(**slanted)),
        make_case("gravity-long", "gravity", spring_model(gravityDir=[0.5, -2.0, 0.0], gravityPower=0.4)),
        make_case(
            "gravity-is-in-world-space",
            "gravity",
            spring_model(root={"rotation": rotation("x", 60)}, gravityPower=0.8),
        ),
        make_case("step-30-hz", "step", falling, step=1 / 30),
        make_case("step-120-hz", "step", falling, step=1 / 120),
        _defaults(),
    ]


def _defaults() -> Tree:
    model = spring_model()
    model["extensions"][SPRINGS]["springs"][0]["joints"][0] = {"node": 1}
    why = "an absent dragForce is 0.4; the schema has 0.5"
    return make_case("defaults", "defaults", model, shaken(), differs=why)


def _spaces() -> list[Tree]:
    tilted = {"rotation": rotation("z", 50), "translation": [0.2, 0.5, -0.1]}
    drop = {"gravityPower": 0.5}
    return [
        make_case("root-moves", "world", spring_model(**drop), shaken()),
        make_case("root-rotates", "parent", spring_model(**drop), swung()),
        make_case("root-moves-and-rotates", "parent", spring_model(), both(shaken(axis=2), swung(axis="x"))),
        make_case("root-is-rotated", "parent", spring_model(root=tilted, **drop)),
        make_case("joint-is-rotated", "rotation", spring_model(first=tilted, **drop), shaken()),
        make_case("axis-along-x", "axis", spring_model(along=SIDE, **drop), shaken(axis=1)),
        make_case("axis-aslant", "axis", spring_model(along=(0.05, -0.06, 0.07), **drop), shaken(axis=2)),
        make_case("length-short", "length", spring_model(along=(0.0, -0.02, 0.0)), shaken()),
        make_case("length-long", "constrain", spring_model(along=(0.0, -0.6, 0.0), **drop), shaken()),
        make_case(
            "root-is-scaled",
            "length",
            spring_model(root={"scale": [2.0, 2.0, 2.0]}),
            shaken(),
            reading=SCALED,
        ),
        make_case(
            "joint-is-scaled",
            "length",
            spring_model(first={"scale": [0.5, 0.5, 0.5]}),
            shaken(),
            reading=SCALED,
        ),
        make_case("joint-at-the-top", "parent", _rootless(), swung(1)),
    ]


def _rootless() -> Tree:
    """A spring whose first joint has no parent; node 1 is another tree."""
    model = spring_model(gravityPower=0.5, stiffness=0.5)
    model["nodes"] = [
        {"name": "head", "children": [2], "rotation": rotation("z", 30)},
        {"name": "apart"},
        {"name": "tail", "translation": [0.1, 0.0, 0.0]},
    ]
    model["scenes"] = [{"nodes": [0, 1]}]
    joints = model["extensions"][SPRINGS]["springs"][0]["joints"]
    joints[0]["node"], joints[1]["node"] = 0, 2
    return model


def _chains() -> list[Tree]:
    return [
        make_case("chain-of-three", "pairs", spring_model(3, gravityPower=0.3), shaken()),
        make_case("chain-of-six", "pairs", spring_model(6, along=(0.0, -0.05, 0.0)), swung()),
        make_case("chain-falls", "order", spring_model(3, along=SIDE, stiffness=0.2, gravityPower=1.0)),
        make_case("last-joint-has-numbers", "end", _with_numbers_at_the_end(), shaken()),
        make_case("node-skipped", "skipped", _with_skipped_node(), shaken(), differs=SKIPPED),
        make_case("node-below-the-last", "descendants", _with_a_node_below(), shaken()),
        make_case("two-springs", "world", _with_two_springs(), shaken()),
        make_case(
            "spring-below-a-spring", "order", _with_spring_below(), shaken(), differs=STALE, reading=BELOW
        ),
    ]


SCALED = "the length of a bone is its rest length times the scale; stiffness and radii are in world units"
SKIPPED = "the axis of a bone is the translation of the tail in its own parent"
BELOW = "joints of another spring count as ancestors too, whatever the order of the springs"


def _with_numbers_at_the_end() -> Tree:
    model = spring_model(2, gravityPower=0.3)
    joints = model["extensions"][SPRINGS]["springs"][0]["joints"]
    joints[-1] |= {"stiffness": 9.0, "gravityPower": 9.0, "dragForce": 0.0, "hitRadius": 1.0}
    return model


def _with_skipped_node() -> Tree:
    """Node 2, which is rotated, is between the joints 1 and 3."""
    model = spring_model(2, gravityPower=0.3)
    model["nodes"][2]["rotation"] = rotation("z", 40)
    model["extensions"][SPRINGS]["springs"][0]["joints"].pop(1)
    return model


def _with_a_node_below() -> Tree:
    model = spring_model(gravityPower=0.3)
    model["nodes"][2]["children"] = [3]
    model["nodes"].append({"name": "below", "translation": [0.0, -0.1, 0.0]})
    return model


def _with_two_springs() -> Tree:
    """Two strands with numbers of their own below one root."""
    model = spring_model(stiffness=0.5)
    model["nodes"][0]["children"].append(3)
    model["nodes"] += [
        {"name": "other 0", "translation": [0.3, 1.0, 0.0], "children": [4]},
        {"name": "other 1", "translation": [0.0, -0.2, 0.0]},
    ]
    springs = model["extensions"][SPRINGS]["springs"]
    springs.append(deepcopy(springs[0]))
    springs[1]["joints"][0] |= {"node": 3, "stiffness": 2.0, "dragForce": 0.2}
    springs[1]["joints"][1]["node"] = 4
    return model


def _with_spring_below() -> Tree:
    """A spring that starts below a joint of another, and is listed first."""
    model = spring_model(stiffness=0.5)
    model["nodes"][2]["children"] = [3]
    model["nodes"] += [
        {"name": "other 0", "translation": [0.0, 0.0, 0.05], "children": [4]},
        {"name": "other 1", "translation": [0.0, -0.1, 0.0]},
    ]
    springs = model["extensions"][SPRINGS]["springs"]
    springs.insert(0, deepcopy(springs[0]))
    springs[0]["joints"][0]["node"], springs[0]["joints"][1]["node"] = 3, 4
    return model


def _colliders() -> list[Tree]:
    """A bone at (0, 1, 0) that hangs or falls onto something. Colliders are at its side, not on its path's
    symmetry axis: a tail that meets a centre exactly has no direction to go."""
    falls = {"along": SIDE, "stiffness": 0.2, "gravityPower": 1.0}
    ball = [0.07, 0.9, 0.01]
    post = capsule([0.06, 0.94, -0.1], [0.065, 0.935, 0.12], 0.03)
    turned = {"translation": [0.07, 0.9, 0.0], "rotation": rotation("y", 70)}
    return [
        make_case("sphere", "sphere", spring_model(colliders=(sphere(ball, 0.03),), **falls)),
        make_case(
            "sphere-out-of-reach", "collision", spring_model(colliders=(sphere([0.0, 0.5, 0], 0.1),), **falls)
        ),
        make_case(
            "sphere-hit-radius",
            "sphere",
            spring_model(colliders=(sphere(ball, 0.02),), hitRadius=0.02, **falls),
        ),
        make_case(
            "sphere-at-rest-inside", "collision", spring_model(colliders=(sphere([0.02, 0.9, 0.01], 0.05),))
        ),
        make_case(
            "sphere-on-a-node",
            "collider space",
            _on_a_node(sphere([0.0, 0.0, 0.02], 0.045, 3), turned, falls),
        ),
        make_case(
            "sphere-on-a-moving-node",
            "collider space",
            _on_a_node(sphere([0.0, 0.0, 0.02], 0.04, 3), {"translation": [0.3, 0.9, 0.0]}, {}),
            [{"3": {"translation": [round(0.3 - step * 0.006, 9), 0.9, 0.0]}} for step in range(1, 61)],
        ),
        make_case(
            "sphere-on-a-scaled-node",
            "sphere",
            _on_a_node(
                sphere([0.0, 0.0, 0.01], 0.045, 3), {"translation": ball, "scale": [2.0, 2.0, 2.0]}, falls
            ),
            reading="the radius of a collider is in world units: scale moves its offset alone",
        ),
        make_case(
            "sphere-of-no-size",
            "sphere",
            spring_model(colliders=(sphere(ball, 0.0),), hitRadius=0.03, **falls),
        ),
        make_case("capsule-middle", "capsule middle", spring_model(colliders=(post,), **falls)),
        make_case(
            "capsule-head",
            "capsule head",
            spring_model(colliders=(capsule([0.07, 0.92, 0.01], [0.2, 0.6, 0.1], 0.025),), **falls),
        ),
        make_case(
            "capsule-tail",
            "capsule tail",
            spring_model(colliders=(capsule([0.2, 0.6, 0.1], [0.07, 0.92, 0.01], 0.025),), **falls),
        ),
        make_case(
            "capsule-on-a-rotated-node",
            "collider space",
            _on_a_node(capsule([-0.1, 0.0, 0.01], [0.1, 0.02, 0.0], 0.03, 3), turned, falls),
        ),
        make_case(
            "capsule-of-no-length",
            "capsule head",
            spring_model(colliders=(capsule(ball, ball, 0.03),), **falls),
            reading="a capsule whose ends are equal is a sphere",
        ),
        make_case(
            "two-colliders",
            "one after another",
            spring_model(
                colliders=(sphere([0.08, 0.9, 0.02], 0.04), sphere([0.06, 0.92, -0.03], 0.04)), **falls
            ),
        ),
        make_case(
            "two-groups",
            "groups",
            spring_model(
                colliders=(sphere([0.08, 0.9, 0.02], 0.04), sphere([0.06, 0.92, -0.03], 0.04)),
                groups=[[0], [1]],
                used=[1, 0],
                **falls,
            ),
        ),
        make_case("group-not-used", "groups", _not_used(falls)),
        make_case(
            "chain-on-a-sphere",
            "collision",
            spring_model(
                3, colliders=(sphere([0.12, 0.9, 0.02], 0.06),), hitRadius=0.01, **falls | {"stiffness": 0.5}
            ),
        ),
    ]


def _on_a_node(collider: Tree, transform: Tree, numbers: Tree) -> Tree:
    """The collider is on node 3, a child of the root."""
    model = spring_model(colliders=(collider,), **numbers)
    model["nodes"][0]["children"].append(3)
    model["nodes"].append({"name": "holder", **transform})
    return model


def _not_used(numbers: Tree) -> Tree:
    """Two groups, and a spring that collides with the second alone."""
    colliders = (sphere([0.08, 0.95, 0.0], 0.04), sphere([0.06, 0.91, 0.01], 0.02))
    return spring_model(colliders=colliders, groups=[[0], [1]], used=[1], **numbers)


def _extended_colliders() -> list[Tree]:
    falls = {"along": SIDE, "stiffness": 0.2, "gravityPower": 1.0}
    room = {"offset": [0.05, 0.99, 0.01], "radius": 0.08, "inside": True}
    tube = {"offset": [0.06, 0.98, -0.1], "tail": [0.07, 0.98, 0.1], "radius": 0.06, "inside": True}
    short = {"offset": [0.0, 0.98, 0.0], "tail": [0.06, 0.98, 0.01], "radius": 0.06, "inside": True}
    floor = {"offset": [0.0, 0.95, 0.0], "normal": [0.0, 1.0, 0.0]}
    tilted = {"translation": [0.0, 0.94, 0.0], "rotation": rotation("z", -20)}
    squashed = {"translation": [0.0, 0.93, 0.0], "scale": [1.0, 2.0, 0.5]}
    slope = {"plane": {"offset": [0.0, 0.0, 0.0], "normal": [0.6, 0.8, 0.0]}}
    ball = {"sphere": {"offset": [0.07, 0.9, 0.01], "radius": 0.03}}
    return [
        make_case(
            "inside-sphere", "inside sphere", spring_model(colliders=(extended({"sphere": room}),), **falls)
        ),
        make_case(
            "inside-sphere-hit-radius",
            "inside sphere distance",
            spring_model(colliders=(extended({"sphere": room}),), hitRadius=0.01, **falls),
        ),
        make_case(
            "inside-sphere-shaken",
            "inside sphere",
            spring_model(colliders=(extended({"sphere": room}),), **falls),
            shaken(),
        ),
        make_case(
            "inside-capsule-middle",
            "inside capsule",
            spring_model(colliders=(extended({"capsule": tube}),), **falls),
        ),
        make_case(
            "inside-capsule-end",
            "inside capsule",
            spring_model(colliders=(extended({"capsule": short}),), **falls),
        ),
        make_case("plane", "plane", spring_model(colliders=(extended({"plane": floor}),), **falls)),
        make_case(
            "plane-hit-radius",
            "plane distance",
            spring_model(colliders=(extended({"plane": floor}),), hitRadius=0.02, **falls),
        ),
        make_case(
            "plane-on-a-rotated-node",
            "plane normal",
            _on_a_node(extended({"plane": {"normal": [0.0, 1.0, 0.0]}}, 3), tilted, falls),
        ),
        make_case(
            "plane-on-a-squashed-node", "plane normal", _on_a_node(extended(slope, 3), squashed, falls)
        ),
        make_case(
            "extended-replaces-base",
            "replaces",
            spring_model(colliders=(extended({"plane": floor}, 0, ball),), **falls),
        ),
        make_case("extended-outside", "not inside", spring_model(colliders=(extended(ball),), **falls)),
    ]


def _centers() -> list[Tree]:
    return [
        make_case("center-moves", "center", spring_model(center=0), shaken()),
        make_case(
            "center-moves-chain",
            "center",
            spring_model(3, center=0, gravityPower=0.3),
            shaken(),
            differs=AGREES,
        ),
        make_case("center-rotates", "center inertia", spring_model(center=0), swung()),
        make_case(
            "center-and-gravity", "center gravity", spring_model(center=0, gravityPower=0.6), swung(axis="x")
        ),
        make_case("center-and-motion-below", "center inertia", _center_above(), both(shaken(0), swung(3))),
        make_case(
            "center-and-collider",
            "center inertia",
            spring_model(
                center=0,
                along=SIDE,
                stiffness=0.2,
                gravityPower=1.0,
                colliders=(sphere([0.07, 0.9, 0.01], 0.03),),
            ),
            shaken(),
        ),
    ]


def _center_above() -> Tree:
    """The root is the center; node 3 is between it and the spring, and moves in it."""
    model = spring_model(center=0)
    model["nodes"][0]["children"] = [3]
    model["nodes"].append({"name": "between", "children": [1]})
    return model


def _limits() -> list[Tree]:
    falls = {"along": SIDE, "stiffness": 0.2, "gravityPower": 1.0}
    aside = {
        "gravityDir": [0.6, -0.5, 0.624499800],
        "gravityPower": 1.0,
        "stiffness": 0.2,
        "along": (0.0, 0.1, 0.0),
    }
    turned = rotation("y", 50)
    return [
        make_case("cone", "cone", spring_model(limit={"cone": {"angle": 0.5}}, **falls)),
        make_case(
            "cone-moved", "cone", spring_model(2, limit={"cone": {"angle": 0.3}}, stiffness=0.4), shaken()
        ),
        make_case(
            "cone-rotated",
            "limit space",
            spring_model(limit={"cone": {"angle": 0.4, "rotation": rotation("z", 25)}}, **aside),
        ),
        make_case(
            "cone-wide", "limit wide", spring_model(limit={"cone": {"angle": 4.0}}, **falls), differs=AGREES
        ),
        make_case("hinge", "hinge", spring_model(limit={"hinge": {"angle": 0.6}}, **aside)),
        make_case(
            "hinge-rotated",
            "limit space",
            spring_model(limit={"hinge": {"angle": 0.6, "rotation": turned}}, **aside),
        ),
        make_case(
            "hinge-along-minus-y",
            "limit -Y",
            spring_model(limit={"hinge": {"angle": 0.5}}, stiffness=0.4),
            both(shaken(), shaken(axis=2)),
        ),
        make_case(
            "spherical-pitch",
            "spherical",
            spring_model(limit={"spherical": {"pitch": 0.2, "yaw": 1.0}}, **aside),
        ),
        make_case(
            "spherical-yaw",
            "spherical",
            spring_model(limit={"spherical": {"pitch": 1.0, "yaw": 0.2}}, **aside),
        ),
        make_case(
            "spherical-rotated",
            "limit space",
            spring_model(limit={"spherical": {"pitch": 0.3, "yaw": 0.4, "rotation": turned}}, **aside),
        ),
        make_case(
            "cone-and-collider",
            "limit collision",
            spring_model(
                limit={"cone": {"angle": 0.7}}, colliders=(sphere([0.08, 0.92, 0.02], 0.04),), **falls
            ),
        ),
        *_limits_at_their_ends(falls, aside),
    ]


OPPOSITE = [1.0, 0.0, 0.0, 0.0]
"""Rotates a limit by 180 degrees about X: the bone at rest is along its -Y."""

ALONG_X = [0.5, 0.5, 0.5, 0.5]
"""Rotates x to y, y to z and z to x: the bone at rest is along +X of its limit."""


def _limits_at_their_ends(falls: Tree, aside: Tree) -> list[Tree]:
    """Angles of 0 and beyond the largest, directions without an angle, bones in any direction, colliders."""
    free = {"along": (0.0, 0.1, 0.0), "stiffness": 0.4}
    aslant = aside | {"along": (0.06, 0.05, -0.04)}
    down = aside | {"along": (0.0005, -0.1, 0.0003)}
    colliders = (sphere([0.08, 0.92, 0.02], 0.04), sphere([0.03, 0.89, -0.03], 0.03))
    cases: list[tuple[str, str, Tree]] = [
        ("cone-closed", "limit closed", spring_model(limit={"cone": {"angle": 0.0}}, **aside)),
        ("hinge-closed", "limit closed", spring_model(limit={"hinge": {"angle": 0.0}}, **aside)),
        (
            "spherical-closed",
            "limit closed",
            spring_model(limit={"spherical": {"pitch": 0.0, "yaw": 0.0}}, **aside),
        ),
        ("hinge-wide", "limit wide", spring_model(limit={"hinge": {"angle": 4.0}}, **aside)),
        (
            "spherical-wide",
            "limit wide",
            spring_model(limit={"spherical": {"pitch": 4.0, "yaw": 2.0}}, **aside),
        ),
        ("cone-aslant", "limit space", spring_model(limit={"cone": {"angle": 0.3}}, **aslant)),
        ("hinge-aslant", "limit space", spring_model(limit={"hinge": {"angle": 0.5}}, **aslant)),
        (
            "spherical-aslant",
            "limit space",
            spring_model(limit={"spherical": {"pitch": 0.2, "yaw": 0.3}}, **aslant),
        ),
        ("hinge-near-minus-y", "limit space", spring_model(limit={"hinge": {"angle": 0.5}}, **down)),
        (
            "cone-opposite",
            "limit singular",
            spring_model(limit={"cone": {"angle": 1.2, "rotation": OPPOSITE}}, **free),
        ),
        (
            "hinge-along-x",
            "limit singular",
            spring_model(limit={"hinge": {"angle": 0.6, "rotation": ALONG_X}}, **free),
        ),
        (
            "spherical-along-x",
            "limit singular",
            spring_model(limit={"spherical": {"pitch": 0.6, "yaw": 0.7, "rotation": ALONG_X}}, **free),
        ),
        (
            "hinge-and-two-colliders",
            "limit collision",
            spring_model(limit={"hinge": {"angle": 0.9}}, colliders=colliders, **falls),
        ),
        (
            "spherical-and-two-colliders",
            "limit collision",
            spring_model(limit={"spherical": {"pitch": 0.6, "yaw": 0.5}}, colliders=colliders, **falls),
        ),
    ]
    return [make_case(name, sentence, model) for name, sentence, model in cases]


def list_springs() -> list[Tree]:
    """Every vector of springs, without what is expected."""
    return [
        *_forces(),
        *_spaces(),
        *_chains(),
        *_colliders(),
        *_extended_colliders(),
        *_centers(),
        *_limits(),
    ]
