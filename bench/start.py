"""What starting costs: CPU time beside `import flask` on the same machine, and the memory of one more process."""

import os
import resource
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

_RUNS = 7
_ROOT = Path(__file__).resolve().parent.parent
_FLASK = ("-c", "import flask")
_PAGE = """
import sys
from companion.app import create_app
page = create_app({"INSTANCE": sys.argv[1]}).test_client().get("/en/rules/movement/hand-fees")
assert page.status_code == 200
told = dict(line.split(":") for line in open("/proc/self/smaps_rollup") if ":" in line and "[" not in line)
print(int(told["Pss"].split()[0]) / 1024)
"""
_MEGABYTES = 60


def run() -> Iterator[str]:
    """The lines of the report."""
    with tempfile.TemporaryDirectory() as instance:
        position = _ROOT / "tests" / "codes" / "a-start.json"
        measured = (
            ("companion search toll", ("-m", "companion", "search", "toll"), 2),
            ("companion check FILE", ("-m", "companion", "check", str(position)), 3),
            ("the app and its first page", ("-c", _PAGE, instance), 6),
        )
        for name, arguments, target in measured:
            # The first one makes what is out of date, and the database.
            printed = _run(arguments)
            ratio = statistics.median(_cpu(arguments) / _cpu(_FLASK) for _ in range(_RUNS))
            yield f"{name}: {ratio:.1f} times `import flask` (target {target})"
        printed = _run(arguments)
        yield f"memory of that process: {float(printed):.0f} MB (target {_MEGABYTES})"


def _cpu(arguments: tuple[str, ...]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    _run(arguments)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _run(arguments: tuple[str, ...]) -> str:
    environment = {**os.environ, "PYTHONPATH": str(_ROOT)}
    done = subprocess.run([sys.executable, *arguments], cwd=_ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode in (0, 1), done.stderr
    return done.stdout
