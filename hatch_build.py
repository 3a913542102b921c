"""What the app would work out when it first starts comes with the wheel: `companion make`, when one is built."""

import os
import subprocess
import sys
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class MakeOnce(BuildHookInterface[Any]):
    """Fills `companion/__made__`."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Before the files are collected. What is installed to be edited makes it by itself."""
        if version == "editable":
            return
        here = {**os.environ, "PYTHONPATH": self.root}
        subprocess.run([sys.executable, "-m", "companion", "make"], cwd=self.root, env=here, check=True)
        build_data["artifacts"].append("companion/__made__/*.made")
