"""What the app would work out when it first starts comes with the wheel: `companion make`, when one is built."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class MakeOnce(BuildHookInterface[Any]):
    """Fills `companion/__made__`."""

    def dependencies(self) -> list[str]:
        """Pages are packed as the app answers them, so making takes all that running takes."""
        return list(self.metadata.core.dependencies)

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Before the files are collected. What is installed to be edited makes it by itself."""
        if version == "editable":
            return
        here = {**os.environ, "PYTHONPATH": self.root}
        subprocess.run([sys.executable, "-m", "companion", "make"], cwd=self.root, env=here, check=True)
        # Python for the browser is fetched where the app is set up to serve: a wheel has none.
        made = [file.name for file in (Path(self.root) / "companion" / "__made__").glob("*.made")]
        build_data["artifacts"] += [f"companion/__made__/{name}" for name in made if not name.startswith("phone-")]
