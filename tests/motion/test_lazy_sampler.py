"""The names of the package, and the cost of importing world transforms alone."""

import subprocess
import sys

import pytest

import pantin.motion


def test_world_transforms_do_not_import_the_sampler():
    """`check` needs world transforms only, and its start-up time is measured in milliseconds."""
    code = (
        "import sys; from pantin.motion import world_transforms; "
        "sys.exit('pantin.motion.sampling' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_every_name_is_there_and_no_other():
    assert all(callable(getattr(pantin.motion, name)) for name in pantin.motion.__all__)
    with pytest.raises(AttributeError, match="has no attribute 'sampler'"):
        _ = pantin.motion.sampler
