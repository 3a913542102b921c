"""All rule pages, aids, disputes and components of a language in one file, for phones that lose the signal.

The file tells every line that stands in a page once, and of each page which lines it is made of: pages have their frame
in common, and where a page names its own address in any language, a mark stands for it. It is made once, and its
version changes with everything that pages are made of.
"""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from flask import current_app, render_template, url_for

from companion import components, i18n, languages
from companion.book.asked import load_questions
from companion.book.search.index import FIRST, LEARNED, MAX_QUERY_LENGTH, MAX_WORDS, UNPLAYED
from companion.book.search.learning import APART, CERTAIN, RATE, ROUNDS
from companion.book.search.things import MAX_NAMING
from companion.book.sections import MOMENTS
from companion.components.icons import FACETS
from companion.made.static import ENCODERS
from companion.made.store import Pieces, Store
from companion.paths import folder
from companion.reference import layers
from companion.reference.finding import all_names
from companion.web import parts
from companion.web.reference import reference

# The search of a phone that keeps the pages, but not the whole app; `static/js/lookup.js` finds with it what we find.

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
    called = held.asking[language].layers
    named = dict.fromkeys(called.values())
    places = []
    for place in book.places.values():
        titled = [place, *(other.places[place.id] for other in others if place.id in other.places)]
        played, unsaid = ranking.weights(place.id)
        places.append(
            {
                "id": place.id,
                "played": played,
                "unsaid": unsaid,
                "about": [layer for layer in named if layer in ranking.layers[place.id]],
                "layers": [layer for layer in place.section.layers if layer not in layers.always_shown()],
                "names": [name for each in titled for name in each.names],
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
        "most": {"letters": MAX_QUERY_LENGTH, "words": MAX_WORDS, "naming": MAX_NAMING},
        "small": sorted({word for each in languages.every() for word in each.asking}),
        "synonyms": {word: sorted(others) for word, others in sorted(synonyms.items())},
        "called": [*called.items()],
        "itself": held.asking[language].itself,
        "compares": sorted(held.asking[language].compares | held.asking[language].former),
        "unplayed": UNPLAYED,
        "places": places,
        "things": things,
        "learning": {
            "rounds": ROUNDS,
            "rate": RATE,
            "apart": APART,
            "certain": CERTAIN,
            "worth": LEARNED,
            "first": FIRST,
        },
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
            yield f"component {name}", render_template("rules/_part.html", part=parts.entry(name, language))
        for term in held.glossaries[language].terms.values():
            yield f"term {term.id}", render_template("rules/_term.html", term=term)


_FILE = "offline"
FOLDERS = ("content", "static", "templates")
HERE = "\0"
"""In a page, what its address is behind the language."""
PART = "part "
"""Before the address of a page: only what htmx shows of it over another page."""


@functools.cache
def store() -> Store:
    """Where they are kept. What is not is made by the current app."""
    return Store(sources(), (_FILE,), _make, title="pages for phones without signal")


@functools.cache
def sources() -> Mapping[str, Path]:
    """Everything that pages are made of."""
    package = Path(__file__).parents[2]
    parts = [entry for entry in package.iterdir() if not entry.name.startswith("__")]
    return {entry.name: entry for entry in sorted({*parts, *(folder(name) for name in FOLDERS)})}


@functools.cache
def version() -> str:
    """Changes with the code, the texts, the templates and the static files."""
    return store().version()[:16]


def pack(language: str, encoding: str) -> bytes:
    """The pages of a language in an encoding that `made.static` offers for JSON, or plain."""
    content: bytes = store().load(_FILE, f"{encoding} {language}")
    return content


def _make() -> Mapping[str, Pieces]:
    pieces: dict[str, object] = {}
    for language in i18n.languages():
        plain = _pack(language)
        pieces |= {f"{encoding} {language}": encode(plain) for encoding, encode in ENCODERS.items()}
    # They are not asked for any sooner because they were all made here.
    current_app.extensions["kept pages"].clear()
    return {_FILE: pieces}


def _pack(language: str) -> bytes:
    lines: dict[str, int] = {}
    pages = {}
    for name, page in _pages(language):
        runs: list[int] = []
        for line in _marked(name, page).split("\n"):
            number = lines.setdefault(line, len(lines))
            if runs and sum(runs[-2:]) == number:
                runs[-1] += 1
            else:
                runs += (number, 1)
        pages[name] = runs
    packed = {"lines": list(lines), "pages": pages, "lookup": index(language)}
    return json.dumps(packed, ensure_ascii=False, separators=(",", ":")).encode()


def _marked(name: str, page: str) -> str:
    address = name.removeprefix(PART)
    if not address.startswith("/"):
        return page
    address = address.split("/", 2)[2]
    return re.sub(rf'(?<="/)({"|".join(i18n.languages())})/{re.escape(address)}(?=")', rf"\1/{HERE}", page)


def _pages(language: str) -> Iterator[tuple[str, str]]:
    """Every page with its address; of the search, of sections and components also the part for other pages."""
    disputes = reference().disputes[language].disputes
    with current_app.test_request_context():
        whole = [
            *(url_for(f"rules.{name}", language=language) for name in ("index", "glossary", "player_aid")),
            *(url_for("rules.index", language=language, at=moment) for moment in MOMENTS),
            *(url_for("rules.icons_of_the_game", language=language, shows=facet) for facet in (None, *FACETS)),
            *(url_for(name, language=language) for name in ("home.index", "parts.index", "disputes.index")),
            *(url_for("offline.instead", language=language, why=why) for why in ("no-signal", "no-answer")),
            *(url_for("disputes.dispute", language=language, name=name) for name in disputes),
        ]
        both = [
            url_for("rules.search", language=language),
            *(url_for("rules.section", language=language, name=name) for name in reference().books[language].sections),
            *(url_for("parts.part", language=language, name=name) for name in components.parts()),
        ]
    for address in (*whole, *both):
        yield address, _rendered(address, {})
    for address in both:
        yield PART + address, _rendered(address, {"HX-Request": "true"})
    yield from pieces(language)


def _rendered(address: str, headers: Mapping[str, str]) -> str:
    with current_app.test_request_context(address, headers=dict(headers)):
        current_app.preprocess_request()
        return current_app.make_response(current_app.dispatch_request()).get_data(as_text=True)
