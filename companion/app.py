"""The web application: everything is put together here and nowhere else."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

from flask import Flask, redirect, url_for
from flask.typing import ResponseReturnValue
from flask_wtf import CSRFProtect

from companion import settings
from companion.paths import folder
from companion.web import (
    api,
    ask,
    assets,
    caching,
    card,
    check,
    database,
    disputes,
    editor,
    errors,
    history,
    home,
    language,
    limits,
    links,
    logs,
    offline,
    parts,
    reference,
    rules,
    score,
    security,
    setup,
    solo,
    table,
    teach,
    yours,
)
from companion.web.links import htmx
from companion.web.score import exchange, results
from companion.web.table import house_rules

log = logging.getLogger(__name__)

_DEFAULTS: Mapping[str, Any] = {
    # No form of ours is longer; what is, is refused before it is read.
    "MAX_CONTENT_LENGTH": 256 * 1024,
    "MAX_FORM_MEMORY_SIZE": 192 * 1024,
    "MAX_FORM_PARTS": 400,
    "SESSION_COOKIE_NAME": "session",
    "SESSION_COOKIE_HTTPONLY": True,
    "SESSION_COOKIE_SAMESITE": "Lax",
    "PERMANENT_SESSION_LIFETIME": 365 * 24 * 3600,
    # The year begins anew whenever something is noted: every sheet that is opened is.
    "SESSION_REFRESH_EACH_REQUEST": False,
    # A form stays good as long as the session: a sheet lies open for a whole evening.
    "WTF_CSRF_TIME_LIMIT": None,
    "WTF_CSRF_SSL_STRICT": False,
    "COMPRESS": True,
    "COMPRESS_ALGORITHM": ["br", "gzip"],
    "COMPRESS_STREAMS": False,
    "COMPRESS_BR_LEVEL": 5,
    # The app answers in a browser: see phone.py.
    "ON_PHONE": False,
    # What it signs entries with there, once the server has said so.
    "SIGNATURE": None,
}


def create_app(config: Mapping[str, Any] | None = None) -> Flask:
    """Make the application.

    `config` has settings by name (`settings.ALL`; the others are read from the environment) and, for tests and phones,
    anything else that Flask and its extensions know. The database is opened when it is first asked
    (`database.opened`). Raises Mistaken for settings, and ContentError or CatalogError when texts or component data are
    wrong.
    """
    config = config or {}
    chosen = config if isinstance(config, settings.Configuration) else settings.read(config)
    app = Flask("companion", template_folder=str(folder("templates")), static_folder=None)
    chosen["INSTANCE"].mkdir(parents=True, exist_ok=True)
    app.config.from_mapping(_DEFAULTS)
    app.config.from_mapping(SESSION_COOKIE_SECURE=chosen["HTTPS"])
    key = settings.secret_key(chosen)
    app.config.from_mapping({**config, **chosen, "SECRET_KEY": key.strip()})
    # The end of its line was part of the key once; what was signed with that stays valid.
    app.config["SECRET_KEY_FALLBACKS"] = [key] if key != key.strip() else None

    app.jinja_env.filters["points"] = lambda value: str(value).replace("-", "−")
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    # What runs after a request runs in the opposite order: compression comes last, so it is told first.
    if app.config["COMPRESS"]:
        # Imported here because on a phone there is no line to save, and no compiled library.
        from companion.web.compressing import CompressRefusals

        CompressRefusals(app)
    logs.init_app(app)
    security.init_app(app)
    caching.init_app(app)
    assets.init_app(app)
    language.init_app(app)
    links.init_app(app)
    htmx.init_app(app)
    csrf = CSRFProtect(app)
    for stateless in (check, editor, disputes, api):
        # Nothing is stored and nobody is known there, so there is nothing that a foreign page could abuse.
        csrf.exempt(stateless.blueprint)
    # It takes JSON only, which foreign pages cannot send here, and goes by the keys of sheets, which those do not have.
    csrf.exempt(exchange.blueprint)
    errors.init_app(app)
    features = (home, rules, parts, check, ask, editor, score, results, exchange, history, table, solo, setup, teach)
    for feature in (*features, house_rules, yours, disputes, api, card, offline):
        app.register_blueprint(feature.blueprint)
    limits.init_app(app)
    _add_roots(app)
    reference.init_app(app)
    yours.init_app(app)
    return app


def _add_roots(app: Flask) -> None:
    @app.route("/")
    def root() -> ResponseReturnValue:
        """Send the reader to their language."""
        response = redirect(url_for("home.index", language=language.current()))
        response.vary.update(("Accept-Language", "Cookie"))
        return response

    @app.route("/healthz")
    def healthz() -> ResponseReturnValue:
        """Whether the app and its database do their work; what is wrong otherwise."""
        trouble = database.current().trouble()
        if trouble:
            log.error(trouble)
            return {"status": trouble}, 503
        return {"status": "ok"}

    @app.route("/robots.txt")
    def robots() -> ResponseReturnValue:
        """Score sheets are nobody else's business; there is no end of positions and of answers that lead to answers."""
        places = ("score/", "check/board/", "check/*?", "teach/turn/", "yours/")
        closed = "".join(f"Disallow: /*/{place}\n" for place in places)
        return f"User-agent: *\n{closed}", 200, {"Content-Type": "text/plain; charset=utf-8"}
