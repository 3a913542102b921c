"""The search of a phone that keeps the pages, but not the whole app; `static/js/lookup.js` finds with it what we find.

It comes with the pages: what people ask of each place and what things are called, and, as pieces of pages, how each of
them stands in the list. So the script ranks, and nothing is put together a second time.
"""

from __future__ import annotations

from collections.abc import Iterator

from flask import current_app, render_template, url_for

from companion import components, i18n, languages
from companion.book.search.index import load_questions
from companion.paths import folder
from companion.reference import layers
from companion.reference.finding import all_names
from companion.web.parts import view
from companion.web.reference import reference

PIECES = ("found", "elsewhere", "nothing", "icons")
"""What stands above what was found, above what is not in one's game, where nothing was found, and the way to icons."""


def index(language: str) -> dict[str, object]:
    """What the script holds a query against."""
    held = reference()
    book, ranking = held.books[language], held.indexes[language]
    questions = load_questions(folder("content"), book)
    # Others may find in any language; a phone keeps its reader's and the one that the game's words are best known in.
    spoken = dict.fromkeys((language, i18n.DEFAULT_LANGUAGE))
    others = [held.books[other] for other in spoken if other != language]
    places = []
    for place in book.places.values():
        titled = [place, *(other.places[place.id] for other in others if place.id in other.places)]
        played, unsaid = ranking.weights(place.id)
        places.append(
            {
                "id": place.id,
                "played": played,
                "unsaid": unsaid,
                "layers": [layer for layer in place.section.layers if layer not in layers.always_shown()],
                "names": [name for each in titled for name in (each.title, *each.part.terms)],
                "asked": questions.get(place.id, ()),
            }
        )
    glossary = held.glossaries[language]
    synonyms = held.asking[language].synonyms(glossary.synonyms())
    things = [
        *({"piece": f"component {name}", "names": names} for name, names in all_names(spoken).items()),
        *({"piece": f"term {term.id}", "names": [term.term, *term.also]} for term in glossary.terms.values()),
    ]
    return {
        "nouns": [],
        "verbs": [],
        "irregular": {},
        "unlike": {},
        **{name: forms for each in languages.every() for name, forms in each.forms.items()},
        "small": sorted({word for each in languages.every() for word in each.asking}),
        "synonyms": {word: sorted(others) for word, others in sorted(synonyms.items())},
        "places": places,
        "things": things,
    }


def pieces(language: str) -> Iterator[tuple[str, str]]:
    """What a list of hits is made of, by name: what stands above it, and every section, component and word in it."""
    held = reference()
    book, ranking = held.books[language], held.indexes[language]
    with current_app.test_request_context():
        address = url_for("rules.search", language=language)
    with current_app.test_request_context(address):
        current_app.preprocess_request()
        for piece in PIECES:
            yield piece, render_template("offline/found.html", piece=piece)
        for name in book.places:
            yield f"hit {name}", render_template("rules/_hit.html", hit=ranking.plain(name), book=book)
        for name in components.parts():
            yield f"component {name}", render_template("rules/_part.html", part=view.entry(name, language))
        for term in held.glossaries[language].terms.values():
            yield f"term {term.id}", render_template("rules/_term.html", term=term)
