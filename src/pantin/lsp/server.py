"""The language server: each feature of the protocol asks `formats.rigy.editor`, and converts the answer.

A feature that fails answers nothing, and reports the failure to the log of the editor: a text in progress
must never stop the server.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer

from pantin.base.errors import BadFile
from pantin.formats.rigy.editor.complete import complete
from pantin.formats.rigy.editor.fixes import Replacement, quick_fixes, whole
from pantin.formats.rigy.editor.hover import hover
from pantin.formats.rigy.editor.names import Occurrence
from pantin.formats.rigy.editor.outline import OutlineEntry, outline
from pantin.formats.rigy.editor.workspace import RenameError, Workspace, real, span_of
from pantin.formats.rigy.formatting import format_text
from pantin.lsp.positions import Lines, path_of, uri_of
from pantin.report import Finding

DELAY = 0.1
"""Seconds after the last key until a text is checked: a burst of keys is checked once."""

MOST_DIAGNOSTICS = 1000
"""Findings that are sent of one text; nobody reads more, and editors get slow."""

PREVIEW = "pantin.preview"
SEVERITIES = {
    "error": types.DiagnosticSeverity.Error,
    "warning": types.DiagnosticSeverity.Warning,
    "info": types.DiagnosticSeverity.Information,
}
ITEM_KINDS = {
    "key": types.CompletionItemKind.Property,
    "value": types.CompletionItemKind.EnumMember,
    "name": types.CompletionItemKind.Reference,
    "file": types.CompletionItemKind.File,
}
SYMBOL_KINDS = {
    "mesh": types.SymbolKind.Class,
    "primitive": types.SymbolKind.Field,
    "armature": types.SymbolKind.Struct,
    "bone": types.SymbolKind.Variable,
    "binding": types.SymbolKind.Interface,
    "material": types.SymbolKind.Constant,
    "param": types.SymbolKind.Constant,
    "import": types.SymbolKind.Module,
}

T = TypeVar("T")


class RigyServer(LanguageServer):
    """The server, the texts that are open, and their previews."""

    def __init__(self, version: str) -> None:
        super().__init__("pantin", version)
        self.texts = Workspace()
        self.previews: dict[Path, Any] = {}
        self.versions: dict[str, int] = {}
        self.published: dict[str, set[str]] = {}

    def lines(self, file: Path) -> Lines:
        return Lines(self.texts.text(file), str(getattr(self.workspace.position_encoding, "value", "utf-16")))

    def attempt(self, work: Callable[[], T], otherwise: T) -> T:
        """The answer of a feature; if it fails, `otherwise`, with a message in the log."""
        try:
            return work()
        except JsonRpcException:
            raise
        except Exception as error:
            message = f"{type(error).__name__}: {error}"
            self.window_log_message(types.LogMessageParams(types.MessageType.Error, message))
            return otherwise

    def take(self, uri: str, text: str) -> None:
        self.texts.open(path_of(uri), text)

    def publish(self, uri: str, *, whole_model: bool = False) -> None:
        """Send the findings of a text, and those of files that it imports and that are not open."""
        file = path_of(uri)
        none: list[Finding] = []
        findings = self.attempt(lambda: self.texts.findings(file, whole=whole_model), none)
        by_uri: dict[str, list[types.Diagnostic]] = {uri: []}
        lines_of: dict[Path, Lines] = {}
        for finding in findings[:MOST_DIAGNOSTICS]:
            target = file if finding.file is None else Path(finding.file)
            if finding.file is not None and real(target) in self.texts.opened:
                continue  # it has its own findings
            if target not in lines_of:
                lines_of[target] = self.lines(target)
            by_uri.setdefault(uri if finding.file is None else uri_of(target), []).append(
                diagnostic(finding, lines_of[target])
            )
        for other in self.published.get(uri, set()) - by_uri.keys():
            by_uri[other] = []
        self.published[uri] = {other for other, listed in by_uri.items() if listed}
        for target_uri, listed in by_uri.items():
            version = self.versions.get(target_uri)
            self.text_document_publish_diagnostics(
                types.PublishDiagnosticsParams(target_uri, listed, version)
            )


def diagnostic(finding: Finding, lines: Lines) -> types.Diagnostic:
    where = lines.word(finding.line or 1, finding.column or 1)
    return types.Diagnostic(
        where, finding.message, SEVERITIES[finding.severity], finding.rule, source="pantin"
    )


def edit_of(edit: Replacement, lines: Lines) -> types.TextEdit:
    where = lines.range(edit.line, edit.column, edit.end_line, edit.end_column)
    return types.TextEdit(where, edit.text)


def make_server(version: str) -> RigyServer:
    """The server with its features."""
    server = RigyServer(version)
    _add_texts(server)
    _add_questions(server)
    _add_names(server)
    _add_preview(server)
    return server


def _add_texts(server: RigyServer) -> None:
    @server.feature(types.INITIALIZED)
    def initialized(params: types.InitializedParams) -> None:
        folders = server.workspace.folders or {}
        server.texts.folders = [real(path_of(uri)) for uri in folders]

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def did_open(params: types.DidOpenTextDocumentParams) -> None:
        document = params.text_document
        server.versions[document.uri] = document.version
        server.take(document.uri, document.text)
        server.publish(document.uri, whole_model=True)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    async def did_change(params: types.DidChangeTextDocumentParams) -> None:
        uri, version = params.text_document.uri, params.text_document.version
        server.versions[uri] = version
        server.take(uri, server.workspace.get_text_document(uri).source)
        await asyncio.sleep(DELAY)
        if server.versions.get(uri) == version:
            server.publish(uri)
            await _refresh(server)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def did_save(params: types.DidSaveTextDocumentParams) -> None:
        for uri in server.versions:
            server.publish(uri, whole_model=True)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def did_close(params: types.DidCloseTextDocumentParams) -> None:
        uri = params.text_document.uri
        server.texts.close(path_of(uri))
        server.versions.pop(uri, None)
        preview = server.previews.pop(real(path_of(uri)), None)
        if preview is not None:
            preview.close()
        for other in (uri, *server.published.pop(uri, ())):
            server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(other, []))


def _add_questions(server: RigyServer) -> None:
    triggers = types.CompletionOptions(trigger_characters=[" ", "{", "[", "$", "-", "\n", "/"])

    @server.feature(types.TEXT_DOCUMENT_COMPLETION, triggers)
    def on_completion(params: types.CompletionParams) -> list[types.CompletionItem]:
        return server.attempt(lambda: _complete(server, params), [])

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    def on_hover(params: types.HoverParams) -> types.Hover | None:
        def work() -> types.Hover | None:
            file, line, column = _place(server, params)
            text = hover(server.texts, file, line, column)
            kind = types.MarkupKind.Markdown
            return None if text is None else types.Hover(types.MarkupContent(kind, text))

        return server.attempt(work, None)

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def on_symbols(params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        file = path_of(params.text_document.uri)
        lines = server.lines(file)
        return server.attempt(lambda: [_symbol(part, lines) for part in outline(server.texts, file)], [])

    @server.feature(types.TEXT_DOCUMENT_FORMATTING)
    def on_formatting(params: types.DocumentFormattingParams) -> list[types.TextEdit] | None:
        def work() -> list[types.TextEdit] | None:
            file = path_of(params.text_document.uri)
            text = server.texts.text(file)
            try:
                formatted = format_text(text, path=file.name)
            except BadFile:
                return None  # the diagnostics say why
            return [] if formatted == text else [edit_of(whole(text, formatted), server.lines(file))]

        return server.attempt(work, None)

    @server.feature(
        types.TEXT_DOCUMENT_CODE_ACTION,
        types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix]),
    )
    def on_code_action(params: types.CodeActionParams) -> list[types.CodeAction]:
        return server.attempt(lambda: _actions(server, params), [])


def _complete(server: RigyServer, params: types.CompletionParams) -> list[types.CompletionItem]:
    file, line, column = _place(server, params)
    lines = server.lines(file)
    answer = complete(server.texts, file, line, column)
    start = types.Position(line, lines.units(line, answer.column))
    items = []
    for rank, suggestion in enumerate(answer.suggestions):
        about = types.MarkupContent(types.MarkupKind.Markdown, suggestion.about) if suggestion.about else None
        items.append(
            types.CompletionItem(
                suggestion.label,
                kind=ITEM_KINDS[suggestion.kind],
                detail=suggestion.detail or None,
                documentation=about,
                sort_text=f"{rank:04d}",
                text_edit=types.TextEdit(types.Range(start, params.position), suggestion.insert),
            )
        )
    return items


def _place(server: RigyServer, params: Any) -> tuple[Path, int, int]:
    """The file, line and column (from 0) of a question."""
    file, line = path_of(params.text_document.uri), params.position.line
    return file, line, server.lines(file).column(line, params.position.character)


def _symbol(part: OutlineEntry, lines: Lines) -> types.DocumentSymbol:
    end = min(part.end, len(lines.lines))
    name = lines.word(part.line, part.column)
    last = lines.position(end, len(lines.lines[end - 1]) + 1)
    last = max(last, name.end, key=lambda position: (position.line, position.character))
    return types.DocumentSymbol(
        part.name or part.kind,
        SYMBOL_KINDS.get(part.kind, types.SymbolKind.Object),
        types.Range(name.start, last),
        name,
        part.detail or None,
        children=[_symbol(inner, lines) for inner in part.parts],
    )


def _actions(server: RigyServer, params: types.CodeActionParams) -> list[types.CodeAction]:
    uri = params.text_document.uri
    file = path_of(uri)
    lines, text = server.lines(file), server.texts.text(file)
    first, last = params.range.start.line, params.range.end.line
    actions = []
    for finding in server.texts.findings(file)[:MOST_DIAGNOSTICS]:
        if finding.file is not None or not first <= (finding.line or 1) - 1 <= last:
            continue
        for fix in quick_fixes(text, finding):
            edits = [edit_of(edit, lines) for edit in fix.edits]
            actions.append(
                types.CodeAction(
                    fix.title,
                    types.CodeActionKind.QuickFix,
                    [diagnostic(finding, lines)],
                    edit=types.WorkspaceEdit(changes={uri: edits}),
                )
            )
    return actions


def _add_names(server: RigyServer) -> None:
    def name_at(params: Any) -> Occurrence | None:
        file, line, column = _place(server, params)
        return server.texts.at(file, line + 1, column + 1)

    def location(name: Occurrence) -> types.Location | None:
        lines = server.lines(name.file)
        span = span_of(name, lines.lines)
        if span is None:
            return None
        line, column, length = span
        return types.Location(_uri(server, name.file), lines.range(line, column, line, column + length))

    def locations(names: list[Occurrence]) -> list[types.Location]:
        return [position for position in map(location, names) if position is not None]

    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    def on_definition(params: types.DefinitionParams) -> list[types.Location]:
        def work() -> list[types.Location]:
            name = name_at(params)
            return [] if name is None else locations(server.texts.definitions(name))

        return server.attempt(work, [])

    @server.feature(types.TEXT_DOCUMENT_REFERENCES)
    def on_references(params: types.ReferenceParams) -> list[types.Location]:
        def work() -> list[types.Location]:
            name = name_at(params)
            references = [] if name is None else server.texts.references(name)
            declared = params.context.include_declaration
            return locations(
                [reference for reference in references if declared or not reference.is_definition]
            )

        return server.attempt(work, [])

    @server.feature(types.TEXT_DOCUMENT_RENAME)
    def on_rename(params: types.RenameParams) -> types.WorkspaceEdit | None:
        def work() -> types.WorkspaceEdit | None:
            name = name_at(params)
            if name is None:
                return None
            try:
                edits = server.texts.rename(name, params.new_name)
            except RenameError as error:
                raise JsonRpcException(str(error), code=types.LSPErrorCodes.RequestFailed.value) from None
            changes: dict[str, list[types.TextEdit]] = {}
            for edit in edits:
                lines = server.lines(edit.file)
                where = lines.range(edit.line, edit.column, edit.line, edit.column + edit.length)
                changes.setdefault(_uri(server, edit.file), []).append(types.TextEdit(where, edit.text))
            return types.WorkspaceEdit(changes=changes)

        return server.attempt(work, None)


def _uri(server: RigyServer, file: Path) -> str:
    """The address of a file, as the editor writes it if the file is open."""
    return next((uri for uri in server.versions if real(path_of(uri)) == file), uri_of(file))


def _add_preview(server: RigyServer) -> None:
    @server.command(PREVIEW)
    async def on_preview(uri: str) -> str:
        """Start the preview of a text, and return its address; the editor opens it."""
        from pantin.lsp.preview import Preview

        file = real(path_of(uri))
        if file not in server.previews:
            server.previews[file] = Preview(file)
        await _refresh(server)
        address: str = server.previews[file].url
        server.window_show_document(types.ShowDocumentParams(address, external=True))
        return address

    @server.feature(types.SHUTDOWN)
    def on_shutdown(params: None) -> None:
        for preview in server.previews.values():
            preview.close()
        server.previews.clear()


async def _refresh(server: RigyServer) -> None:
    """Rebuild all previews, which may import the file, in a thread: keys must not wait for a model."""
    for path, preview in list(server.previews.items()):
        await asyncio.to_thread(preview.show, server.texts.text(path), dict(server.texts.opened))
