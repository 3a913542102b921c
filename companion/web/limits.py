"""How often one address may do what costs disk space, and how often a program may ask."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from flask import Flask, request

Limited = TypeVar("Limited")


@dataclass
class Limit:
    """How `often` an address may ask. Views with the same `scope` are counted together, others each for itself."""

    often: str
    scope: str = ""
    methods: tuple[str, ...] | None = None
    """Only requests with these methods are counted, None for all."""


NEW_SHEETS = Limit("30 per hour", methods=("POST",))
"""A whole club on one address scores fewer games in an hour."""

NEW_GROUPS = Limit("20 per hour", methods=("POST",))
FILES = Limit("20 per hour", methods=("POST",))
PUTTING_INTO_GROUPS = Limit("60 per hour", methods=("POST",))

API_REQUESTS = Limit("600 per minute", scope="api")
"""Many times what somebody at the table can ask, and little enough that one program leaves room for the others."""

PICTURES = Limit("60 per minute")
"""Pictures in pixels take a second each to paint; nobody looks at so many."""

JUDGING = Limit("120 per minute", scope="judging")
"""For views that ask the engine what may be done in a position that a stranger sends. Two a second: the answer to the
worst question that can be asked takes a good part of one."""


def limited(limit: Limit) -> Callable[[Limited], Limited]:
    """Limit a view, or all views of a blueprint that have no limit of their own."""

    def mark(view: Any) -> Any:
        view.limit = limit
        return view

    return mark


def init_app(app: Flask) -> None:
    """Count requests for all views and blueprints that are `limited`; they must be registered already.

    Counted in the memory of this process. Where there are several, a proxy leads a visitor to the same one every time
    (`deploy/nginx.conf`).
    """
    if not app.config["RATELIMIT_ENABLED"]:
        return
    # Imported here because a phone that answers itself counts nothing.
    from flask_limiter import Limiter
    from flask_limiter.util import get_remote_address

    limiter = Limiter(get_remote_address, storage_uri="memory://", strategy="moving-window")
    limiter.init_app(app)
    # The limited view refers to its limiter weakly, so somebody has to hold on to it.
    app.extensions["limiter of views"] = limiter

    def counted(view: Any, name: str) -> Any:
        limit: Limit | None = getattr(view, "limit", None)
        if limit is None:
            return view
        methods = list(limit.methods) if limit.methods else None
        return limiter.shared_limit(limit.often, limit.scope or name, methods=methods)(view)

    marked = {name for name, one in (*app.blueprints.items(), *app.view_functions.items()) if hasattr(one, "limit")}
    # What has no limit is not looked up either: most requests are phones that ask whether a sheet has changed.
    limiter.request_filter(lambda: request.endpoint not in marked and request.blueprint not in marked)
    for blueprint in app.blueprints.values():
        counted(blueprint, blueprint.name)
    app.view_functions.update({name: counted(view, name) for name, view in app.view_functions.items()})
