"""Extensions of glTF, a module or a folder for each: what they mean, and the rules they bring."""


def families() -> dict[str, str]:
    """The prefixes of the ids of extension rules, with a line about each."""
    return {
        "STAIK": "of the glTF extension STAIK_skeletons",
        "VRM": "of the spring bones of VRM 1.0",
        "VRM0": "of the spring bones of VRM 0.x",
    }
