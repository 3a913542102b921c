"""Builds the wheel with Hatchling. What the app would work out when it first starts comes with it: `companion make`."""

import functools
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from importlib import metadata
from pathlib import Path
from typing import Any

_ROOT = Path(__file__).parent


def _missing() -> list[str]:
    """What building takes and is not installed, by name."""
    project = tomllib.loads((_ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = [*project["build-system"]["requires"], *project["project"]["dependencies"]]
    installed = {_plain(one.name) for one in metadata.distributions()}
    names = [re.split(r"[^\w.-]", requirement, maxsplit=1)[0] for requirement in wanted]
    return [name for name in names if _plain(name) not in installed]


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _refuse() -> None:
    sys.exit(f"Building without isolation needs what is not installed: {', '.join(_missing())}")


try:
    from hatchling.build import *  # noqa: F403 (what pip and others call)
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ModuleNotFoundError:
    _refuse()


class MakeOnce(BuildHookInterface[Any]):
    """Fills `companion/__made__`."""

    def dependencies(self) -> list[str]:
        """Pages are packed as the app answers them, so making takes all that running takes."""
        return list(self.metadata.core.dependencies)

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Before the files are collected. What is installed to be edited makes it by itself."""
        if version == "editable":
            return
        if _missing():
            _refuse()
        # In a copy: what the app here has made with its own libraries stays as it is, and is used if it fits.
        copy = Path(self._temporary.name)
        # Python for the browser is fetched where the app is set up to serve: a wheel has none.
        left_out = shutil.ignore_patterns("__pycache__", "pyodide", "phone-*", "*.lock")
        for name in ("companion", "content", "templates", "static"):
            shutil.copytree(_ROOT / name, copy / name, ignore=left_out)
        # What pip installs for a build lies nowhere but on the path.
        here = {**os.environ, "PYTHONPATH": os.pathsep.join([str(copy), *sys.path])}
        command = [sys.executable, "-m", "companion", "make", "--without-phone"]
        subprocess.run(command, cwd=copy, env=here, check=True)  # noqa: S603
        for file in (copy / "companion" / "__made__").glob("*.made"):
            build_data["force_include"][str(file)] = f"companion/__made__/{file.name}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002
        """After the wheel is written."""
        self._temporary.cleanup()

    @functools.cached_property
    def _temporary(self) -> tempfile.TemporaryDirectory[str]:
        return tempfile.TemporaryDirectory()
