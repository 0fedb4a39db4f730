"""The rule about scenes."""

from __future__ import annotations


def test_a_child_is_no_root_in_any_scene(places):
    nodes = [{"children": [1]}, {}]
    found = places("SCENE_NON_ROOT_NODE", nodes=nodes, scenes=[{"nodes": [0, 1]}, {"nodes": [1, 9]}, {}])
    assert found == ["/scenes/0/nodes/1", "/scenes/1/nodes/0"]
