"""`read_meta` and `set_meta`: who made a model, and what may be done with it."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pantin.base.any_numbers import any_numbers
from pantin.base.arguments import check_arguments
from pantin.verbs.asset import Asset
from pantin.verbs.editing import edit_of

if TYPE_CHECKING:
    from pantin.formats.model_meta import ModelMeta, PermissionValue
    from pantin.rig import Rig


@check_arguments
def read_meta(source: Asset | Rig | str | os.PathLike[str] | bytes) -> ModelMeta:
    """Who made a model and what may be done with it: the meta of a VRM, or `asset` of any other glTF file.

    Raises `Unsupported` for other formats.

    >>> meta = pantin.read_meta("examples/vrm/avatar.vrm")
    >>> meta.title, meta.permissions["modification"]
    ('Box figure', 'allowModificationRedistribution')
    """
    asset = as_asset(source)
    meta: ModelMeta = edit_of(asset, "read_meta")(asset.document)
    return meta


@check_arguments
@any_numbers
def set_meta(
    asset: Asset | Rig | str | os.PathLike[str] | bytes,
    *,
    title: str | None = None,
    version: str | None = None,
    authors: Sequence[str] | str | None = None,
    contact: str | None = None,
    references: Sequence[str] | str | None = None,
    copyright: str | None = None,
    license: str | None = None,
    permissions: Mapping[str, PermissionValue] | None = None,
    thumbnail: str | os.PathLike[str] | bytes | None = None,
) -> Asset:
    """A copy of a model that states other authors, another licence or other permissions. What is not given
    stays as it is; an empty string removes a value.

    license      the address of a licence, or the name of one of Creative Commons: "CC0", "CC_BY"
    permissions  by name (avatar, violent, sexual, commercial, political, antisocial, credit, redistribution,
                 modification, or the members of VRM 1.0), the new value: True, False or a word of VRM 1.0
    thumbnail    a PNG or JPEG image, as a file or its bytes

    Only those who hold the rights may allow more than the file does. Raises `ValueError` for what the file
    cannot store, and `Unsupported` for formats other than glTF.

    >>> avatar = pantin.set_meta("examples/vrm/avatar.vrm", authors=["Ada"], license="CC_BY")
    >>> pantin.read_meta(avatar).authors
    ('Ada',)
    """
    from pantin.formats.model_meta import MetaChanges, parse_permission

    original = as_asset(asset)
    change = edit_of(original, "set_meta")
    document = original.document.copy()
    changes = MetaChanges(
        title=title,
        version=version,
        authors=as_texts(authors),
        contact=contact,
        references=as_texts(references),
        copyright=copyright,
        license=license,
        permissions=dict(parse_permission(name, value) for name, value in (permissions or {}).items()),
        thumbnail=read_image(thumbnail),
    )
    change(document, changes)
    return Asset(original.path, original.format, document=document)


def as_asset(source: Asset | Rig | str | os.PathLike[str] | bytes) -> Asset:
    if isinstance(source, str | os.PathLike | bytes):
        from pantin.verbs.load import load

        return load(source)
    return Asset.from_model(source)


def as_texts(texts: Sequence[str] | str | None) -> tuple[str, ...] | None:
    """One text, or several; empty ones are none."""
    if texts is None:
        return None
    return tuple(text for text in ([texts] if isinstance(texts, str) else texts) if text)


def read_image(image: str | os.PathLike[str] | bytes | None) -> bytes | None:
    if image is None or isinstance(image, bytes):
        return image
    from pantin.base.files import read
    from pantin.base.limits import Limits

    return bytes(read(Path(image), Limits().file_bytes))
