"""`pantin completion`: the script that lets a shell complete commands, options, rule ids and files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from pantin.base.options import Argument, File, Option
from pantin.cli.command import Command
from pantin.cli.exit import Exit
from pantin.cli.welcome import commands


def completion(shell: str) -> int:
    print("\n".join(SCRIPTS[shell]()))
    return Exit.CLEAN


def every_command() -> list[Command]:
    from pantin.cli.run import find

    return [find(name) for name in commands()]


def suffixes_of(argument: Argument) -> list[str]:
    """How the files end that complete an argument; none where any file, or no file, does."""
    from pantin.formats.registry import list_formats

    formats = list_formats()
    match argument.suffixes:
        case "read":
            return [suffix for format in formats if format.readable for suffix in format.suffixes]
        case "write":
            return [suffix for format in formats if format.writable for suffix in format.suffixes]
        case "rigy":
            return [suffix for format in formats if format.is_source for suffix in format.suffixes]
    return []


def words_of(argument: Argument) -> list[str]:
    """The words that complete an argument: its choices, or the ids of all rules."""
    if argument.suffixes == "rules":
        from pantin.verbs.explain import rule_families, rules

        return [*rule_families(), *rules()]
    return list(argument.choices)


def needs_value(option: Option) -> bool:
    """Whether the next word is the value of an option, whatever it is."""
    return option.type is not bool and not option.pattern


def takes_file(option: Option) -> bool:
    return option.type in (File, Path)


def bash() -> Iterator[str]:
    yield "# bash completion for pantin"
    yield "_pantin_files() {"
    yield "  local IFS=$'\\n' suffix"
    yield '  COMPREPLY=($(compgen -d -- "$cur"; for suffix in "$@"; do'
    yield '    compgen -f -X "!*$suffix" -- "$cur"; done))'
    yield "}"
    yield "_pantin() {"
    yield '  local cur="${COMP_WORDS[COMP_CWORD]}" prev="${COMP_WORDS[COMP_CWORD-1]}"'
    yield "  COMPREPLY=()"
    yield '  if [ "$COMP_CWORD" -eq 1 ]; then'
    yield f"    {_bash_words([*commands(), '--help', '--version'])}; return"
    yield "  fi"
    yield "  # --format=json comes as three words"
    yield '  [ "$prev" != "=" ] || prev="${COMP_WORDS[COMP_CWORD-2]}"'
    yield '  [ "$cur" != "=" ] || cur=""'
    yield '  case "${COMP_WORDS[1]}:$prev" in'
    for command in every_command():
        for option in command.every_option:
            if needs_value(option):
                yield f"    {_bash_pattern(command, option)}) {_bash_value(option)}; return ;;"
    yield "  esac"
    yield '  case "${COMP_WORDS[1]}:$cur" in'
    for command in every_command():
        flags = [name for option in command.every_option for name in option.spellings]
        yield f"    {command.name}:-*) {_bash_words([*flags, '--help'])} ;;"
        yield f"    {command.name}:*) {_bash_arguments(command)} ;;"
    yield "  esac"
    yield "}"
    yield "complete -o filenames -F _pantin pantin"


def _bash_words(words: Iterable[str]) -> str:
    return f'COMPREPLY=($(compgen -W "{" ".join(words)}" -- "$cur"))'


def _bash_pattern(command: Command, option: Option) -> str:
    return "|".join(f"{command.name}:{name}" for name in option.spellings)


def _bash_value(option: Option) -> str:
    if option.choices:
        return _bash_words(option.choices)
    return "_pantin_files ''" if takes_file(option) else ":"


def _bash_arguments(command: Command) -> str:
    for argument in command.arguments:
        if words := words_of(argument):
            return _bash_words(words)
    suffixes = dict.fromkeys(s for argument in command.arguments for s in suffixes_of(argument))
    return f"_pantin_files {' '.join(suffixes)}" if suffixes else ":"


def zsh() -> Iterator[str]:
    yield "#compdef pantin"
    yield "_pantin() {"
    yield "  local -a commands"
    yield "  commands=("
    yield from (f"    {_quote(f'{name}:{summary}')}" for name, summary in commands().items())
    yield "  )"
    yield "  if (( CURRENT == 2 )); then _describe command commands; return; fi"
    yield '  local command="$words[2]"'
    yield '  words=("${(@)words[2,-1]}"); (( CURRENT-- ))'
    yield '  case "$command" in'
    for command in every_command():
        yield f"    {command.name}) _arguments {' '.join(_zsh_specs(command))} ;;"
    yield "  esac"
    yield "}"
    yield 'if [ "$funcstack[1]" = _pantin ]; then _pantin "$@"; else compdef _pantin pantin; fi'


def _zsh_specs(command: Command) -> Iterator[str]:
    yield _quote("--help[show the help]")
    for option in command.every_option:
        action = "" if not needs_value(option) else f":{option.name}:{_zsh_value(option)}"
        help_ = option.help.replace("[", "(").replace("]", ")").replace(":", ";")
        for name in option.spellings:
            yield _quote(f"{'*' if option.repeated else ''}{name}[{help_}]{action}")
    for argument in command.arguments:
        words, suffixes = words_of(argument), suffixes_of(argument)
        files = f'_files -g "*({"|".join(suffixes)})(-.)"' if suffixes else "_files"
        action = f"({' '.join(words)})" if words else files
        yield _quote(f"{'*' if argument.many else ''}:{argument.name}:{action}")


def _zsh_value(option: Option) -> str:
    if option.choices:
        return f"({' '.join(option.choices)})"
    return "_files" if takes_file(option) else " "


def fish() -> Iterator[str]:
    yield "function __pantin_files"
    yield "    set -l ends (string join '|' / (string escape --style=regex -- $argv))"
    yield '    __fish_complete_path (commandline -ct) | string match -er "(?:$ends)(?:\\t|\\$)"'
    yield "end"
    yield "complete -c pantin -f"
    for name, summary in commands().items():
        yield f"complete -c pantin -n __fish_use_subcommand -a {name} -d {_quote(summary)}"
    for command in every_command():
        seen = f"complete -c pantin -n '__fish_seen_subcommand_from {command.name}'"
        for option in command.every_option:
            yield f"{seen} -l {option.flag[2:]}{_fish_option(option)}"
            if option.negative:
                yield f"{seen} -l {option.negative[2:]} -d {_quote(f'The opposite of {option.flag}')}"
        for argument in command.arguments:
            if words := words_of(argument):
                yield f"{seen} -a {_quote(' '.join(words))}"
            elif suffixes := suffixes_of(argument):
                yield f"{seen} -a '(__pantin_files {' '.join(suffixes)})'"


def _fish_option(option: Option) -> str:
    short = f" -s {option.short[1:]}" if option.short else ""
    value = " -r" if needs_value(option) else ""
    if option.choices:
        value += f" -a {_quote(' '.join(option.choices))}"
    elif takes_file(option):
        value += " -F"
    return f"{short}{value} -d {_quote(option.help)}"


def _quote(text: str) -> str:
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
