"""The database of an app: opened when something first asks for it, which on a phone may be never."""

from __future__ import annotations

import threading

from flask import Flask, current_app

from companion import storage

_opening = threading.Lock()


def opened(app: Flask) -> storage.Database:
    """The database of an app, brought up to date when this is the first one to ask.

    Raises NoDriver, Unusable, and ValueError for a wrong address.
    """
    with _opening:
        if "database" not in app.extensions:
            database = storage.Database(app.config["DATABASE_URL"])
            database.upgrade()
            app.extensions["database"] = database
        store: storage.Database = app.extensions["database"]
        return store


def current() -> storage.Database:
    """The database of the current app. Raises what `opened` does."""
    return opened(current_app)
