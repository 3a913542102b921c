"""The component reference: every tile, card and space with its picture, what it does and what it counts."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, cast

from flask import Blueprint, abort, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from companion import components, engine, i18n
from companion.book.library import section_address
from companion.book.sections import KnownFigure, Sources
from companion.components import ComponentWords, Part, component_words, facets
from companion.components.effects import FAMILIES, strip
from companion.engine import Catalog, House
from companion.web import assets, language
from companion.web.caching import cached, same_for_all
from companion.web.links import htmx, render
from companion.web.reference import reference
from companion.web.table import house_rules

blueprint = Blueprint("parts", __name__, url_prefix="/<language:language>/reference")
_SURE = "high"


@dataclass(frozen=True)
class Rule:
    """A link to a rule: its address and what it is called."""

    address: str
    title: str
    ruling: bool


@functools.cache
def drawn(name: str, language: str, *, label: bool = False) -> Markup:
    """The picture of a component, drawn once for each language."""
    part, words = components.parts()[name], component_words(language)
    # Of which game it is stands beside the picture, and not in it.
    title = i18n.capital(part.title(words))
    return part.picture(assets.sprite(), title).markup(words.alternative(part) if label else "")


@functools.cache
def entry(name: str, language: str) -> Mapping[str, str]:
    """A component as lists show it."""
    part, words = components.parts()[name], component_words(language)
    texts = {"kind": words.kind(part.kind), "title": words.title(part), "short": words.line(part)}
    return {"id": part.id, "layer": part.layer, **texts}


def selection(what: facets.Facets, language: str) -> dict[str, Any]:
    """The components that fit, in groups, and everything that may be asked for."""
    words = component_words(language)
    groups = facets.grouped(what)
    return {
        "groups": [
            (
                group,
                words.kind(group) if group in components.KINDS else words.name("layer", group),
                "" if group in components.KINDS else group,
                [entry(part.id, language) for part in fitting],
            )
            for group, fitting in groups.items()
        ],
        "count": sum(len(fitting) for group, fitting in groups.items() if group in components.KINDS),
        "total": sum(map(components.usual, components.parts().values())),
        "kinds": [(kind, words.kind(kind)) for kind in components.KINDS],
        "families": [(family, words.name("part-family", family)) for family in FAMILIES],
        "hands": [(hand, words.name("hand", hand)) for hand in facets.HANDS],
        "sides": facets.SIDES,
        "most": facets.MAX_COUNT,
    }


def selections_about(section: str, language: str) -> list[tuple[str, str]]:
    """Selections of components worth seeing beside a section: their addresses, and what they are called."""
    words = component_words(language)
    return [
        (
            url_for("parts.index", **cast(dict[str, Any], selection)),
            words.kind(selection["kind"]) if "kind" in selection else words.name("part-family", selection["does"]),
        )
        for selection in facets.selections_about(section)
    ]


def _rule(target: str, language: str) -> Rule:
    rules = reference().books[language]
    return Rule(section_address(language, target), rules.title_of(target), rules.place_of(target).ruling)


def _told_apart(targets: Iterable[str], language: str) -> tuple[Rule, ...]:
    """Links to rules. Headings that are called like another one tell their section, too."""
    sections = reference().books[language].sections
    rules = {target: _rule(target, language) for target in targets}
    called = Counter(rule.title for rule in rules.values())
    return tuple(
        replace(rule, title=f"{sections[facets.bare(target)].title} › {rule.title}")
        if called[rule.title] > 1 and target != facets.bare(target)
        else rule
        for target, rule in rules.items()
    )


def _doings(part: Part, words: ComponentWords) -> list[tuple[str, list[tuple[Markup, str]], tuple[Rule, ...]]]:
    """What a component lets a player do: when, the choices with their icons, and the rules about it."""
    return [
        (
            words.name("deed", deed.when),
            [(strip((choice,), assets.sprite()).markup(), words.sentence(choice)) for choice in deed.action],
            tuple(_rule(target, words.language) for target in dict.fromkeys(e.section for e in deed.effects)),
        )
        for deed in part.deeds
    ]


@functools.lru_cache
def _sources(language: str, edition: int, variants: tuple[str, ...], house: House) -> Sources:
    """What texts refer to in one game. Figures that layers list by names of their own are the same in every game."""
    every, usual = reference().sources[language], engine.figures_in(engine.load_catalog())
    figures = cast(Mapping[str, KnownFigure], engine.figures_in(engine.load_catalog(edition, variants, (), house)))
    return replace(every, figures={name: one for name, one in every.figures.items() if name not in usual} | {**figures})


def rule_text(text: str, language: str, catalog: Catalog | None = None) -> Markup:
    """A line of rule text as HTML, with the figures of a game where it says which. Raises LookupError for what it must
    not refer to."""

    # Imported here because no other page needs Markdown.
    from companion.book.render import render

    def address(target: str) -> str:
        name = target.removeprefix("reference/")
        return section_address(language, target) if name == target else url_for("parts.part", name=name)

    here = reference().sources[language]
    if catalog is not None:
        here = _sources(language, catalog.edition, catalog.variants, catalog.played_otherwise)
    out = render(text, here, address)
    if out.problems:
        raise LookupError("; ".join(out.problems))
    return Markup(out.line)  # noqa: S704 (rendered by us)


def sentences(part: Part, language: str) -> tuple[Markup, ...]:
    """What there is to say about a component beyond its actions, and at the end of the game."""
    words = component_words(language)
    return tuple(rule_text(text, language, _game(part)) for text in (words.remark(part), words.end(part)) if text)


def _game(part: Part) -> Catalog | None:
    """The game whose figures a component has; None for those that texts tell anyway."""
    return None if part.catalog.edition == engine.editions()[-1] and not part.prefix else part.catalog


def _page(part: Part, language: str) -> dict[str, Any]:
    """Everything that the page of a component shows."""
    words = component_words(language)
    before, after = components.neighbours(part)
    return {
        "entry": entry(part.id, language),
        "kind": part.kind,
        "remark": rule_text(words.remark(part), language, _game(part)),
        "doings": _doings(part, words),
        "facts": tuple((label, rule_text(value, language, _game(part))) for label, value in words.facts(part)),
        "end": rule_text(words.end(part), language, _game(part)),
        "rules": _told_apart(part.related(), language),
        # What is said of a doubt speaks of the newest edition's print.
        "confidence": None
        if part.confidence == _SURE or part.catalog.edition != engine.editions()[-1]
        else part.confidence,
        "before": entry(before.id, language) if before else None,
        "after": entry(after.id, language) if after else None,
    }


@blueprint.app_template_global()
def picture(name: str, *, label: bool = False) -> Markup:
    """The picture of a component by its id, for any page; decoration beside its name unless it gets a label."""
    return drawn(name, language.current(), label=label)


@blueprint.route("/")
def index() -> ResponseReturnValue:
    """All components, or those that fit; for htmx only the list."""
    what = facets.wanted(request.args)

    def page() -> str:
        return render("reference/index.html", "results", wanted=what, **selection(what, language.current()))

    if what.anything:
        return cached(("reference", language.current(), "list" if htmx else "page"), page)
    return same_for_all(page())


@blueprint.route("/<name>")
def part(name: str) -> ResponseReturnValue:
    """One component; for htmx only what it says, to be shown over another page."""
    component = components.parts().get(name) or abort(404)
    played_otherwise = house_rules.on_pages().get(f"reference/{component.id}")

    def page() -> str:
        shown = _page(component, language.current())
        return render("reference/part.html", "text", page=shown, played_otherwise=played_otherwise)

    if played_otherwise:
        return page()
    return cached(("reference", name, language.current(), "text" if htmx else "page"), page)
