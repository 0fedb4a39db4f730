"""`Asset`: a model with its document, its rig and its report."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from pantin.base.deprecation import renamed
from pantin.base.errors import BadFile, BrokenPlugIn, LimitExceeded, MissingExtra, PantinError
from pantin.base.gc_pause import pause_gc
from pantin.verbs.editing import EditableAsset

if TYPE_CHECKING:
    from typing import Self

    from pantin.base.limits import Budget
    from pantin.formats.format import Format, Lifted, Skipped, SourceDocument
    from pantin.report import Finding, Report
    from pantin.rig import Rig
    from pantin.verbs.model import Model

    DocumentAndLosses = tuple[Any, Iterable[Finding]]
    """A document, and findings on what was dropped to make it."""


FORMER_MEMBERS: dict[str, Callable[[Any], Any]] = {
    "carried": lambda asset: asset._carried,
    "copy_of_rig": lambda asset: asset._copy_of_rig,
    "editable_copy": lambda asset: asset._editable_copy,
    "family": lambda asset: asset.format.name,
    "inputs": lambda asset: getattr(asset.origin, "inputs", ()),
    "motion_only": lambda asset: asset._is("MotionAsset"),
    "posed": lambda asset: None,
    "poses": lambda asset: getattr(asset.origin, "poses", ()),
    "shape_only": lambda asset: asset._is("ShapeAsset"),
    "tails": lambda asset: getattr(asset.origin, "tails", {}),
}
"""Members that were public by mistake, and what they are now. Their class has `posed` of shapes."""


class Asset(EditableAsset):
    """A model: its `document` with everything in the file, its `rig`, and its `report`.

    Each is made when it is needed, and describes the model as it is now: after an edit, `rig` and `report`
    are made again. A rig that you obtained earlier stays as it was. An asset that consists of a rig alone
    (compiled, sliced or built) makes its document by writing the rig in its `format`; `losses` are the
    findings on what that document does not store.

    These methods edit it in place; an edit that raises changes nothing:

    set_local                the transform of a node at rest
    set_weights              the joints and weights of a surface
    set_inverse_binds        the inverse bind matrices of a skin
    add_blend_shape          a blend shape of a mesh
    set_blend_weights        the weights of blend shapes at rest
    add_clip, remove_clip    clips
    replace_clip             other keys for a clip
    add_nodes, remove_nodes  nodes
    rename                   names of nodes, meshes, clips and other parts
    set_material             the material of a surface
    set_image                the pixels of an image
    add_texture              an image on a material or a mesh
    add_mesh, add_skin       meshes, and skins that bind them to joints
    remove_joint             a joint, whose weights go to its parent

    `copy` gives an asset that you can edit on its own, `with_rig` one with the changes of a rig.

    >>> asset = pantin.load("examples/arm.glb")
    >>> asset.document.kind, asset.rig.dimension, asset.report.ok
    ('glb', 3, True)
    >>> asset.rename("node", "elbow", "forearm")
    >>> asset.rig.nodes.names
    ('shoulder', 'forearm', 'wrist', 'arm')
    """

    def __init__(
        self,
        path: str,
        format: Format,
        *,
        document: Any = None,
        make: Callable[[], DocumentAndLosses] | None = None,
        rig: Rig | None = None,
        report: Report | None = None,
        findings: Iterable[Finding] = (),
        origin: SourceDocument | None = None,
    ) -> None:
        """Give a document, a function that makes it at first use, or a rig.

        `save` reports `findings`. `origin` is the source that a rig was compiled from.
        """
        if sum(part is not None for part in (document, make, rig)) != 1:
            raise TypeError("an Asset needs exactly one of document, make and rig")
        self.path = path
        self.format = format
        self.findings = tuple(findings)
        self.origin = origin
        self._make = make
        self._given_rig = rig
        self._document = document
        self._losses: tuple[Finding, ...] = ()
        self._lineage: object = object()
        self._written_at = 0
        """The revision of the document when the given rig was written to it."""
        self._lifted: tuple[int | None, Lifted] | None = None
        state = None if document is None else revision_of(document)
        self._report = None if report is None else (state, report)
        """The report, with the state it describes; so has `_lifted`."""

    def __repr__(self) -> str:
        return f"<Asset {self.path!r} {self.format.name}>"

    @classmethod
    @renamed(given="model")
    def of(cls, model: Model) -> Asset:
        """Deprecated: use `from_model`."""
        from pantin.base.deprecation import warn

        warn("Asset.of is deprecated: use Asset.from_model")
        return cls.from_model(model)

    @classmethod
    def from_model(cls, model: Model) -> Asset:
        """An asset as it is, one that consists of a rig alone, or that of a file, as `load` reads it."""
        if isinstance(model, Asset):
            return model
        from pantin.rig import Rig

        if isinstance(model, Rig):
            return cls.of_rig(model, findings=model.not_lifted)
        from pantin.formats.registry import is_source
        from pantin.verbs.load import load

        if not is_source(model):
            wanted = "a path, bytes, a binary file object, an Asset or a Rig"
            raise TypeError(f"expected {wanted}, not {type(model).__name__}")
        return load(model)

    @classmethod
    def of_rig(cls, rig: Rig, path: str = "rig", **options: Any) -> Asset:
        """An asset that consists of a rig alone: glTF in three dimensions, G4MF in any other."""
        from pantin.formats.registry import home_format
        from pantin.rig import Rig

        if not isinstance(rig, Rig):
            raise TypeError(f"expected an Asset or a Rig, not {type(rig).__name__}; pantin.load reads a file")
        return cls(path, home_format(rig.dimension), rig=rig, **options)

    if not TYPE_CHECKING:  # a checker must complain of names that do not exist

        def __getattr__(self, name: str) -> Any:
            if name not in FORMER_MEMBERS:
                kind = type(self).__name__
                raise AttributeError(f"{kind!r} object has no attribute {name!r}", name=name, obj=self)
            from pantin.base.deprecation import warn

            warn(f"Asset.{name} is an internal member, and will be removed in the next release")
            return FORMER_MEMBERS[name](self)

    def _is(self, kind: str) -> bool:
        """Whether this is an asset of a class of `verbs/partial`, which is built on this one."""
        return any(each.__name__ == kind for each in type(self).__mro__)

    @property
    def kind(self) -> str:
        """The format as reports name it: the container of the document, else the one of the file name."""
        from pantin.formats.registry import suffix_of

        kind: str = getattr(self.document, "kind", None) or self.format.kind(suffix_of(self.path))
        return kind

    @property
    def from_rig(self) -> bool:
        """Whether the asset consists of a rig alone, without a file."""
        if self._given_rig is None:
            return False
        return self._document is None or revision_of(self._document) == self._written_at

    @property
    def from_file(self) -> bool:
        """Whether the document was read from a file, and possibly edited."""
        return not self.from_rig

    def _state(self) -> int | None:
        """The state that `rig` and `report` describe: a revision of the document, or None for the given
        rig."""
        return None if self.from_rig else revision_of(self.document)

    def _lower(self) -> DocumentAndLosses:
        """The rig as a document. Infos (that numbers were rounded) are for conversions: no file stores this
        rig with more digits."""
        from pantin.formats.part_pointers import at_source
        from pantin.formats.registry import stem_of, suffix_of

        assert self.format.lower is not None
        layout = "standard" if self.origin is None else self.origin.layout
        options = self.format.write_options(name=stem_of(self.path), layout=layout)
        document, findings = self.format.lower(self.rig, options)
        losses = [finding for finding in findings if finding.severity != "info"]
        if self.format.rewritten:  # it may be edited to what its files have no place for
            from pantin.verbs.dropped import dropped_by_format

            suffix = suffix_of(self.path) if suffix_of(self.path) in self.format.suffixes else ""
            losses += dropped_by_format(self.rig, self.format, suffix=suffix)
        return document, at_source(self.format, losses)

    @property
    def document(self) -> Any:
        """The document, with everything in the file."""
        if self._document is None:
            document, losses = (self._make or self._lower)()
            self._losses = tuple(losses)
            self._document, self._written_at = document, revision_of(document)
        return self._document

    @property
    def losses(self) -> tuple[Finding, ...]:
        """Findings on data dropped to make the document; empty for a file that was read."""
        self.document  # noqa: B018  (makes it)
        return self._losses

    @property
    def _carried(self) -> tuple[Finding, ...]:
        """The findings that saving an edited copy of the document reports."""
        return (*self.findings, *self.losses)

    @property
    def lifted(self) -> Lifted:
        """The rig, with findings on parts of the file that were skipped."""
        state = self._state()
        if self._lifted is None or self._lifted[0] != state:
            self._lifted = state, self._lift()
        return self._lifted[1]

    def __getstate__(self) -> dict[str, Any]:
        """For pickles: the document, or the rig of an asset that consists of it, and the report."""
        if self._make is not None:
            self.document  # noqa: B018  (made here: a function cannot be pickled)
        return self.__dict__ | {"_make": None, "_lifted": None}

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    def _lift(self) -> Lifted:
        if self.from_rig:
            from pantin.formats.format import Lifted

            assert self._given_rig is not None
            return Lifted(self._given_rig, ())
        assert self.format.lift is not None
        import numpy as np

        from pantin.formats.format import Condition

        # `load` gives no such asset; `check` has it.
        if self.format.condition(self.document) is Condition.EMPTY:
            raise BadFile(self.report)
        # The numbers of a file may be anything; the builder refuses those that it cannot use.
        with self.format.naming_extra(), pause_gc(), np.errstate(all="ignore"):
            lifted = self.format.lift(self.document)
        # Neither through `self` nor through the rig: in a cycle they would stay in memory until the collector
        # finds it.
        document, format, skipped = self.document, self.format, lifted.skipped
        located = type(lifted)(
            lifted.rig,
            lambda: format.locate(document, skipped.findings),
            lambda: format.locate(document, skipped.beside_clips),
        )
        known = located.skipped
        lifted.rig._remember(self._lineage, lambda: _not_lifted(format, document, known))
        return located

    @property
    def rig(self) -> Rig:
        """The rig of the file: node i, mesh i, skin i and clip i are those of the file.

        Raises `Unsupported` if reading it needs something that is not installed, and `LimitExceeded`.
        """
        return self.lifted.rig

    @property
    def budget(self) -> Budget | None:
        """The memory that data decoded from the file may take; None without such a file."""
        return getattr(self._document, "budget", None)

    @property
    def report(self) -> Report:
        """The findings of every rule of the format, and of every rule about rigs."""
        state = self._state()
        if self._report is None or self._report[0] != state:
            self._report = state, self._check()
        return self._report[1]

    def copy(self) -> Self:
        """An asset that can be edited without changing this one. They share the bytes of the file.

        >>> asset = pantin.load("examples/arm.glb")
        >>> taller = asset.copy()
        >>> taller.set_local("shoulder", scale=(1, 2, 1))
        >>> asset.rig.nodes.scales[0].tolist()
        [1.0, 1.0, 1.0]
        """
        other = object.__new__(type(self))  # not `copy.copy`, which takes the state of a pickle
        other.__dict__.update(self.__dict__)
        if not (self.from_rig and self._document is None):
            own = self.document
            other.__dict__ |= self.__dict__  # making the document may have added losses
            other._document = own.copy() if hasattr(own, "copy") else own
        return other

    def _after_edit(self, rig: Rig | None = None) -> None:
        """Forget what described the asset before an edit; `rig` is the new one of a rig alone."""
        store = self.format.edits and self.format.edits.store_in_place
        if rig is not None and store and not self.from_rig and store(self.document, self.rig, rig):
            return
        if rig is not None and not self.from_rig:  # a file that is rewritten, without what the rig lacks
            from pantin.verbs.conversion import not_lifted

            self.findings = (*self.findings, *not_lifted(self))
        if rig is not None:
            self._given_rig, self._document, self._losses = rig, None, ()
            self._lifted = self._report = None

    def with_rig(self, rig: Rig) -> Self:
        """A copy with the changes of a rig that was made of this asset's: `asset.rig.replace(…)`, or what
        functions of `pantin.motion`, `pantin.weights` and `RigBuilder.from_rig` return.

        They are written into the document, so that everything else in the file stays, with extensions that
        Pantin does not know; `pantin.save(rig, …)` would write the rig alone. Raises `ValueError` for a rig
        whose parts are not those of the file with changes and additions, and `Unsupported` for a format
        whose documents are not edited.

        >>> asset = pantin.load("examples/arm.glb")
        >>> clip = pantin.motion.retime(asset.rig.clip("bend"), 2.0)
        >>> faster = asset.with_rig(asset.rig.replace(clips=[clip]))
        >>> faster.rig.clip("bend").duration, asset.rig.clip("bend").duration
        (1.0, 2.0)
        """
        from pantin.rig.rig import require_rig

        require_rig(rig)
        changed = self.copy()
        changed._store_rig(rig)
        return changed

    def _editable_copy(self) -> Asset:
        """A copy with an editable document; for a file that is rewritten, a copy with its rig alone."""
        return self._copy_of_rig() if self.format.rewritten else self.copy()

    def _copy_of_rig(self) -> Asset:
        """A copy of the rig alone, which reports what of the file is not in it."""
        from pantin.verbs.conversion import not_lifted

        losses = () if self.from_rig else not_lifted(self)
        return Asset.of_rig(self.rig, self.path, findings=(*self.findings, *losses))

    def _check(self) -> Report:
        import numpy as np

        from pantin.report import Report
        from pantin.report.same_defect import without_repeats

        with self.format.naming_extra(), pause_gc(), np.errstate(all="ignore"):  # numbers may be anything
            findings = list(self.format.check(self.document))
            findings += self._rig_findings(findings)
            located = without_repeats(self.format.locate(self.document, findings))
            return Report(self.path, self.kind, tuple(self._mark_fixable(located)))

    def _mark_fixable(self, findings: list[Finding]) -> list[Finding]:
        """The findings, those marked that `pantin fix` can fix."""
        edits = self.format.edits
        if not findings or edits is None or edits.fix is None:
            return findings
        from pantin.formats.fixing import mark

        return mark(edits.fix(), self.document, findings)

    def _rig_findings(self, reported: list[Finding]) -> list[Finding]:
        """Skipped parts of the file, and the findings of rules about rigs, as far as the file can be used."""
        from pantin.checks import plug_in_rules
        from pantin.formats.format import Condition

        try:
            if self.format.condition(self.document) is not Condition.WHOLE:
                return []
            if self.format.has_sound_rig(self.document, reported) and not plug_in_rules():
                return []
            lifted = self.lifted
            channels = self.format.sound_channels(self.document, reported) if lifted.rig.clips else None
            skipped = lifted.findings if channels is None else lifted.findings_beside_clips
        except LimitExceeded as error:
            from pantin.formats.file_rules import over_limit

            known = any(finding.rule.endswith("LIMIT_EXCEEDED") for finding in reported)
            return [] if known else list(over_limit(error))
        except (MissingExtra, BrokenPlugIn):
            raise
        except PantinError:
            # Another version, or a decoder that is not installed: the format's rules report it.
            return []
        # Losses are of conversions: what a rig cannot hold is no fault of the file.
        faults = [finding for finding in skipped if not finding.rule.startswith("LOSS-")]
        findings = not_yet_reported(faults, reported) if faults else []
        if self.format.rig_rules:
            from pantin.checks import check

            findings += check(lifted.rig, channels)
        return findings

    def _repr_html_(self) -> str | None:
        """The asset as a page in a frame, for notebooks; None if there is no page: they show its `repr`."""
        try:
            # By name, as `pantin.view` is: the viewer is built on assets.
            from importlib import import_module

            page: str = import_module("pantin.viewer.view").view(self)._repr_html_()
        except PantinError:
            return None
        return page


def _not_lifted(format: Format, document: Any, skipped: Skipped) -> tuple[Finding, ...]:
    """Data of the file outside its rig, for reports on the rig alone."""
    from pantin.verbs.conversion import dropped_members

    return (*skipped.findings, *dropped_members(format, format.not_carried(document)))


def revision_of(document: Any) -> int:
    """How often a document was changed; documents that no edit changes do not count."""
    revision: int = getattr(document, "revision", 0)
    return revision


def not_yet_reported(findings: Iterable[Finding], reported: Iterable[Finding]) -> list[Finding]:
    """The findings without those at pointers where the rules of the format already report a problem."""
    known = set(_ancestors(finding.pointer or "" for finding in reported if finding.severity != "info"))
    return [finding for finding in findings if finding.pointer not in known]


def _ancestors(pointers: Iterable[str]) -> Iterator[str]:
    """The pointers and their ancestors: for `/nodes/3/rotation` also `/nodes/3` and `/nodes`."""
    for pointer in pointers:
        yield pointer
        for index, character in enumerate(pointer):
            if character == "/":
                yield pointer[:index]
