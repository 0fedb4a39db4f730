"""`pantin shape`: a shape of two to eight dimensions as a file."""

from __future__ import annotations

from pantin.cli.io import finish, raise_refused, require_target, save_asset
from pantin.cli.verb_command import command_of
from pantin.verbs.shape import VERB


def shape(name: str, target: str, *, size: float) -> int:
    require_target(target, "meshes")
    with raise_refused(name):
        return finish(save_asset(VERB.function(name, size), target))


COMMAND = command_of("shape", VERB, shape)
