"""Rules: contents, sections, search, glossary, pages to print. All are the same for everybody, so they can be kept."""

from __future__ import annotations

import functools
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from flask import Blueprint, abort, redirect, render_template, request
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from companion import engine
from companion.book.search.words import MAX_QUERY_LENGTH, telling, without_particle
from companion.book.search.words import words as split
from companion.book.sections import MOMENTS, Chapter, Section, around, chapters_at
from companion.components import component_words, usual
from companion.components.icons import FACETS, PLACES, Icon, icons
from companion.pictures.board import board_picture
from companion.reference import layers
from companion.reference.examples import Example
from companion.reference.library import Results, look_for
from companion.web import assets, language, parts, yours
from companion.web.ask import in_box
from companion.web.assets import sprite
from companion.web.caching import cached, same_for_all
from companion.web.device import house, table
from companion.web.device.table import Settings
from companion.web.links import htmx, render
from companion.web.reference import address_of, book, cited, reference
from companion.web.sanitise import one_line
from companion.web.table import house_rules

# The icons of the game: what each means, in one sentence, where it is printed.

_LEAST = 0.6
"""The share of the words of a query that an icon's meaning must hold."""
_SYMBOL = Markup('<svg class="symbol" aria-hidden="true"><use href="{}#{}"/></svg>')


@dataclass(frozen=True)
class IconView:
    """An icon as the page shows it; `layer` is what must be played to see it."""

    icon: Icon
    picture: Markup
    name: str
    """What it is, for those who do not see it, and for the search."""
    meaning: Markup
    sections: tuple[tuple[str, str], ...]
    layer: str
    said: str
    """The words of its name and its meaning, each behind a blank."""


@functools.cache
def described(language: str) -> tuple[IconView, ...]:
    """All icons in a language."""
    terms = {term.symbol: term for term in reference().glossaries[language].terms.values() if term.symbol}
    sprite = assets.sprite()
    words = component_words(language)
    views = []
    for icon in icons(frozenset(terms)):
        sections = icon.sections
        if icon.choice:
            name = words.sentence(icon.choice)
            meaning = Markup.escape(name)
            picture = icon.picture(sprite).markup("")
        elif icon.part:
            name = words.title(icon.part)
            meaning = Markup(" ").join(parts.sentences(icon.part, language))
            picture = parts.drawn(icon.part.id, language)
        else:
            term = terms[icon.symbol]
            meaning = Markup(term.says)  # noqa: S704 (rendered by us)
            name, sections, picture = term.term, (term.section,), _SYMBOL.format(sprite, icon.symbol)
        alone = [part.layer for part in icon.shown_on if not usual(part)]
        layer = alone[0] if alone and len(alone) == len(icon.shown_on) else ""
        said = " ".join(["", *split(f"{name} {meaning.striptags()}")])
        views.append(IconView(icon, picture, name, meaning, tuple(cited(sections)), layer, said))
    return tuple(views)


def by_place(language: str, shows: str, query: str = "") -> dict[str, list[IconView]]:
    """The icons of each place that show something, or whose meaning holds the words of a query; none is empty."""
    words = {f" {without_particle(word) or word}" for word in telling(split(query))} if query else set()
    grouped: dict[str, list[IconView]] = {place: [] for place in PLACES}
    for one in described(language):
        if (not shows or shows in one.icon.facets) and sum(map(one.said.__contains__, words)) >= _LEAST * len(words):
            grouped[one.icon.place].append(one)
    return {place: fitting for place, fitting in grouped.items() if fitting}


blueprint = Blueprint("rules", __name__, url_prefix="/<language:language>/rules")

_MAX_DISPUTES = 2
PLAYER_AID = ("aids/turn", "aids/figures")
"""The sections that make the two printed pages of the player aid."""


@blueprint.app_template_filter("of_layer")
def of_layer(names: tuple[str, ...]) -> str:
    """The layer that something is shown with, "" when it is always shown."""
    return " ".join(name for name in names if name not in layers.always_shown())


@blueprint.app_template_global()
def suggested_searches() -> tuple[str, ...]:
    """Searches to begin with, in the language of the page."""
    return reference().asking[language.current()].suggested


@blueprint.route("/")
def index() -> ResponseReturnValue:
    """Contents of the rules, perhaps only what one needs at a moment of the game, and the search box."""
    rules = book()
    moment = request.args.get("at", "")
    if moment not in MOMENTS:
        moment = ""

    def page() -> str:
        return render_template(
            "rules/index.html",
            book=rules,
            chapters=chapters_at(rules, reference().moments, moment) if moment else rules.chapters,
            moments=MOMENTS,
            moment=moment,
            found=Results(""),
            yours=bool(yours.visible()),
        )

    return yours.unkept(page()) if yours.visible() else cached(("index", rules.language, moment), page)


@blueprint.route("/<path:name>")
def section(name: str) -> ResponseReturnValue:
    """One section; for htmx only its text, to be shown over another page."""
    rules = book()
    here = rules.sections.get(name)
    if here is None:
        return redirect(address_of(reference().moved.get(name) or abort(404)), 301)

    theirs, played_otherwise = yours.telling_the_same(here), house_rules.on_pages().get(here.id)

    def page() -> str:
        before, after = around(rules.sections.values(), here)
        context = {
            "book": rules,
            "section": here,
            "chapter": rules.chapter_of(here),
            "pieces": _pieces(here),
            # Over another page, which has no style for it, the text stands alone.
            "picture": None if htmx else _region(here),
            "selections": parts.selections_about(here.id, rules.language),
            "automas": _automas(rules.chapter_of(here), here),
            "elsewhere": _elsewhere(here),
            "disputes": reference().disputes[rules.language].of_section(here.id),
            "yours": theirs,
            "played_otherwise": played_otherwise,
            "before": before,
            "after": after,
        }
        return render("rules/section.html", "text", **context)

    if theirs:
        return yours.unkept(page())
    return page() if played_otherwise else cached((here.id, rules.language, "text" if htmx else "page"), page)


def _elsewhere(section: Section) -> list[tuple[str, str]]:
    """The layers with which something that a section tells is different, each with its own section that says so."""
    return [
        (layer.id, own)
        for layer in engine.playable_layers().values()
        for place, own in {**layer.adds, **layer.differs}.items()
        if place.partition("#")[0] == section.id
    ]


def _automas(chapter: Chapter, section: Section) -> list[str]:
    """The automas, drawn by this app, that a section is about; the first section of a chapter is about all of it."""
    sections = chapter.sections if section == chapter.sections[0] else (section,)
    return [
        automa for automa in engine.automas() if any(one.id.startswith(f"{chapter.id}/{automa}-") for one in sections)
    ]


def _pieces(section: Section) -> Iterator[tuple[str, Sequence[Example]]]:
    """The text of a section from the top down, and the examples that come after each piece: at the end of the place
    that they are about.
    """
    after: dict[int, Sequence[Example]] = {}
    for place in section.places:
        numbers = place.passages
        end = next((one for one, other in pairwise(numbers) if other > one + 1), numbers[-1])
        after[end] = reference().examples[section.language].get(place.id, ())
    for number, html in enumerate(section.page.pieces):
        yield html, after.get(number, ())


@blueprint.route("/glossary")
def glossary() -> ResponseReturnValue:
    """Every term in a line, with its symbol and its name in the other languages."""
    terms = reference().glossaries[language.current()]
    others = {code: entries for code, entries in reference().glossaries.items() if code != terms.language}
    return cached(
        ("glossary", terms.language),
        lambda: render_template("rules/glossary.html", glossary=terms, others=others, book=book()),
    )


@blueprint.route("/icons/")
def icons_of_the_game() -> ResponseReturnValue:
    """What each icon means, by the place where it is printed: of all, or those that show something or say a query."""
    shows = request.args.get("shows", "")
    shows = shows if shows in FACETS else ""
    query = one_line(request.args.get("q", "")[:MAX_QUERY_LENGTH])

    def page() -> str:
        icons, titles = by_place(language.current(), shows, query), reference().titles[language.current()]
        return render_template("rules/icons.html", found=icons, shows=shows, query=query, facets=FACETS, titles=titles)

    return same_for_all(page()) if query else cached(("icons", language.current(), shows), page)


@blueprint.route("/player-aid")
def player_aid() -> ResponseReturnValue:
    """The turn, and figures with scoring, made to be printed on two pages."""
    rules = book()
    return cached(
        ("player-aid", rules.language),
        lambda: render_template(
            "rules/player_aid.html",
            sheets=[rules.sections[name] for name in PLAYER_AID],
            edition=engine.editions()[-1],
        ),
    )


@blueprint.route("/search")
def search() -> ResponseReturnValue:
    """Components and terms that a query names, and sections that fit it; for htmx only the list.

    `in` names the layers that are played, and figures are told for so many `players`; where the address does not say,
    it is as the table of this device has it, or all layers are searched. First the rule in a sentence, then the quick
    question that was meant, with its verdict where nothing is in doubt, disputes, components, the other sections.
    """
    query = one_line(request.args.get("q", "")[:MAX_QUERY_LENGTH])
    settings = table.remembered()
    played = request.args["in"].split() if "in" in request.args else settings.shown
    players = request.args.get("players", settings.players, type=int)
    results = look_for(reference(), language.current(), query, played, players)
    library = reference().disputes[language.current()]
    found = library.find(query) if telling(split(query)) else ()
    argued = [*found, *(one for hit in results.hits[:1] for one in library.of_section(hit.section.id))]
    theirs = yours.found_in(query)
    context = {
        "book": book(),
        "yours": theirs,
        "query": query,
        "found": results,
        "asked": in_box(query) if query else None,
        "disputes": list({one.id: one for one in argued if query}.values())[:_MAX_DISPUTES],
        "icons": sum(map(len, by_place(language.current(), "", query).values())) if query else 0,
        "parts": [parts.entry(part, language.current()) for part in results.parts],
    }
    page = render("rules/search.html", "results", **context)
    if theirs:
        return yours.unkept(page)
    if settings != Settings() or house.remembered():
        return page
    # What is in doubt is what the table plays: nobody else's answer is kept for it.
    response = same_for_all(page)
    response.vary.add("Cookie")
    return response


def _region(section: Section) -> Markup | None:
    """The picture of a section in its language, if it has one. Raises KeyError for a region that is not drawn."""
    if not section.picture:
        return None
    layer = engine.playable_layers()[section.layers[0]]
    edition, variants = layer.edition or engine.editions()[-1], () if layer.edition else (layer.id,)
    spaces = engine.load_catalog(edition, variants).trail.spaces.values()
    plain = {
        "game": {"edition": edition, "variants": variants},
        "board": {"buildings": {space.id: None for space in spaces if space.kind == "building"}},
    }
    position = engine.read_position(json.dumps(plain))
    return board_picture(position, section.language, parts=[section.picture], sprite=sprite())
