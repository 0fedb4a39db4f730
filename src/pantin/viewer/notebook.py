"""Pages in notebooks: the script of the viewer goes to a notebook once, and each page asks for it.

A page without its script is a few tens of kilobytes. It is in a sandboxed frame, which cannot read the
notebook: it asks by a message, and the notebook answers with the text. The content policy of the page has the
digest of the script, so that the page runs this text and nothing else.
"""

from __future__ import annotations

import itertools
import sys
from html import escape
from typing import Any, Final

from pantin.viewer.page import digest, read_web_file

HEIGHT = 520
"""Pixels of a notebook cell: enough for the panel, the model and the clip controls."""

ASK: Final = """\
let tries = 0;
const ask = () => {
  if (document.getElementById("viewer")) return;
  if (tries++ < 80) {
    parent.postMessage("pantin-script", "*");
    setTimeout(ask, 250);
  } else {
    const problems = document.getElementById("problems");
    problems.textContent = "The viewer is missing: run the first cell that shows a model again.";
    problems.hidden = false;
  }
};
addEventListener("message", ({ source, data }) => {
  if (source !== parent || typeof data?.pantinScript !== "string") return;
  if (document.getElementById("viewer")) return;
  const script = document.createElement("script");
  script.id = "viewer";
  script.textContent = data.pantinScript;
  document.body.append(script);
});
ask();
"""
"""The script of a page, in place of the viewer."""

ANSWER: Final = """\
addEventListener("message", ({{ source, data }}) => {{
  const frame = document.getElementById("{frame}");
  const kept = document.getElementById("{script}");
  if (kept) window["{script}"] = kept.textContent;
  if (data === "pantin-script" && frame && source === frame.contentWindow && window["{script}"])
    source.postMessage({{ pantinScript: window["{script}"] }}, "*");
}});
"""
"""The script of the notebook, which answers the frame of this page. Its text stays when its cell is
cleared."""

NEVER: Final = object()
_sent_by: object = NEVER
"""The cell with the script in its output; None if the front end does not name its cells."""
_numbers = itertools.count()


def notebook_html(page: str, title: str) -> str:
    """The page in a sandboxed frame that may run its script but cannot access the notebook.

    The first one of a process, and any in Colab, where cells cannot see each other, has the script with it;
    in IPython it is a separate output, so that what a cell shows of a model stays small.
    """
    script = read_web_file("viewer.js")
    identifier = f"pantin-viewer-{digest(script)[7:19]}"
    kept = f'<script type="text/plain" id="{identifier}">{script}</script>'
    shown = _frame(page, title, script, identifier)
    if not _needs_script():
        return shown
    shell = _shell()
    if shell is None or "google.colab" in sys.modules:
        return kept + shown
    from IPython.display import HTML, display  # type: ignore[import-not-found, unused-ignore]

    display(HTML(kept))
    return shown


def _frame(page: str, title: str, script: str, identifier: str) -> str:
    own = digest(script)
    small = page.replace(f"<script>{script}</script>", f"<script>{ASK}</script>")
    small = small.replace(f"script-src '{own}'", f"script-src '{own}' '{digest(ASK)}'")
    name = f"{identifier}-{next(_numbers)}"
    return (
        f'<iframe id="{name}" sandbox="allow-scripts" title="{escape(title)}" width="100%" '
        f'height="{HEIGHT}" style="border:0;border-radius:8px" srcdoc="{escape(small)}"></iframe>'
        f"<script>{ANSWER.format(frame=name, script=identifier)}</script>"
    )


def _needs_script() -> bool:
    """Whether no output has the script yet, or the cell that had it runs again, which clears its output."""
    global _sent_by
    cell = _cell()
    if _sent_by is not NEVER and "google.colab" not in sys.modules and (cell is None or cell != _sent_by):
        return False
    _sent_by = cell
    return True


def _shell() -> Any:
    """The shell of IPython that runs this, if one does."""
    ipython = sys.modules.get("IPython")
    return None if ipython is None else ipython.get_ipython()


def _cell() -> str | None:
    """The cell that runs now, as Jupyter and VS Code name it."""
    parent: dict[str, Any] = getattr(_shell(), "get_parent", dict)()
    cell = parent.get("metadata", {}).get("cellId")
    return cell if isinstance(cell, str) else None
