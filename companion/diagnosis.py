"""What is wrong with an installation, each with what to do about it."""

from __future__ import annotations

import os
import re
import shutil
import stat
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from companion.settings import Configuration, Mistaken, without_password
from companion.storage import REVISION
from companion.storage.database import Database
from companion.storage.errors import NoDriver, Unusable
from companion.web.offline import whole

_MIN_FREE = 256 * 1024**2
"""Bytes that a disk should have left: a year of a club, and a backup beside it."""
_OLDEST_TIME = 1_764_000_000
"""No clock that is right tells an earlier time: the app is younger."""
_DAY = 24 * 3600
_PACKAGE = "great-western-companion"


@dataclass(frozen=True)
class Symptom:
    """What was looked at, and how it is: when it is not ok, with the remedy."""

    subject: str
    ok: bool
    told: str


def examine(settings: Configuration | Mistaken) -> Iterator[Symptom]:
    """Look at everything that an app needs to run well. Nothing is changed."""
    if isinstance(settings, Mistaken):
        yield from (Symptom("settings", False, line) for line in settings.lines)
        return
    yield Symptom("settings", True, "each is what it may be; `companion settings` prints them")
    yield from (Symptom(subject, *look(settings)) for subject, look in _LOOKS.items())


def _folder(settings: Configuration) -> tuple[bool, str]:
    folder: Path = settings["INSTANCE"]
    where = _existing(folder)
    if not os.access(where, os.W_OK | os.X_OK):
        return False, f"{where} cannot be written: run this as the user that runs the app, or give it the folder"
    if where != folder:
        return True, f"{folder} is made when the app starts"
    if folder.stat().st_mode & stat.S_IWOTH:
        return False, f"anybody can write in {folder}: `chmod o-w {folder}`"
    return True, str(folder)


def _existing(folder: Path) -> Path:
    while not folder.exists():
        folder = folder.parent
    return folder


def _key(settings: Configuration) -> tuple[bool, str]:
    source = settings.chosen["SECRET_KEY"].source
    if settings["SECRET_KEY"] is None:
        return True, f"{source} is made when the app starts"
    file = Path(source)
    if file.is_file() and file.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
        return False, f"others than its owner may use {file}: `chmod 600 {file}`"
    if len(set(settings["SECRET_KEY"])) < 10:
        return False, f"that of {source} can be guessed: put another one there, `openssl rand -base64 36` makes one"
    return True, f"from {source}"


def _database(settings: Configuration) -> tuple[bool, str]:
    try:
        database = Database(settings["DATABASE_URL"])
        file, shown = database.file, without_password(settings["DATABASE_URL"])
        if file and not file.exists():
            if file.parent in (settings["INSTANCE"], _existing(file.parent)):
                return True, f"{shown} is made when the app starts"
            return False, f"{file.parent} does not exist: make it, or name another with COMPANION_DATABASE_URL"
        revision = database.check()
        trouble = database.trouble() if revision == REVISION else None
        database.close()
    except (NoDriver, Unusable, ValueError) as error:
        return False, f"{error}. COMPANION_DATABASE_URL names another one"
    if trouble:
        return False, f"{shown}: {trouble}"
    if file and file.stat().st_uid != file.parent.stat().st_uid:
        return False, f"{file} belongs to another user than its folder: `chown --reference={file.parent} {file}`"
    if file and file.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
        return False, f"the keys of all sheets are in {file}, and others may read it: `chmod 600 {file}*`"
    if revision is None:
        return True, f"{shown} is empty; the app makes its tables when it starts"
    if revision > REVISION:
        return False, f"{shown} was written by a newer version ({revision}): run that one, or restore an older backup"
    later = "" if revision == REVISION else f", brought to {REVISION} when the app starts"
    return True, f"{shown}, revision {revision}{later}"


def _space(settings: Configuration) -> tuple[bool, str]:
    folder = _existing(settings["INSTANCE"])
    free = shutil.disk_usage(folder).free
    state = f"{free // 1024**2} MB are free at {folder}"
    return (
        free >= _MIN_FREE,
        state if free >= _MIN_FREE else f"{state}: delete something, {_MIN_FREE // 1024**2} are needed",
    )


def _clock(settings: Configuration) -> tuple[bool, str]:
    now = time.time()
    state = time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(now))
    if now < _OLDEST_TIME:
        return False, f"the clock says {state}: set it, with systemd by `timedatectl set-ntp true`"
    files = [file for file in settings["INSTANCE"].glob("companion.db*") if file.stat().st_mtime > now + _DAY]
    if files:
        return False, f"the clock says {state}, but {files[0]} was written later: set it, `timedatectl set-ntp true`"
    return True, state


def _versions(_settings: Configuration) -> tuple[bool, str]:
    state = f"{_PACKAGE} {metadata.version(_PACKAGE)}, Python {sys.version.split()[0]}"
    names = (re.match(r"[\w.-]+", one) for one in metadata.requires(_PACKAGE) or () if "extra ==" not in one)
    wrong = [name[0] for name in names if name and not any(metadata.distributions(name=name[0]))]
    return not wrong, f"{state}; {', '.join(wrong)} missing: run `scripts/setup run` again" if wrong else state


def _made_beforehand(_settings: Configuration) -> tuple[bool, str]:
    # Imported here because it is all of the app.
    from companion import making

    if missing := making.missing(*making.FIRST, making.PAGES, making.PHONE):
        return False, f"{', '.join(missing)} not made beforehand, so that a start takes long: run `companion make`"
    return True, "all that can be is made beforehand"


def _phones(_settings: Configuration) -> tuple[bool, str]:
    if whole.available():
        return True, "phones can keep the whole app"
    return False, "there is no Python for the browser, so phones keep pages only: run `companion make`"


_LOOKS: dict[str, Callable[[Configuration], tuple[bool, str]]] = {
    "folder": _folder,
    "secret key": _key,
    "database": _database,
    "free space": _space,
    "clock": _clock,
    "versions": _versions,
    "made beforehand": _made_beforehand,
    "Python for phones": _phones,
}
