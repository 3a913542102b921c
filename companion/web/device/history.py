"""What this device knows: the sheets and groups that it has seen. No account, only keys in its cookie.

Looking writes nothing but the cookie, which holds the last few sheets. What a device does (it makes a sheet, finishes
one, reads a file) gives it a collection of its own, whose key only this cookie has; what the cookie holds goes in.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from flask import g, session

from companion import storage
from companion.sheets.games import Group, NoSuchGroup
from companion.web import database
from companion.web.device.cookies import note, texts

MAX_RECENT = 20
"""Sheets that are offered to go on with."""
MAX_LOOKED_AT = 40
"""Sheets that the cookie holds: a kilobyte."""
MAX_GROUPS = 12


def groups() -> storage.Groups:
    """The groups and devices of the current app."""
    return storage.Groups(database.current())


def writable_group(key: str) -> Group:
    """The group with this edit key. Raises NoSuchGroup."""
    group = groups().group(key)
    if group.edit_key is None:
        raise NoSuchGroup
    return group


def own_collection() -> Group | None:
    """The collection of this device, None as long as it has none."""
    if "history" not in g:
        key = session.get("history")
        g.history = groups().device(key) if isinstance(key, str) else None
    return cast("Group | None", g.history)


def collection() -> Group:
    """The collection of this device with all that it has seen, made when there is none yet. To be asked for by what a
    device does, not by what it looks at."""
    group = own_collection()
    if group is None:
        group = g.history = groups().create(None)
        note("history", group.edit_key)
    new = texts("new")
    if new:
        groups().keep(group, reversed(new))
        session["new"] = []
    return group


def remember(key: str) -> None:
    """Note in the cookie that this device has seen a sheet, the newest first."""
    before = texts("sheets")
    if before[:1] == [key]:
        return
    note("sheets", [key, *(other for other in before if other != key)][:MAX_LOOKED_AT])
    if key not in before:
        session["new"] = [key, *texts("new")][:MAX_LOOKED_AT]


def make_room() -> None:
    """The device does something: before its cookie is full, what stands there goes into the collection."""
    if len(texts("new")) >= MAX_RECENT:
        collection()


def recent() -> list[str]:
    """The keys of the sheets that this device saw last."""
    return texts("sheets")[:MAX_RECENT]


def unkept() -> list[str]:
    """The keys of the sheets that this device has only looked at since it last did something."""
    return texts("new")


def remember_group(group: Group) -> None:
    """Note that this device has seen a group. With the link for writing, the other one is no longer needed."""
    others = [key for key in texts("groups") if key not in (group.edit_key, group.view_key)]
    key = group.edit_key
    if key is None:
        # Who may write may look at it as those do who may not, and still write.
        key = next((k for k in texts("groups") if k != group.view_key and _view_key(k) == group.view_key), None)
        others = [other for other in others if other != key]
    keys = [key or group.view_key, *others][:MAX_GROUPS]
    if keys != texts("groups"):
        note("groups", keys)


def remembered_groups() -> list[Group]:
    """The groups that this device has seen, as far as they are still there, the latest first."""
    remaining = []
    for key in texts("groups"):
        try:
            remaining.append(groups().group(key))
        except NoSuchGroup:
            continue
    return remaining


def forget(keys: Iterable[str] | None = None) -> None:
    """Forget these keys, or everything but the groups."""
    if keys is None:
        for name in ("history", "sheets", "new", "everybody"):
            session.pop(name, None)
        g.pop("history", None)
        return
    gone = set(keys)
    for name in ("sheets", "new", "groups", "everybody"):
        left = [key for key in texts(name) if key not in gone]
        if left != texts(name):
            session[name] = left


def _view_key(key: str) -> str | None:
    try:
        return groups().group(key).view_key
    except NoSuchGroup:
        return None
