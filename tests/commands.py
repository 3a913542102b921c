"""The `companion` command, run in the process of the tests."""

from click.testing import CliRunner, Result
from companion.cli import main


def run(*arguments: str, text: str = "", **environment: str) -> Result:
    """What a command does with these arguments, this standard input and these variables."""
    return CliRunner().invoke(main, list(arguments), input=text, env=environment)
