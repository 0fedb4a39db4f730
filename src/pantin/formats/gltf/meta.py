"""Author and licence of a glTF model: members of `asset`, or the meta of an extension."""

from __future__ import annotations

from pantin.base.records import replace
from pantin.formats.gltf.document import Document
from pantin.formats.gltf.extensions import every
from pantin.formats.gltf.humanoid import avatar_meta
from pantin.formats.gltf.json_values import as_object, as_text
from pantin.formats.gltf.text_members import set_text
from pantin.formats.model_meta import MetaChanges, ModelMeta


def read_meta(document: Document) -> ModelMeta:
    """The authors and licence that a file states. Core glTF has only a copyright (glTF 2.0 §5.8); title,
    author, licence and source are in `asset.extras`, as Sketchfab and other libraries write them."""
    about = as_object(document.tree.get("asset"))
    generator, copyright = as_text(about.get("generator")), as_text(about.get("copyright"))
    avatar = avatar_meta(document.tree)
    if avatar is not None:
        return replace(avatar, generator=generator, copyright=avatar.copyright or copyright)
    extras = as_object(about.get("extras"))
    author, source = as_text(extras.get("author")), as_text(extras.get("source"))
    return ModelMeta(
        "glTF",
        title=as_text(extras.get("title")),
        authors=(author,) if author else (),
        references=(source,) if source else (),
        copyright=copyright,
        license=as_text(extras.get("license")),
        generator=generator,
    )


def set_meta(document: Document, changes: MetaChanges) -> None:
    """Change the meta of a file. Raises `ValueError` for values that it cannot store."""
    for extension in every():
        meta, change = extension.avatar.meta, extension.avatar.set_meta
        if meta is not None and change is not None and meta(document.tree) is not None:
            change(document, changes)
            return
    set_asset(document, changes)


def set_asset(document: Document, changes: MetaChanges) -> None:
    """Write changes into `asset` and its extras."""
    of_avatars = {
        "permissions": bool(changes.permissions),
        "a thumbnail": changes.thumbnail is not None,
        "a version": changes.version is not None,
        "a contact": changes.contact is not None,
    }
    for what, value in of_avatars.items():
        if value:
            raise ValueError(f"only a VRM stores {what}: this is a glTF file without a character")
    if not isinstance(document.tree.get("asset"), dict):
        raise ValueError("the file has no valid member `asset`: pantin check says more")
    if changes.copyright is not None:
        set_text(document, ("asset", "copyright"), changes.copyright)
    texts = {
        "title": changes.title,
        "author": None if changes.authors is None else ", ".join(changes.authors),
        "license": changes.license,
        "source": None if changes.references is None else ", ".join(changes.references),
    }
    if all(text is None for text in texts.values()):
        return
    if not isinstance(document.tree["asset"].get("extras"), dict):
        document.set("/asset/extras", {})
    for name, text in texts.items():
        if text is not None:
            set_text(document, ("asset", "extras", name), text)
