"""Put small mistakes into the code one by one, and tell which of them no test notices.

python scripts/mutants.py [PART]    all of tests/mutants.toml, or those with PART in their file or line

Each mistake is made in a copy of the tree, where only the tests that guard the place run, until the first one fails. It
exits with 1 when a mistake goes unnoticed, or when the line that it is made in is no longer there.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
OF_THE_ENGINE = ["tests/engine/test_cases.py", "tests/engine/test_rulings.py", "tests/engine/test_recorded_games.py"]
"""What guards every room of the engine; a mutant names what it needs besides."""
LEFT_OUT = shutil.ignore_patterns(".git", ".venv", ".hypothesis", "__pycache__", "*_cache", "instance")


def main() -> None:
    """Try all mistakes that are asked for."""
    part = sys.argv[1] if len(sys.argv) > 1 else ""
    listed = tomllib.loads((ROOT / "tests" / "mutants.toml").read_text(encoding="utf-8"))["mutant"]
    mutants = [mutant for mutant in listed if part in mutant["file"] + mutant["was"]]
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        shutil.copytree(ROOT, tree, ignore=LEFT_OUT)
        if fails(tree, dict.fromkeys(test for mutant in mutants for test in guards(mutant))):
            sys.exit("the tests fail without any mistake")
        lived = [mutant for mutant in mutants if not noticed(tree, mutant)]
    print(f"{len(mutants) - len(lived)} of {len(mutants)} small mistakes were noticed")
    sys.exit(1 if lived else 0)


def guards(mutant: Mapping[str, Any]) -> tuple[str, ...]:
    """The tests that are to notice a mistake."""
    return (*(OF_THE_ENGINE if "/engine/" in mutant["file"] else ()), *mutant.get("tests", ()))


def fails(tree: Path, tests: Iterable[str]) -> bool:
    """Whether one of these tests fails in the tree, or what they import does, or pytest itself."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-n", "0", *tests]
    environment = {**os.environ, "PYTHONPATH": str(tree)}
    done = subprocess.run(command, cwd=tree, env=environment, capture_output=True, check=False)  # noqa: S603 (ours)
    return done.returncode != 0


def noticed(tree: Path, mutant: Mapping[str, Any]) -> bool:
    """Whether a test fails with the mistake, and say so."""
    file, began = tree / mutant["file"], time.monotonic()
    right = file.read_text(encoding="utf-8")
    if right.count(mutant["was"]) != 1:
        print(f"?        {mutant['file']}: “{mutant['was']}” stands {right.count(mutant['was'])} times", flush=True)
        return False
    file.write_text(right.replace(mutant["was"], mutant["now"]), encoding="utf-8")
    found = fails(tree, guards(mutant))
    file.write_text(right, encoding="utf-8")
    took = f"{time.monotonic() - began:4.0f} s"
    print(f"{'noticed' if found else 'LIVED  '} {took}  {mutant['file']}: {mutant['now']}", flush=True)
    return found


if __name__ == "__main__":
    main()
