"""htmx: whether a request came from it."""

from __future__ import annotations

from flask_htmx import HTMX

htmx = HTMX()
"""True for a request that wants a part of a page; restoring history wants all of it."""
