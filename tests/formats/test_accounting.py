"""What is in a document and not in the table of what is carried over is found, whatever it is."""

from pantin.formats.accounting import describe, is_carried, not_carried

TABLE = {
    "nodes": {"name": True, "extras": True},
    "meshes": {"attributes": {"POSITION": True, "TEXCOORD_*": True}},
}


def known(name):
    return {"light": True} if name == "LIGHTS" else False


def test_a_member_that_is_not_listed_is_found_with_a_count_and_the_first_pointer():
    tree = {"nodes": [{"name": "a"}, {"colour": 1}, {"colour": 2, "extras": {"colour": 3}}], "sky": {}}
    assert not_carried(tree, TABLE) == [
        ('"colour" of node 1, and 1 more', 1, "/nodes/1/colour"),
        ('"sky"', 1, "/sky"),
    ]


def test_a_star_stands_for_every_member_that_starts_so():
    tree = {"meshes": [{"attributes": {"POSITION": 0, "TEXCOORD_7": 1, "TANGENT": 2}}]}
    assert not_carried(tree, TABLE) == [
        ('"TANGENT" of attributes of mesh 0', 1, "/meshes/0/attributes/TANGENT")
    ]


def test_extensions_have_tables_of_their_own():
    tree = {"nodes": [{"extensions": {"LIGHTS": {"light": 0, "glow": 1}, "XMP": {}}}]}
    assert not_carried(tree, TABLE, known) == [
        ('"glow" of LIGHTS of node 0', 1, "/nodes/0/extensions/LIGHTS/glow"),
        ("XMP of node 0", 1, "/nodes/0/extensions/XMP"),
    ]


def test_a_value_of_the_wrong_type_is_found():
    assert not_carried({"nodes": 7}, TABLE) == [('"nodes"', 1, "/nodes")]
    assert not_carried({"nodes": ["a"]}, TABLE) == [("node 0", 1, "/nodes/0")]


def test_one_place_can_be_asked_for():
    assert is_carried(("nodes", 0, "name"), TABLE)
    assert is_carried(("nodes", 0, "extras", "colour"), TABLE)
    assert not is_carried(("nodes", 0, "colour"), TABLE)
    assert is_carried(("nodes", 0, "extensions", "LIGHTS", "light"), TABLE, known)
    assert not is_carried(("nodes", 0, "extensions", "XMP", "light"), TABLE, known)


def test_a_message_names_the_object_that_a_member_belongs_to():
    tree = {
        "nodes": [
            {"name": "hip", "extensions": {"XMP": {}, "LIGHTS": {"glow": 1}}},
            {"extensions": {"XMP": {}}},
        ]
    }
    assert [what for what, _, _ in not_carried(tree, TABLE, known)] == [
        '"glow" of LIGHTS of node "hip" (0)',
        'XMP of node "hip" (0), and 1 more',
    ]
    assert not_carried({"extensions": {"XMP": {}}}, TABLE) == [("extension XMP", 1, "/extensions/XMP")]


def test_objects_have_the_words_of_the_field():
    """One of `bufferViews` is a buffer view, one of `meshes` a mesh."""
    assert describe({}, ("bufferViews", 3, "byteStride")) == '"byteStride" of buffer view 3'
    assert describe({}, ("meshes", 0, "primitives", 1)) == "primitive 1 of mesh 0"
