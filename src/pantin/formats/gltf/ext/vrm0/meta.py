"""Meta of VRM 0.x: author, licence and permitted uses of a character."""

from __future__ import annotations

from pantin.formats.gltf.document import Document
from pantin.formats.gltf.extension import Tree
from pantin.formats.gltf.extension_names import VRM0 as NAME
from pantin.formats.gltf.json_values import Object, as_index, as_list, as_object, as_text, block_of
from pantin.formats.model_meta import LICENSE_PAGES, MetaChanges, ModelMeta, PermissionValue
from pantin.report.pointer import pointer

PLACE = ("extensions", NAME, "meta")
OTHER_LICENSE = "Other"
"""The licence value for files that give the address of a licence."""

LICENSES = ("Redistribution_Prohibited", *LICENSE_PAGES)
USERS = {
    "OnlyAuthor": "onlyAuthor",
    "ExplicitlyLicensedPerson": "onlySeparatelyLicensedPerson",
    "Everyone": "everyone",
}
ALLOWED = {"Disallow": False, "Allow": True}
COMMERCIAL = {"Disallow": "personalNonProfit", "Allow": "personalProfit"}
"""Commercial use in VRM 1.0 terms. VRM 0.x does not distinguish personal from corporate profit, so the
narrower term is used."""

PERMISSION_WORDS: dict[str, tuple[str, dict[str, PermissionValue]]] = {
    "avatar": ("allowedUserName", {**USERS}),
    "violent": ("violentUssageName", {**ALLOWED}),
    "sexual": ("sexualUssageName", {**ALLOWED}),
    "commercial": ("commercialUssageName", {**COMMERCIAL}),
}
"""By permission, its member and the VRM 1.0 value for each VRM 0.x word, the strictest first."""

TEXTS = {
    "title": "title",
    "version": "version",
    "contact": "contactInformation",
}


def read_meta(tree: Tree) -> ModelMeta | None:
    """The meta of a file; None if it is not VRM 0.x. A licence without a VRM 0.x word is an address."""
    block = block_of(tree, NAME)
    if block is None:
        return None
    meta = as_object(block.get("meta"))
    author, reference = as_text(meta.get("author")), as_text(meta.get("reference"))
    named = as_text(meta.get("licenseName"))
    address = as_text(meta.get("otherLicenseUrl")) if named in (None, OTHER_LICENSE) else None
    return ModelMeta(
        "VRM 0.x",
        authors=(author,) if author else (),
        references=(reference,) if reference else (),
        license=address or named,
        permissions={name: _permission(meta, name) for name in PERMISSION_WORDS},
        thumbnail=_thumbnail(tree, meta),
        **{name: as_text(meta.get(member)) for name, member in TEXTS.items()},
    )


def _permission(meta: Object, name: str) -> PermissionValue:
    member, words = PERMISSION_WORDS[name]
    return words.get(str(meta.get(member)), next(iter(words.values())))


def _thumbnail(tree: Tree, meta: Object) -> int | None:
    """The image of the thumbnail texture."""
    textures = as_list(tree.get("textures"))
    texture = as_index(meta.get("texture"), len(textures))
    image = None if texture is None else as_object(textures[texture]).get("source")
    return as_index(image, len(as_list(tree.get("images"))))


def set_meta(document: Document, changes: MetaChanges) -> None:
    """Change members of the meta; all others keep their bytes. Raises `ValueError` for members that VRM 0.x
    lacks."""
    from pantin.formats.gltf.text_members import set_text

    members = {
        PERMISSION_WORDS[name][0]: _word(name, value) for name, value in _check_changes(changes).items()
    }
    if not isinstance(document.get(pointer(*PLACE)), dict):
        document.set(pointer(*PLACE), {})
    texts = {member: getattr(changes, name) for name, member in TEXTS.items()} | {
        "author": None if changes.authors is None else ", ".join(changes.authors),
        "reference": None if changes.references is None else ", ".join(changes.references),
    }
    for member, text in (texts | members).items():
        if text is not None:
            set_text(document, (*PLACE, member), text)
    if changes.license is not None:
        is_named = changes.license in LICENSES
        set_text(document, (*PLACE, "licenseName"), changes.license if is_named else OTHER_LICENSE)
        set_text(document, (*PLACE, "otherLicenseUrl"), "" if is_named else changes.license)
    if changes.thumbnail is not None:
        _set_thumbnail(document, changes.thumbnail)


def _check_changes(changes: MetaChanges) -> dict[str, PermissionValue]:
    if changes.copyright is not None:
        raise ValueError("VRM 0.x has no copyright: migrate the file to VRM 1.0 first")
    for name in changes.permissions:
        if name not in PERMISSION_WORDS:
            raise ValueError(f"VRM 0.x has no permission {name!r}: migrate the file to VRM 1.0 first")
    return dict(changes.permissions)


def _word(name: str, value: PermissionValue) -> str:
    word = next((word for word, known in PERMISSION_WORDS[name][1].items() if known == value), None)
    if word is None:
        raise ValueError(f"VRM 0.x has no {name} {value!r}: migrate the file to VRM 1.0 first")
    return word


def _set_thumbnail(document: Document, data: bytes) -> None:
    """Store the image and the texture through which VRM 0.x refers to it."""
    from pantin.formats.gltf.array_users import Users
    from pantin.formats.gltf.thumbnails import store_thumbnail

    before = read_meta(document.tree)
    texture = document.get(pointer(*PLACE, "texture"))
    old = None if before is None else before.thumbnail
    if old is not None and Users(document).is_replaceable("textures", texture):
        document.set(pointer("textures", texture, "source"), store_thumbnail(document, data, old))
        return
    image = store_thumbnail(document, data, None)
    document.set(pointer(*PLACE, "texture"), document.append("/textures", {"source": image}))
