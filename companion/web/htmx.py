"""htmx: whether a request came from it, and what it is given."""

from __future__ import annotations

from flask import render_template
from flask_htmx import HTMX
from jinja2_fragments.flask import render_block

htmx = HTMX()
"""True for a request that wants a part of a page; restoring history wants all of it."""


def render(template: str, block: str, **context: object) -> str:
    """A page, or for htmx the block of it that changes."""
    if htmx:
        return str(render_block(template, block, partial=True, **context))
    return render_template(template, partial=False, **context)
