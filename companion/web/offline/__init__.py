"""Without signal: what a phone keeps, how it is installed, and what opens when the app cannot be reached.

A service worker (`static/js/worker.js`) answers for the app then. It is the same for everybody, and everything that it
keeps belongs to one version: see `packs.py`.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from flask import Blueprint, Response, abort, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext
from flask_wtf.csrf import generate_csrf

from companion import i18n
from companion.book.search.words import MAX_QUERY_LENGTH
from companion.made.store import Store
from companion.web import assets, language
from companion.web.assets import FOREVER, Encoded, encode, respond
from companion.web.caching import cached
from companion.web.device import identity
from companion.web.offline import packs, whole
from companion.web.sanitise import one_line
from companion.web.security import allowing_python

if TYPE_CHECKING:  # A phone starts no processes.
    from subprocess import Popen

blueprint = Blueprint("offline", __name__)

_WORKER, _WHOLE = ("js/worker.js", "js/lookup.js"), ("js/storage.js", "js/sheets.js", "js/picture.js", "js/whole.js")
"""What workers are made of, one after the other; the first of the whole app is a module of pages, too."""
_READER = "vendor/qr-"
"""What reads QR codes: only the whole app has something to read."""
_NEEDED = ("text/css", "text/javascript", "image/svg+xml")
"""Types of the static files that pages load."""
_COMPILED, _PICTURE, _MEMORY = 7, 52, 250
"""Megabytes: of the code that a phone compiles when it starts the whole app for the first time, of the picture from
which it starts later, and of memory while it runs. `python -m bench phone` measures them.
"""
_PACKING_SECONDS = 5
"""After which it is worth asking whether the server has packed something."""
_ICONS = {"any": (192, 512), "maskable": (512,)}


@blueprint.route("/<language:language>/offline/")
def index() -> ResponseReturnValue:
    """What this device keeps, how to keep more, and what works without signal."""
    coming = _being_packed(_whole_stores)
    files = {} if coming else whole.files(language.current())
    sent = sum(file.sent for file in files.values()) / 1e6
    stored = sum(file.size for file in files.values()) / 1e6 + _COMPILED + _PICTURE
    sizes = {"megabytes": round(sent), "stored": round(stored), "picture": _PICTURE, "memory": _MEMORY}

    def page() -> str:
        return render_template("offline/index.html", coming=coming, **sizes)

    return cached(("offline", language.current(), str(coming)), page)


def _being_packed(stores: Callable[[], Iterable[Store]]) -> bool:
    """Whether a process beside this one is packing what these keep: whoever asks for it does not do so once more."""
    packing: Popen[bytes] | None = current_app.extensions.get("packing")
    return packing is not None and packing.poll() is None and not all(store.fresh() for store in stores())


def _whole_stores() -> Iterable[Store]:
    return whole.stores().values() if whole.available() else ()


def _come_again() -> Response:
    return Response(status=503, headers={"Retry-After": str(_PACKING_SECONDS), "Cache-Control": "no-store"})


@blueprint.route('/<language:language>/offline/<any("no-signal", "no-answer", "waking"):why>')
def instead(why: str) -> ResponseReturnValue:
    """What stands in the place of a page that a device has not kept, or that the whole app there could not give or
    is about to.
    """
    template = "offline/waking.html" if why == "waking" else "offline/instead.html"
    return cached((why, language.current()), lambda: render_template(template, failed=why == "no-answer"))


@blueprint.route("/<language:language>/offline/pages.json")
def pages() -> Response:
    """All pages that a device keeps in a language, of the version that it asks for."""
    if request.args.get("v") != packs.version():
        abort(404)
    if _being_packed(lambda: [packs.store()]):
        return _come_again()
    language_asked = language.current()
    packed = Encoded("application/json", packs.version(), functools.partial(packs.pack, language_asked))
    return respond(packed, FOREVER)


@blueprint.route("/offline/<name_of_version>/<name>")
def file(name_of_version: str, name: str) -> Response:
    """A file of the whole app, of the version that a device asks for."""
    if _being_packed(_whole_stores):
        return _come_again()
    stored = whole.files(*i18n.languages()).get(name)
    if not stored or stored.address != f"{name_of_version}/{name}":
        abort(404)
    return respond(whole.encoded(name), FOREVER)


@blueprint.route("/offline/device")
def device() -> Response:
    """What the entries of this device are signed with: those that it makes without signal carry the same.

    Besides, what a form needs that comes from this device: one that it has made without signal lacks it.
    """
    answer = {"device": identity.signature(), "csrf_token": generate_csrf()}
    return Response(json.dumps(answer), 200, {"Cache-Control": "no-store"}, "application/json")


@blueprint.route("/sw.js")
def worker() -> Response:
    """The service worker with the version that it keeps. Browsers look for a new one when a page is opened."""
    return respond(_worker(), "no-cache")


@blueprint.route("/sw-whole.js")
def whole_worker() -> Response:
    """The same for a device that keeps the whole app: this one can answer like the server."""
    if not whole.available():
        abort(404)
    if _being_packed(_whole_stores):
        return _come_again()
    response = respond(_whole_worker(), "no-cache")
    response.headers["Content-Security-Policy"] = allowing_python()
    return response


@functools.cache
def _worker() -> Encoded:
    return _script(f'"use strict";\nconst app = {json.dumps(_worker_settings())};\n', *_WORKER)


@functools.cache
def _whole_worker() -> Encoded:
    every = whole.files(*i18n.languages())
    sizes = {_address(file): file.size for file in every.values()}
    files = {name: _address(file) for name, file in whole.files().items()}
    languages = {code: _address(every[name]) for code, name in whole.apps().items() if name not in files}
    imports = {"{ loadPyodide }": "pyodide.mjs", "createPyodideModule": "pyodide.asm.mjs"}
    imported = "".join(f'import {what} from "{files[name]}";\n' for what, name in imports.items())
    settings = {**_worker_settings(_READER), "whole": files, "languages": languages, "sizes": sizes}
    return _script(f"{imported}const app = {json.dumps(settings)};\n", *_WORKER, *_WHOLE)


def _script(head: str, *names: str) -> Encoded:
    files = assets.load()
    return encode("".join((head, *(files[name].encoded("").decode() for name in names))).encode(), "text/javascript")


def _worker_settings(*more: str) -> dict[str, object]:
    """What a worker is told: the version, the files that pages load, and where the pages of each language are."""
    return {
        "version": packs.version(),
        "files": [
            url_for("static", filename=name)
            for name, file in assets.load().items()
            if file.mimetype in _NEEDED
            and name not in (*_WORKER, *_WHOLE[1:])
            and (not name.startswith(_READER) or _READER in more)
        ],
        "packs": {code: url_for("offline.pages", language=code, v=packs.version()) for code in i18n.languages()},
    }


def _address(file: whole.File) -> str:
    version, name = file.address.split("/")
    return url_for("offline.file", name_of_version=version, name=name)


@blueprint.route("/<language:language>/app.webmanifest")
def manifest() -> Response:
    """What a phone needs to know to install the app."""
    return cached(("manifest", language.current()), _manifest, "application/manifest+json")


def _manifest() -> str:
    start = url_for("home.index")
    places = {
        gettext("Rules"): url_for("rules.index"),
        gettext("Check"): url_for("check.index"),
        gettext("Score"): url_for("score.index"),
    }
    icons = [
        {"src": icon, "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
        for purpose, sizes in _ICONS.items()
        for size in sizes
        for icon in [url_for("static", filename=f"icons/{purpose}-{size}.png")]
    ]
    manifest = {
        "id": "/",
        "name": gettext("Trail Notebook"),
        "short_name": gettext("Trail Notebook"),
        "description": gettext("Rules, position check and score sheet for Great Western Trail, second edition"),
        "lang": language.current(),
        "start_url": start,
        "scope": "/",
        "display": "standalone",
        "background_color": "#f6efe1",
        "theme_color": "#f6efe1",
        "icons": icons,
        "shortcuts": [{"name": name, "url": address, "icons": icons[:1]} for name, address in places.items()],
        "share_target": {
            "action": url_for("offline.shared"),
            "method": "GET",
            "params": {name: name for name in ("title", "text", "url")},
        },
    }
    return json.dumps(manifest, ensure_ascii=False)


@blueprint.route("/<language:language>/shared")
def shared() -> ResponseReturnValue:
    """What another app shares with this one: a link of this app is opened, anything else is looked for in the rules."""
    texts = [request.args.get(name, "") for name in ("url", "text", "title")]
    for word in " ".join(texts).split():
        try:
            link = urlsplit(word)
        except ValueError:
            continue
        if link.scheme in ("http", "https") and link.netloc == request.host:
            # Two strokes of either kind at the beginning would lead to another site.
            return redirect(link._replace(scheme="", netloc="", path="/" + link.path.lstrip("/\\")).geturl())
    wanted = one_line(next(filter(None, texts[1:]), ""))[:MAX_QUERY_LENGTH]
    return redirect(url_for("rules.search", q=wanted) if wanted else url_for("rules.index"))
