"""Splicing: what is touched changes, every other byte stays."""

from __future__ import annotations

import copy
import json

from hypothesis import given
from hypothesis import strategies as st

from pantin.formats.json_text import locate
from pantin.formats.json_text.splice import splice
from pantin.report.pointer import pointer

PRETTY = b"""{
  "asset" : { "version" : "2.0" },
  "nodes" : [
    { "name" : "a", "translation" : [1.50, 2, 3e0] },
    { "name" : "b" }
  ],
  "extras" : {}
}
"""


def edited(text: bytes, change) -> bytes:
    tree = json.loads(text)
    touched = change(tree)
    result = splice(text, tree, touched)
    assert json.loads(result) == tree
    return result


def test_nothing_touched_gives_the_same_text():
    assert splice(PRETTY, json.loads(PRETTY), []) == PRETTY


def test_a_value_that_is_set_to_what_it_was_keeps_its_spelling():
    assert splice(PRETTY, json.loads(PRETTY), ["/nodes/0/translation", "/nodes/1"]) == PRETTY


def test_a_replaced_value_changes_alone():
    def change(tree):
        tree["nodes"][0]["translation"][1] = 0.1
        return ["/nodes/0/translation/1"]

    assert edited(PRETTY, change) == PRETTY.replace(b"[1.50, 2, 3e0]", b"[1.50, 0.1, 3e0]")


def test_a_new_member_takes_the_spacing_of_the_one_before():
    def change(tree):
        tree["scene"] = 0
        return ["/scene"]

    assert edited(PRETTY, change) == PRETTY.replace(b'"extras" : {}', b'"extras" : {},\n  "scene" : 0')


def test_a_new_element_takes_the_indentation_of_the_one_before():
    def change(tree):
        tree["nodes"].append({"name": "c"})
        return ["/nodes/2"]

    new = b',\n    {\n      "name" : "c"\n    }\n  ]'
    assert edited(PRETTY, change) == PRETTY.replace(b"\n  ]", new)


def test_an_empty_object_is_filled_in_the_style_of_the_text():
    def change(tree):
        tree["extras"]["x"] = [1, 2]
        return ["/extras/x"]

    assert edited(PRETTY, change) == PRETTY.replace(b"{}", b'{\n    "x" : [1, 2]\n  }')


def test_a_compact_text_stays_compact():
    def change(tree):
        tree["b"] = {"c": [1.0, 1e-7]}
        return ["/b"]

    assert edited(b'{"a":1}', change) == b'{"a":1,"b":{"c":[1.0,1e-7]}}'


def test_crlf_and_tabs_are_kept():
    def change(tree):
        tree["b"] = {"c": 1}
        return ["/b"]

    assert edited(b'{\r\n\t"a": 1\r\n}', change) == b'{\r\n\t"a": 1,\r\n\t"b": {\r\n\t\t"c": 1\r\n\t}\r\n}'


def test_a_removed_member_takes_its_comma_along():
    def first(tree):
        del tree["a"]
        return ["/a"]

    def last(tree):
        del tree["c"]
        return ["/c"]

    def only_one_left(tree):
        del tree["a"], tree["c"]
        return ["/a", "/c"]

    text = b'{ "a": 1, "b": 2, "c": 3 }'
    assert edited(text, first) == b'{ "b": 2, "c": 3 }'
    assert edited(text, last) == b'{ "a": 1, "b": 2 }'
    assert edited(text, only_one_left) == b'{ "b": 2 }'


def test_elements_behind_a_removed_one_keep_their_bytes():
    def drop(tree):
        del tree["nodes"][0]
        return ["/nodes/0", "/nodes/1"]

    assert edited(PRETTY, drop) == PRETTY.replace(
        b'{ "name" : "a", "translation" : [1.50, 2, 3e0] },\n    ', b""
    )


def test_an_element_that_becomes_as_a_removed_one_was_is_changed_in_its_place():
    def change(tree):
        tree["nodes"] = [{"name": "b"}]
        return ["/nodes/0/name", "/nodes/1"]

    text = b'{"nodes":[{"name":"a"},{"name":"b"}]}'
    assert edited(text, change) == b'{"nodes":[{"name":"b"}]}'


def test_every_member_of_a_repeated_key_is_removed():
    assert splice(b'{"a":1,"b":2,"a":3}', {"b": 2}, ["/a"]) == b'{"b":2}'


def test_the_last_member_of_a_repeated_key_is_the_one_that_is_replaced():
    assert splice(b'{"a":1,"a":3}', {"a": 4}, ["/a"]) == b'{"a":1,"a":4}'


def test_a_byte_order_mark_and_padding_stay():
    assert splice(b'\xef\xbb\xbf{"a":1}   ', {"a": 2}, ["/a"]) == b'\xef\xbb\xbf{"a":2}   '


def test_the_whole_document_can_be_replaced():
    assert splice(b' {"a":1} ', {"b": 2}, [""]) == b' {"b":2} '


scalars = (
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
)
trees = st.recursive(
    scalars, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=25
)
objects = st.dictionaries(st.text(), trees)
spaces = st.text(" \t\r\n", max_size=3)


@st.composite
def formatted(draw, value):
    """A text of the value with white space wherever JSON allows it, chosen at random."""
    if isinstance(value, dict):
        members = [
            draw(spaces) + json.dumps(k) + draw(spaces) + ":" + draw(formatted(v)) for k, v in value.items()
        ]
        body = "{" + ",".join(members) + draw(spaces) + "}"
    elif isinstance(value, list):
        body = "[" + ",".join(draw(formatted(item)) for item in value) + draw(spaces) + "]"
    else:
        body = json.dumps(value, ensure_ascii=draw(st.booleans()))
    return draw(spaces) + body + draw(spaces)


def containers(value, path=()):
    if isinstance(value, dict | list):
        yield path
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from containers(item, (*path, key))


def at(tree, path):
    for token in path:
        tree = tree[token]
    return tree


@st.composite
def edits(draw):
    tree = draw(objects)
    if draw(st.booleans()):
        text = json.dumps(tree, indent=draw(st.sampled_from([None, 0, 2, "\t"])))
    else:
        text = draw(formatted(tree))
    new, touched = copy.deepcopy(tree), []
    for _ in range(draw(st.integers(0, 4))):
        path = draw(st.sampled_from(list(containers(new))))
        container = at(new, path)
        action = draw(st.sampled_from(["set", "remove", "add"]))
        if isinstance(container, list):
            if action == "add" or not container:
                container.append(draw(trees))
                touched.append((*path, len(container) - 1))
            elif action == "set":
                index = draw(st.integers(0, len(container) - 1))
                container[index] = draw(trees)
                touched.append((*path, index))
            else:
                index = draw(st.integers(0, len(container) - 1))
                touched += [(*path, moved) for moved in range(index, len(container))]
                del container[index]
        elif action == "add" or not container:
            key = draw(st.text())
            container[key] = draw(trees)
            touched.append((*path, key))
        else:
            key = draw(st.sampled_from(list(container)))
            touched.append((*path, key))
            if action == "set":
                container[key] = draw(trees)
            else:
                del container[key]
    return text.encode(), tree, new, [pointer(*path) for path in touched]


@given(edits())
def test_a_spliced_text_parses_to_the_edited_tree_and_keeps_what_was_not_touched(case):
    text, tree, new, touched = case
    result = splice(text, new, touched)
    assert json.loads(result) == new
    assert list(json.loads(result)) == list(new) or touched
    untouched = [
        pointer(key)
        for key in tree
        if not any(p == pointer(key) or p.startswith(pointer(key) + "/") for p in touched)
    ]
    untouched = untouched if "" not in touched else []
    before, after = locate(text, untouched), locate(result, untouched)
    for place in untouched:
        old, now = before[place], after[place]
        assert text[old.first : old.end] == result[now.first : now.end]
