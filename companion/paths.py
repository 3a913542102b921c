"""Where texts, templates and static files are: at the top of the source tree, or inside the wheel. Where data go."""

from __future__ import annotations

import os
from pathlib import Path

_PACKAGE = Path(__file__).parent


def folder(name: str) -> Path:
    """The folder `content`, `templates` or `static`."""
    for parent in (_PACKAGE, _PACKAGE.parent):
        if (parent / name).is_dir():
            return parent / name
    raise FileNotFoundError(f"the folder {name!r} is neither in the package nor beside it")


def home(named: str | None, otherwise: str) -> Path:
    """The folder for the database and the secret key: the one that is named, or that the environment names."""
    return Path(named or os.environ.get("COMPANION_INSTANCE") or otherwise).resolve()


def database_address(named: str | None, home: Path) -> str:
    """The address of the database: the one that is named, or that the environment names, else SQLite at home."""
    known = named or os.environ.get("COMPANION_DATABASE_URL") or os.environ.get("DATABASE_URL")
    return known or f"sqlite:///{home / 'companion.db'}"
