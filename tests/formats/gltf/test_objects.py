"""Every object of a model, with its place."""

from __future__ import annotations

from pantin.formats.gltf.model import Animation, AnimationSampler, Gltf, Node
from pantin.formats.gltf.objects import objects


def test_objects_come_before_those_in_them_and_holes_are_passed_over():
    sampler = AnimationSampler(input=0)
    animation = Animation(samplers=(sampler,))
    model = Gltf(nodes=(None, Node()), animations=(animation,))
    assert list(objects(model)) == [
        ((), model),
        (("animations", 0), animation),
        (("animations", 0, "samplers", 0), sampler),
        (("nodes", 1), Node()),
    ]


def test_what_is_not_entered_is_left_out_with_all_in_it():
    model = Gltf(animations=(Animation(samplers=(AnimationSampler(),)),))
    kept = objects(model, enter=lambda value: not isinstance(value, Animation))
    assert [place for place, _ in kept] == [()]
