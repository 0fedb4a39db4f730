"""Pointers to the parts of a rig."""

from pantin.checks.places import channels
from pantin.rig import Channel, Clip, Node, build


def test_a_channel_stands_where_the_file_has_it():
    """Channels without a node are legal and ignored (glTF 2.0 §3.11); those after them keep their place."""
    keys = ([0.0], [[0.0, 0.0, 0.0]])
    first = Channel(0, "translation", *keys, number=2)
    rig = build(nodes=[Node()], clips=[Clip(()), Clip((first, Channel(0, "scale", *keys)))])
    assert [place for place, _ in channels(rig)] == ["/animations/1/channels/2", "/animations/1/channels/1"]
