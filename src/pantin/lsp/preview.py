"""The preview: the viewer page of a text as it is in the editor, rebuilt when the text changes."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Any

from pantin.base.errors import BadFile, PantinError
from pantin.base.files import Resolver
from pantin.base.limits import Limits
from pantin.formats.rigy.compile import Compiled, compile_text
from pantin.formats.rigy.files import RigySource
from pantin.report import Report
from pantin.verbs.asset import Asset
from pantin.viewer.page import empty_page
from pantin.viewer.page_data import findings
from pantin.viewer.page_html import page_html
from pantin.viewer.page_server import PageServer


class OpenSource(RigySource):
    """A source whose content, like that of its imports, may come from an open editor."""

    def __init__(self, path: Path, text: str, opened: dict[Path, str]) -> None:
        super().__init__(path, Limits(), Resolver.beside(path))
        self._text, self._opened = text, opened

    @cached_property
    def _compiled(self) -> Compiled | Report:
        path = self.source if isinstance(self.source, Path) else None
        try:
            return compile_text(self._text, path=path, opened=self._opened)
        except BadFile as error:
            return error.report


class Preview:
    """A page of one file on a local address."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._server = PageServer(empty_page(path.name, live=1))
        self._server.__enter__()

    @property
    def url(self) -> str:
        return self._server.url

    def show(self, text: str, opened: dict[Path, str]) -> None:
        """Rebuild the page; a text with errors keeps the last page, with the errors on it."""
        source = OpenSource(self.path, text, opened)
        try:
            if source.rig is None:
                self._server.report_problems(findings(source.report))
                return
            asset = Asset.of_rig(source.rig, self.path.name, report=source.report, origin=source)
            self._server.replace(page_html(asset, live=self._server.edition + 1))
        except (PantinError, ValueError, OSError) as error:
            problem: dict[str, Any] = {"rule": "", "severity": "error", "message": str(error)}
            self._server.report_problems([{**problem, "location": "", "node": None}])

    def close(self) -> None:
        self._server.__exit__()
