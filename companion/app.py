"""The web application: everything is put together here and nowhere else."""

from __future__ import annotations

import contextlib
import logging
import os
import secrets
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from flask import Flask, redirect, url_for
from flask.typing import ResponseReturnValue
from flask_wtf import CSRFProtect

from companion import paths
from companion.paths import folder
from companion.sheets.kept import Ages
from companion.web import (
    api,
    ask,
    assets,
    caching,
    check,
    database,
    disputes,
    editor,
    errors,
    history,
    impossible,
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
    solo,
    table,
)
from companion.web.htmx import htmx
from companion.web.score import exchange, results

log = logging.getLogger(__name__)

_DEFAULTS: Mapping[str, Any] = {
    # No form of ours is longer; what is, is refused before it is read.
    "MAX_CONTENT_LENGTH": 256 * 1024,
    "MAX_FORM_MEMORY_SIZE": 192 * 1024,
    "MAX_FORM_PARTS": 400,
    "SESSION_COOKIE_NAME": "session",
    "SESSION_COOKIE_HTTPONLY": True,
    "SESSION_COOKIE_SAMESITE": "Lax",
    # True when the app is reached over HTTPS only.
    "SESSION_COOKIE_SECURE": False,
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
    "RATELIMIT_ENABLED": True,
    # The app answers in a browser: see phone.py.
    "ON_PHONE": False,
    # What it signs entries with there, once the server has said so.
    "SIGNATURE": None,
    # Days after which something goes that nobody misses; 0: never.
    "EMPTY_DAYS": Ages.empty,
    "FORGOTTEN_DAYS": Ages.forgotten,
}


def create_app(config: Mapping[str, Any] | None = None) -> Flask:
    """Make the application.

    `config` overrides the defaults; of particular use are INSTANCE (a folder for the database and the
    secret key), DATABASE_URL, SECRET_KEY and SESSION_COOKIE_SECURE. The database is opened when it is first asked
    (`database.opened`). Raises ContentError or CatalogError when texts or component data are wrong.
    """
    app = Flask("companion", template_folder=str(folder("templates")), static_folder=None)
    home = paths.home((config or {}).get("INSTANCE"), app.instance_path)
    app.config.from_mapping(_DEFAULTS)
    app.config.from_prefixed_env("COMPANION")
    app.config.from_mapping(config or {})
    home.mkdir(parents=True, exist_ok=True)
    # One of digits only comes out of the environment as a number.
    app.config["SECRET_KEY"] = str(app.config["SECRET_KEY"] or _secret_key(home / "secret-key"))
    app.config["DATABASE_URL"] = paths.database_address(app.config.get("DATABASE_URL"), home)

    app.jinja_env.filters["points"] = lambda value: str(value).replace("-", "−")
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    # What runs after a request runs in the opposite order: compression comes last, so it is told first.
    if app.config["COMPRESS"]:
        # Imported here because on a phone there is no line to save, and no compiled library.
        from companion.web.compressing import CompressRefusals

        CompressRefusals(app)
    logs.init_app(app)
    impossible.init_app(app)
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
    features = (rules, parts, check, ask, editor, score, results, exchange, history, table, solo)
    for feature in (*features, disputes, api, offline):
        app.register_blueprint(feature.blueprint)
    limits.init_app(app)
    _add_roots(app)
    reference.init_app(app)
    return app


def make_pages() -> None:
    """Make beforehand what phones keep, which takes an app that answers. Raises as `create_app` does."""
    with tempfile.TemporaryDirectory() as nobodys, create_app({"INSTANCE": nobodys}).app_context():
        offline.packs.store().prepare()
    if offline.whole.available():
        for store in {*offline.whole.stores().values()}:
            store.prepare()


def _secret_key(file: Path) -> str:
    """The key that signs cookies: made once, kept in the instance folder, readable by its owner only."""
    if not file.exists():
        # Written aside and then linked: another process sees a whole key or none.
        with tempfile.NamedTemporaryFile("w", dir=file.parent, encoding="ascii") as draft:
            draft.write(secrets.token_urlsafe(48))
            draft.flush()
            with contextlib.suppress(FileExistsError):
                os.link(draft.name, file)
    return file.read_text(encoding="ascii")


def _add_roots(app: Flask) -> None:
    @app.route("/")
    def root() -> ResponseReturnValue:
        """Send the reader to their language."""
        response = redirect(url_for("rules.index", language=language.current()))
        response.vary.update(("Accept-Language", "Cookie"))
        return response

    @app.route("/<language:language>/")
    def home() -> ResponseReturnValue:
        """The rules are what people open the app for."""
        return redirect(url_for("rules.index"))

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
        closed = "".join(f"Disallow: /*/{place}\n" for place in ("score/", "check/board/", "check/*?"))
        return f"User-agent: *\n{closed}", 200, {"Content-Type": "text/plain; charset=utf-8"}
