"""The commands that look up the rules: search, figures; and what is stale in translations."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

import click

from companion import i18n
from companion.book import library
from companion.book.asked import load_questions
from companion.book.fields import ContentError
from companion.book.sections import Book, Section
from companion.cli import json_option, language_option, print_json
from companion.paths import folder
from companion.reference.library import MAX_HITS, USUAL_HITS, Reference, find, load


@click.command()
@click.argument("text")
@click.option("--limit", default=USUAL_HITS, show_default=True, type=click.IntRange(1, MAX_HITS))
@click.option("--yours", is_flag=True, help="Search the rulebooks that are imported here, too.")
@language_option
@json_option
@click.option("--instance", metavar="FOLDER", help="Where the rulebooks are; otherwise as `companion settings` says.")
def search(text: str, limit: int, yours: bool, instance: str | None, language: str, as_json: bool) -> None:
    """Search the rules for TEXT, and the components for its name.

    TEXT may have operators: phase:b, building:6b, "these words", -without.
    """
    results: dict[str, Any] = {**find(_reference(), language, text, limit=limit).as_json()}
    if yours:
        results["yours"] = _found_in_yours(text, instance)
    if as_json:
        print_json(results)
    else:
        for component in results["components"]:
            click.echo(f"{component['title']}  [{component['component']}]")
        for hit in results["hits"]:
            title = " › ".join(str(hit[key]) for key in ("title", "heading") if hit[key])
            said = "\n    ".join(str(hit[key]) for key in ("answer", "snippet") if hit[key])
            click.echo(f"{title}  [{hit['section']}]\n    {said}")
        for theirs in results.get("yours", ()):
            title = " › ".join((*theirs["path"], theirs["title"]))
            click.echo(f"{title}  [yours: {theirs['rulebook']}/{theirs['section']}]\n    {theirs['snippet']}")
    sys.exit(0 if any(results.values()) else 1)


def _found_in_yours(text: str, instance: str | None) -> list[dict[str, Any]]:
    """What the imported rulebooks of an instance say."""
    # Imported here because a search of the rules needs no settings.
    from companion import settings
    from companion.imported.shelf import Shelf, found_in_rulebooks

    try:
        read = settings.read({"INSTANCE": instance}, ("INSTANCE",))
    except settings.Mistaken as error:
        for line in error.lines:
            click.echo(f"Error: {line}", err=True)
        sys.exit(2)
    return [one.as_json() for one in found_in_rulebooks(Shelf(read["INSTANCE"]).rulebooks().values(), text)]


@click.command()
@click.argument("part", default="")
@json_option
def figures(part: str, as_json: bool) -> None:
    """List the figures that rule texts may refer to, or those with PART in their name."""
    # Imported here because a search needs no components.
    from companion.reference import layers

    chosen = {name: figure for name, figure in layers.figures().items() if part in name}
    if as_json:
        print_json({name: {" ".join(v) or "base": dict(n) for v, n in f.values.items()} for name, f in chosen.items()})
        return
    for name, figure in chosen.items():
        by_variant = {" ".join(variants) or "base": dict(values) for variants, values in figure.values.items()}
        distinct = {value for values in figure.values.values() for value in values.values()}
        shown = distinct.pop() if len(distinct) == 1 else by_variant
        click.echo(f"{name} = {shown}{'' if figure.confidence == 'high' else f'  ({figure.confidence} confidence)'}")


@click.command()
@click.option("--stamp", is_flag=True, help="Note in every stale translation that it is up to date now.")
@click.option(
    "--sentences",
    type=click.Choice(tuple(i18n.languages())),
    metavar="LANG",
    help="List the sentences of a language that are put together from parts, with values of every kind.",
)
def translations(stamp: bool, sentences: str | None) -> None:
    """Say how far each language is, and list the sections that are older than the English text; exit with 1 when there
    are any.
    """
    if sentences:
        # Imported here because it plays whole games.
        from companion.reference import samples

        for what, sentence in samples.sentences(sentences):
            click.echo(f"{what}\t{sentence}")
        return
    books = _reference().books
    stale = list(library.stale_translations(list(books.values())))
    english = books[library.REFERENCE_LANGUAGE].sections
    for language, book in books.items():
        click.echo(f"{language}: {_progress(book, english)}")
    for section in stale:
        click.echo(f"{section.file}: {section.id} is now {english[section.id].revision}, not {section.translates}")
        if stamp:
            library.stamp(section, english[section.id].revision)
    sys.exit(1 if stale and not stamp else 0)


def _progress(book: Book, english: Mapping[str, Section]) -> str:
    """What a language has of what there is, in figures."""
    names, messages = i18n.all_names(book.language), [one for one in i18n.read_catalog(book.language) if one.id]
    parts = [
        f"{len(book.sections)} of {len(english)} sections",
        f"{len(names)} of {len(i18n.all_names(library.REFERENCE_LANGUAGE))} names",
        f"{sum(map(len, load_questions(folder('content'), book).values()))} questions for the search",
    ]
    if messages:
        parts.insert(2, f"{sum(bool(one.string) and not one.fuzzy for one in messages)} of {len(messages)} messages")
    return ", ".join(parts)


def _reference() -> Reference:
    """The rules reference without a web app."""
    try:
        return load()
    except ContentError as error:
        click.echo(str(error), err=True)
        sys.exit(2)
