"""What is wrong with a command line, said with the words that were typed."""

from __future__ import annotations

from cyclopts import CoercionError, CycloptsError, MissingArgumentError, UnusedCliTokensError

NUMBERS = {int: "a whole number", float: "a number"}
WRITES = ("--output", "--out")
"""The options that name the file to write, in commands that do not take it as an argument."""


def sentence(error: CycloptsError) -> str:
    """The parser's error in our words; in its own where they serve."""
    if isinstance(error, MissingArgumentError):
        return _missing(error)
    if isinstance(error, UnusedCliTokensError):
        command, words = (" ".join(each or ()) for each in (error.command_chain, error.unused_tokens))
        return f"{command} has no use for {words}.{_meant(error)}"
    if isinstance(error, CoercionError) and error.token and error.target_type in NUMBERS:
        return f"{error.token.keyword}: {error.token.value!r} is not {NUMBERS[error.target_type]}"
    return str(error)


def _missing(error: MissingArgumentError) -> str:
    assert error.argument is not None
    about = _parameters(error)[error.argument.name]
    if error.keyword:
        return f"the value of {error.keyword} is missing: {about}"
    return f"{error.argument.name} is missing: {about}{_meant(error)}"


def _meant(error: CycloptsError) -> str:
    """A file too many is most likely the one to write."""
    option = next((one for one in WRITES if one in _parameters(error)), None)
    match error.unused_tokens:
        case [file] if option:
            return f" Did you mean {option} {file}?"
    return ""


def _parameters(error: CycloptsError) -> dict[str, str]:
    """The parameters of the command, with what its help says of each."""
    assert error.app is not None
    arguments = error.app.assemble_argument_collection(parse_docstring=True)
    return {one.name: " ".join(str(one.parameter.help).split()) for one in arguments}
