"""How often one address may do what costs disk space."""

from __future__ import annotations

from flask import Flask
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address

limiter = Limiter(get_remote_address, storage_uri="memory://", strategy="moving-window")
"""Limits are counted in the memory of each worker process: enough against floods, nothing to run beside."""

NEW_SHEETS = "30 per hour"
"""A whole club on one address scores fewer games in an hour."""


def init_app(app: Flask) -> None:
    """Make the limits count."""
    limiter.init_app(app)
