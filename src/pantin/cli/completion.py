"""`pantin completion`: the script that lets a shell complete commands, options, rule ids and files."""

from __future__ import annotations

from collections.abc import Iterator

from pantin.cli.command import Argument, Command, Option
from pantin.cli.exit import Exit
from pantin.cli.welcome import COMMANDS


def completion(shell: str) -> int:
    print("\n".join(SCRIPTS[shell]()))
    return Exit.CLEAN


def commands() -> list[Command]:
    from pantin.cli.run import find

    return [find(name) for name in COMMANDS]


def suffixes_of(argument: Argument) -> list[str]:
    """How the files end that complete an argument; none where any file, or no file, does."""
    from pantin.assets import list_formats

    formats = list_formats()
    match argument.suffixes:
        case "read":
            return [suffix for format in formats if format.readable for suffix in format.suffixes]
        case "write":
            return [suffix for format in formats if format.writable for suffix in format.suffixes]
        case "rigy":
            return [suffix for format in formats if format.name == "Rigy" for suffix in format.suffixes]
    return []


def words_of(argument: Argument) -> list[str]:
    """The words that complete an argument: its choices, or the ids of all rules."""
    if argument.suffixes == "rules":
        from pantin.assets import rule_families, rules

        return [*rule_families(), *rules()]
    return list(argument.choices)


def flags_of(command: Command) -> list[str]:
    named = (name for option in command.options for name in (option.short, option.flag, option.negative))
    return [*filter(None, named), "--help"]


def bash() -> Iterator[str]:
    yield "# bash completion for pantin"
    yield "shopt -s extglob"
    yield "_pantin_files() {"
    yield "  local IFS=$'\\n'"
    yield '  COMPREPLY=($(compgen -d -- "$cur") $(compgen -f -X "!*@($1)" -- "$cur"))'
    yield "}"
    yield "_pantin() {"
    yield '  local cur="${COMP_WORDS[COMP_CWORD]}" prev="${COMP_WORDS[COMP_CWORD-1]}"'
    yield '  if [ "$COMP_CWORD" -eq 1 ]; then'
    yield f'    COMPREPLY=($(compgen -W "{" ".join(COMMANDS)}" -- "$cur")); return'
    yield "  fi"
    yield '  case "${COMP_WORDS[1]}:$prev" in'
    for command in commands():
        for option in command.options:
            if option.choices:
                yield f"    {command.name}:{option.flag}) {_bash_words(option.choices)}; return ;;"
    yield "  esac"
    yield '  case "${COMP_WORDS[1]}:$cur" in'
    for command in commands():
        yield f"    {command.name}:-*) {_bash_words(flags_of(command))} ;;"
        yield f"    {command.name}:*) {_bash_arguments(command)} ;;"
    yield "  esac"
    yield "}"
    yield "complete -o filenames -F _pantin pantin"


def _bash_words(words: list[str] | tuple[str, ...]) -> str:
    return f'COMPREPLY=($(compgen -W "{" ".join(words)}" -- "$cur"))'


def _bash_arguments(command: Command) -> str:
    for argument in command.arguments:
        if words := words_of(argument):
            return _bash_words(words)
    suffixes = list(dict.fromkeys(s for argument in command.arguments for s in suffixes_of(argument)))
    if suffixes:
        return f"_pantin_files '{'|'.join(suffixes)}'"
    return 'COMPREPLY=($(compgen -f -- "$cur"))' if command.arguments else ":"


def zsh() -> Iterator[str]:
    yield "#compdef pantin"
    yield "_pantin() {"
    yield "  local -a commands=("
    yield from (f"    {_quoted(f'{name}:{summary}')}" for name, summary in COMMANDS.items())
    yield "  )"
    yield "  if (( CURRENT == 2 )); then _describe command commands; return; fi"
    yield '  local command="$words[2]"'
    yield '  words=("${(@)words[2,-1]}"); (( CURRENT-- ))'
    yield '  case "$command" in'
    for command in commands():
        yield f"    {command.name}) _arguments {' '.join(_zsh_specs(command))} ;;"
    yield "  esac"
    yield "}"
    yield 'if [ "$funcstack[1]" = _pantin ]; then _pantin "$@"; else compdef _pantin pantin; fi'


def _zsh_specs(command: Command) -> Iterator[str]:
    yield _quoted("--help[show the help]")
    for option in command.options:
        action = "" if option.type is bool else f":{option.name}:{_zsh_action(option)}"
        help_ = option.help.replace("[", "(").replace("]", ")").replace(":", ";")
        for name in filter(None, (option.short, option.flag, option.negative)):
            yield _quoted(f"{'*' if option.repeated else ''}{name}[{help_}]{action}")
    for argument in command.arguments:
        words, suffixes = words_of(argument), suffixes_of(argument)
        files = f'_files -g "*({"|".join(suffixes)})(-.)"' if suffixes else "_files"
        action = f"({' '.join(words)})" if words else files
        yield _quoted(f"{'*' if argument.many else ''}:{argument.name}:{action}")


def _zsh_action(option: Option) -> str:
    if option.choices:
        return f"({' '.join(option.choices)})"
    return " " if option.type in (int, float) else "_files"


def fish() -> Iterator[str]:
    yield "complete -c pantin -f"
    for name, summary in COMMANDS.items():
        yield f"complete -c pantin -n __fish_use_subcommand -a {name} -d {_quoted(summary)}"
    for command in commands():
        seen = f"complete -c pantin -n '__fish_seen_subcommand_from {command.name}'"
        for option in command.options:
            yield f"{seen}{_fish_option(option)}"
        for argument in command.arguments:
            if words := words_of(argument):
                yield f"{seen} -a {_quoted(' '.join(words))}"
            elif suffixes := suffixes_of(argument):
                yield f"{seen} -k -a '(__fish_complete_suffix {' '.join(suffixes)})'"


def _fish_option(option: Option) -> str:
    short = f" -s {option.short[1:]}" if option.short else ""
    value = "" if option.type is bool else " -r"
    value += f" -a {_quoted(' '.join(option.choices))}" if option.choices else ""
    value += " -F" if value == " -r" and option.type not in (int, float) else ""
    return f" -l {option.flag[2:]}{short}{value} -d {_quoted(option.help)}"


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


SCRIPTS = {"bash": bash, "zsh": zsh, "fish": fish}

COMMAND = Command(
    "completion",
    completion,
    arguments=(Argument("shell", "The shell the script is for: bash, zsh or fish.", choices=tuple(SCRIPTS)),),
    examples="""
        pantin completion bash > pantin.bash && source pantin.bash
        pantin completion zsh > "${fpath[1]}/_pantin"
        pantin completion fish > ~/.config/fish/completions/pantin.fish
    """,
)
