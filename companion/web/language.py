"""The reader's language: from the address, else from what the device remembers or the browser asks for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import flask_babel
from babel import negotiate_locale
from babel.dates import get_timezone
from babel.support import NullTranslations
from flask import Flask, g, request, url_for
from markupsafe import Markup
from werkzeug.routing import BaseConverter

from companion import i18n, languages
from companion.web.device import table
from companion.web.device.cookies import plain

_ARGUMENTS = {
    "rules.index": ("at",),
    "rules.search": ("q", "in", "players"),
    "rules.icons_of_the_game": ("shows", "q"),
    "parts.index": ("kind", "does", "hand", "side", "vp", "builders"),
    "check.index": ("example",),
    "check.picture": ("region", "zoom"),
    "disputes.index": ("q", "topic"),
    "setup.draw": ("house",),
    "setup.aid": ("house",),
    "score.sheet": ("player",),
    "result.reveal": ("shown",),
    "teach.example": ("name",),
    "teach.step": ("lead", "with"),
    "teach.first_turns": ("me", "known", "ask"),
    "history.index": ("players", "variants", "edition", "page"),
}
"""What pages look at behind the question mark."""


class LanguageConverter(BaseConverter):
    """The first part of every address: one of the languages that there are."""

    regex = "|".join(i18n.languages())


class _Messages(flask_babel.Domain):  # type: ignore[misc] # Flask-Babel tells no types
    """Messages straight from the PO files, compiled in memory, so nothing is stale. Without one the id is the text."""

    def get_translations(self) -> NullTranslations:
        return i18n.translations(str(flask_babel.get_locale()))

    def gettext(self, string: str, **variables: object) -> str:
        text = str(self.get_translations().ugettext(string))
        return i18n.filled(text, variables, str(flask_babel.get_locale())) if variables else text

    def ngettext(self, singular: str, plural: str, num: int, **variables: object) -> str:
        text = str(self.get_translations().ungettext(singular, plural, num))
        return i18n.filled(text, {"num": num, **variables}, str(flask_babel.get_locale()))


class _Babel(flask_babel.Babel):  # type: ignore[misc] # Flask-Babel tells no types
    domain_instance = _Messages()


def current() -> str:
    """The language of this request."""
    if "language" not in g:
        g.language = _preferred()
    return str(g.language)


def _preferred() -> str:
    # An address that leads nowhere may still begin with a language.
    first = request.path.split("/")[1]
    if first in i18n.languages():
        return first
    # Programs say it in the address; what a device remembers is for its pages.
    wanted = request.args.get("lang") if first == "api" else table.remembered().language
    if wanted in i18n.languages():
        return str(wanted)
    accepted = [code for code, _ in request.accept_languages]
    return negotiate_locale(accepted, list(i18n.languages()), sep="-") or i18n.DEFAULT_LANGUAGE


def _zone() -> str | None:
    """The time zone of the device, so that an evening has its own day; None for UTC."""
    zone = plain("zone", 60) or "UTC"
    try:
        return zone if get_timezone(zone) else None
    except (LookupError, ValueError):
        return None


def colon() -> str:
    """What stands between a label and what it says: French has a space in front of it."""
    return name("list", "colon")


def name(context: str, key: str, /, **params: object) -> str:
    """The reader's word for something of the game: `name("worker", "cowboy")`."""
    return i18n.name(current(), context, key, **params)


def same_as(endpoint: str, **values: object) -> None:
    """Note that this answer to a form is also to be had at an address: in another language it is found there."""
    g.same_page = (endpoint, {name: value for name, value in values.items() if value is not None})


def here_in(language: str) -> str:
    """The address of this page in another language; the rules when this page has no such address."""
    if "same_page" in g:
        endpoint, values = g.same_page
        return url_for(endpoint, language=language, **values)
    if request.endpoint is None or "address_has_language" not in g or request.method not in ("GET", "HEAD"):
        return url_for("rules.index", language=language)
    # Only what the page looks at comes along: pages are kept, and one reader's extras must not be another's.
    # What is left empty says no more than what does not come at all.
    arguments = {name: value for name in _ARGUMENTS.get(request.endpoint, ()) if (value := request.args.get(name))}
    return url_for(request.endpoint, **{**arguments, **(request.view_args or {}), "language": language})


def init_app(app: Flask) -> None:
    """Make languages part of all addresses and templates."""
    app.url_map.converters["language"] = LanguageConverter
    _Babel(app, default_locale=i18n.DEFAULT_LANGUAGE, locale_selector=current, timezone_selector=_zone)

    @app.url_value_preprocessor
    def take_language(endpoint: str | None, values: dict[str, Any] | None) -> None:  # noqa: ARG001 (Flask gives both)
        if values and "language" in values:
            # Views do not ask for it; `current` tells those who need it.
            g.language = values.pop("language")
            g.address_has_language = True

    @app.url_defaults
    def add_language(endpoint: str, values: dict[str, Any]) -> None:
        if "language" not in values and app.url_map.is_endpoint_expecting(endpoint, "language"):
            values["language"] = current()

    @app.context_processor
    def tell_templates() -> dict[str, object]:
        return {"language": current(), "script": languages.of(current()).script}

    # Macros know these too, wherever they are used. Texts are looked up here and not by Flask-Babel, which asks for the
    # locale anew for each of them.
    app.jinja_env.globals.update(
        languages=i18n.languages(),
        current_language=current,
        here_in=here_in,
        name=name,
        capital=i18n.capital,
        colon=colon,
    )
    app.jinja_env.globals.update(gettext=_in_page, ngettext=_counted_in_page)


def _in_page(text: str, /, **params: object) -> Markup:
    """A message as a part of a page."""
    return _filled_in_page(i18n.translations(current()).ugettext(text), params)


def _counted_in_page(one: str, more: str, number: int, /, **params: object) -> Markup:
    """A message that counts something as a part of a page."""
    text = i18n.translations(current()).ungettext(one, more, number)
    return _filled_in_page(text, {"num": number, **params})


def _filled_in_page(text: str, params: Mapping[str, object]) -> Markup:
    return i18n.filled(Markup(text), params, current())  # noqa: S704 (a message of ours; its values are escaped)


def gettext(text: str, /, **params: object) -> str:
    """A message of a page as plain text, with its parameters."""
    return str(flask_babel.gettext(text, **params))


def ngettext(one: str, more: str, number: int, /, **params: object) -> str:
    """A message that counts something, which it calls `num`."""
    return str(flask_babel.ngettext(one, more, number, **params))
