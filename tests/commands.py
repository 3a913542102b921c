"""The `companion` command in the process of the tests, and Python in one of its own."""

import os
import subprocess
import sys
from pathlib import Path

from click.testing import CliRunner, Result
from companion.cli import main

from tests.conftest import ROOT


def run(*arguments: str, text: str = "", **environment: str) -> Result:
    """What a command does with these arguments, this standard input and these variables."""
    return CliRunner().invoke(main, list(arguments), input=text, env=environment)


def python(*arguments: str, tree: Path = ROOT, **environment: str) -> str:
    """What Python prints that runs in a source tree."""
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=tree,
        env={**os.environ, "PYTHONPATH": str(tree), "COMPANION_INSTANCE": str(tree / "instance"), **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout
