"""Everything that there is to tell is told once, and what was asked for on the way is printed.

`python -m tests.i18n.asking` does it in a process of its own, where nothing is kept from before. It walks what the
engine lists (reasons, problems, score lines, effects, actions, components, recorded positions and games), and opens
pages of each kind. No name is asked for here by its key.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import sys
import tempfile
import typing
from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import SimpleNamespace
from urllib.parse import urlencode

from companion import engine, i18n
from companion.app import create_app
from companion.book.render import render
from companion.components import component_words, parts
from companion.components.effects import EffectWords
from companion.engine import Catalog, Choice, Kind, Value, effects
from companion.engine.actions import vocabulary
from companion.engine.format.log import read_log
from companion.engine.play import random_game, replay
from companion.house_rules import HouseRules, WrongRules, read_rules
from companion.i18n import names
from companion.paths import folder
from companion.pictures.board import board_picture
from companion.reference import kept, layers, making, samples
from companion.reference.layers import symbol_ids
from companion.sentences import answers
from companion.sentences.actions import action_sentence, repair_sentence
from companion.sentences.answers import Judged
from companion.sentences.findings import finding_of, problem_text
from companion.sentences.names import Words
from companion.sentences.scores import clock_sentences, line_sentence
from companion.sentences.verdicts import answer, cost, house_rules
from companion.sheets.pieces import AUTOMA, SheetPieces, pieces_of
from companion.sheets.states import Name
from companion.storage.sheets import Sheets
from companion.web import database
from companion.web.editor.editing import REGIONS, brought
from companion.web.reference import book, reference
from companion.web.score.fields import piece_title
from companion.web.solo.game import in_general
from flask import Flask

from tests.components.test_effects import possible
from tests.conftest import ROOT
from tests.engine.midgame import some_of_each
from tests.engine.test_cases import CASES, reasons
from tests.engine.test_rulings import RULINGS, situation
from tests.sentences.test_verdicts import line_of_each_kind
from tests.web.ask.test_cases import cases
from tests.web.solo import played, rare, setups

LANGUAGE = "en"
"""One is enough: all languages have the same names."""
GAMES = sorted((ROOT / "tests" / "games").glob("?-*.json"))

Asked = dict[names.Key, set[str]]
"""What was asked for, with the values that were given for it."""


def record() -> Asked:
    """Note from now on what is asked for."""
    asked: Asked = {}
    name = i18n.name

    def noting(language: str, context: str, key: str, /, **params: object) -> str:
        asked.setdefault((context, key), set()).update(params)
        return name(language, context, key, **params)

    i18n.name = noting
    return asked


def tell_rules() -> None:
    """Reasons and problems, and answers with their costs and ways out."""
    for code, edition in itertools.product(engine.REASONS, engine.editions()):
        for reason in samples.reasons(code):
            finding_of(reason, LANGUAGE, edition=edition)
    for case in CASES.values():
        for reason in reasons(case["bad"]):
            finding_of(reason, LANGUAGE)
    for code, params in engine.PROBLEMS.items():
        problem_text(engine.Problem(code, dict.fromkeys(params, 3)), LANGUAGE)
    for case in RULINGS.values():
        position, action = situation(case), engine.read_action(case["action"])
        judged = Judged(position, action, LANGUAGE)
        judged.as_json()
        _ = judged.title
        verdict = engine.judge(engine.ruleset_of(position), position, action)
        answer(verdict, LANGUAGE)
        house_rules(engine.Game(house={"fee.green": 3}), LANGUAGE)
        cost(verdict.cost, LANGUAGE)
    notes = "".join(f'"{n}" = "x"\n' for n in range(20))
    for wrong in ("a =", "a = 1", "notes = 1", f"[notes]\n{notes}", "[notes]\na = 1", "x" * 30_000):
        with contextlib.suppress(WrongRules):
            read_rules(wrong, LANGUAGE)
    with contextlib.suppress(WrongRules):
        read_rules('[notes]\n"a/b" = "x"', LANGUAGE, ())
    for kind, sure in itertools.product(typing.get_args(typing.get_type_hints(engine.Repair)["kind"]), (True, False)):
        for thing in ("dollars", "workers.cowboy", "exchange_tokens") if kind == "more" else (None,):
            told = {"path": f"players.blue.{thing}"} if thing else {"action": engine.read_action("end")}
            repair_sentence(engine.Repair(kind, **told, sure=sure), LANGUAGE)


def tell_components() -> None:
    """What components are, do and are worth."""
    words = EffectWords(LANGUAGE)
    of_editions = [EffectWords(LANGUAGE, edition) for edition in engine.editions()]
    for part, edition in itertools.product(parts().values(), engine.editions()):
        told = component_words(LANGUAGE, edition)
        told.kind(part.kind)
        told.alternative(part)
        list(map(told.sentence, (choice for deed in part.deeds for choice in deed.action)))
        list(told.terms(part))
        told.facts(part)
        told.remark(part)
        told.end(part)
    for kind in effects.vocabulary().values():
        for effect in possible(kind):
            for each in of_editions:
                each.effect(effect)
    asked_first = {
        type(effect)
        for part in parts().values()
        for deed in part.deeds
        for one in deed.action
        for effect in one.requires
    }
    for effect in [effect for kind in asked_first for effect in possible(kind)]:
        words.choice(Choice((effect,), (effect, effect)))


def tell_things(catalog: Catalog) -> None:
    """Whatever the engine names by ids, as parameters of reasons and lines."""
    words, of_editions = Words(LANGUAGE, catalog), [Words(LANGUAGE, catalog, edition=n) for n in engine.editions()]
    things: Mapping[Kind, Iterator[Value]] = {
        "city": iter(catalog.cities.cities),
        "category": iter(catalog.scoring.categories),
        "phase": iter(engine.PHASES),
        "effect": iter(effects.pending_vocabulary()),
        "card": ((breed,) for breed in catalog.cattle.breeds),
        "objective": iter(catalog.objectives.cards),
        "station-master": iter(catalog.station_masters.tiles),
        "town": iter(catalog.towns.towns),
        "town-tile": iter(catalog.towns.tiles),
    }
    for kind, values in things.items():
        for value in values:
            for own in of_editions:
                own.in_words(kind, value)
    for figure in catalog.changeable.values():
        words.house_rule(figure, figure.least)
    pieces = pieces_of(catalog)
    for field in [field for fields in pieces.fields.values() for field in fields]:
        piece_title(pieces, field, LANGUAGE)


def tell_positions() -> None:
    """Places of positions, and points."""
    for line in line_of_each_kind().values():
        line_sentence(line, LANGUAGE)
    for plain in some_of_each():
        for path in places(plain):
            for me in (None, path.split(".")[1] if path.startswith("players.") else None):
                for edition in engine.editions():
                    Words(LANGUAGE, me=me, edition=edition).place(path)
                    Words(LANGUAGE, me=me, edition=edition).question(path)
    for path in ("turn.pending", "board.spare_masters", "board.town_tiles.memphis"):
        Words(LANGUAGE).question(path)
    for thing, me in itertools.product(("automa", "branchlets"), (None, "blue")):
        Words(LANGUAGE, me=me).question(f"players.blue.{thing}")
    board_picture(engine.read_position(json.dumps(plain)), LANGUAGE, sprite="")
    for variant in engine.variants(engine.editions()[-1]):
        board_picture(engine.start(2, [variant], chance=engine.Chance(1)), LANGUAGE, sprite="")


def tell_games() -> None:
    """What was done in recorded games, and who won, alone or together, and before the end."""
    for file in GAMES:
        start, log = read_log(file.read_text(encoding="utf-8"))
        position = start
        for number, entry in enumerate(log):
            action_sentence(entry.action, LANGUAGE)
            position = replay(position, [entry])
            if position.turn.phase == "A" and number % 3 == 0:
                list(clock_sentences(engine.clock(engine.ruleset_of(position), position), LANGUAGE))
    end = replay(start, log)
    totals = {colour: made.total for colour, made in engine.score(engine.ruleset_of(end), end).items()}
    for more in (0, 1):
        # Five dollars are a point: all have the same, or the first of them one more.
        dollars = {colour: 5 * (max(totals.values()) - total) for colour, total in totals.items()}
        dollars[min(totals)] += 5 * more
        players = {colour: replace(one, dollars=one.dollars + dollars[colour]) for colour, one in end.players.items()}
        for phase in ("end", "B"):
            answers.score(replace(end, players=players, turn=replace(end.turn, phase=phase)), LANGUAGE)


def places(plain: object, path: tuple[str, ...] = ()) -> Iterator[str]:
    """The paths of what is entered by itself in a position: whole tables have a name in the area of a player only."""
    of_player = path[:1] == ("players",)
    inner = plain if isinstance(plain, dict) and len(path) < (4 if of_player or "job_market" in path else 3) else {}
    for key, value in inner.items():
        yield from places(value, (*path, key))
    if len(path) > 1 and (of_player or not inner):
        yield ".".join(path)


def addresses(app: Flask) -> Iterator[str]:
    """Pages of every kind, without language."""
    yield from (
        "table",
        "table/house-rules/",
        "rules/",
        "rules/search?q=a",
        "rules/icons/",
        "reference/",
        "check/",
        "check/words?t=hire",
        "score/history",
    )
    alike = {(part.kind, *(deed.when for deed in part.deeds)): part.id for part in parts().values()}
    yield from (f"reference/{part}" for part in alike.values())
    for question, told in cases():
        yield f"check/{question}/?v=1&{told['asks']}"
    positions = [engine.Position(), *(engine.read_position(json.dumps(plain)) for plain in some_of_each()[:2])]
    for variant in engine.variants(engine.editions()[-1]):
        positions.append(engine.start(2, [variant], chance=engine.Chance(1)))
    positions += [next(random_game(2, (), 1, automa=name)).position for name in engine.automas()]
    for position in positions:
        code = engine.encode(position)
        for show in (*REGIONS, *brought(position), *position.players):
            yield f"check/board/{code}?show={show}"
        # Its fields have the names of the editor's.
        yield f"check/board/{code}/form"
        yield from (f"check/board/{code}/score", f"table/setup/{code}", f"table/aid/{code}")
    yield from mistyped(f"check/board/{engine.encode(engine.Position())}/judge")
    allowed = [case for case in RULINGS.values() if case["answer"] != "no"]
    # The first of each kind of action.
    for case in {type(engine.read_action(case["action"])): case for case in reversed(allowed)}.values():
        yield f"check/board/{engine.encode(situation(case))}/options"
    sheets = Sheets(database.opened(app))
    for chosen in ([], engine.variants(2), *([layer] for layer in engine.scoring_layers(2))):
        key = str(sheets.create([Name("Ann", "blue"), Name("Ben", "red")], 2, chosen).edit_key)
        for field in [field for fields in SheetPieces(2, tuple(chosen)).fields.values() for field in fields]:
            sheets.write(key, {(1, field.name): (None, next(iter(sorted(field.piece.words)), "1"))})
        sheets.write(key, {(2, AUTOMA): (None, next(iter(engine.automas())))})
        yield from (f"score/{key}", f"score/{key}/automa", f"score/{key}/log", f"score/{key}/result")
        yield from (f"score/{key}/1/{category}" for category in engine.load_catalog().scoring.categories)


def games_alone() -> Iterator[str]:
    """Games against automas, with every card."""
    for automa in engine.automas().values():
        yield from ("solo/", f"solo/{automa.id}/cards")
        for card, edition in itertools.product(automa.cards.values(), engine.editions()):
            in_general(automa, card, edition, LANGUAGE)
        # One game on each board.
        for setup in {setup.board: setup for setup in setups(automa)}.values():
            yield from (f"solo/{automa.id}/{game.code}" for game in played(automa, setup, 16) if game.waits != "reveal")
        yield from (f"solo/{automa.id}/{game.code}" for game in rare(automa))


def mistyped(address: str) -> Iterator[str]:
    """Every field that actions have with a word that it does not know, behind fields that are right."""
    seen = set()
    for kind in vocabulary():
        right = {"type": kind, "ask": "1"}
        for field in engine.described_action(kind):
            if field.path not in seen:
                yield f"{address}?{urlencode({**right, field.path: 'zzz'})}"
            seen.add(field.path)
            right[field.path] = str(field.least) if field.kind == "number" else next(iter(field.things), "")


def open_pages() -> None:
    """Pages of every kind, and the texts of positions of every kind."""
    with tempfile.TemporaryDirectory() as instance:
        app = create_app(
            {
                "TESTING": True,
                "SECRET_KEY": "for tests only, for sure",
                "INSTANCE": instance,
                "RATELIMIT_ENABLED": False,
            }
        )
        client = app.test_client()
        for address in (*addresses(app), *games_alone()):
            assert client.get(f"/{LANGUAGE}/{address}").status_code in (200, 302, 422), address
        client.set_cookie("house", HouseRules({"fee.green": 3}).code)
        client.get(f"/{LANGUAGE}/table/house-rules/?about=movement/hand-fees")
        client.delete_cookie("house")
        by_severity = {
            engine.REASONS[reason].severity: case["bad"]["position"]
            for reason, case in CASES.items()
            if "action" not in case["bad"] and "position" in case["bad"]
        }
        for position in by_severity.values():
            client.post(f"/{LANGUAGE}/check/", data={"position": position})
            client.get(f"/{LANGUAGE}/check/board/{engine.encode(engine.read_position(position))}")
        with app.test_request_context("/en/"):
            sources, sections = reference().sources[LANGUAGE], book().sections.values()
        # Their sources may be others in another language.
        of_source = {one.source.split()[0]: one.id for one in sections}
        for language, section in itertools.product(i18n.languages(), of_source.values()):
            client.get(f"/{language}/rules/{section}")
    for symbol in sorted(symbol_ids(folder("static"))):
        if not symbol.startswith(("ui-", "logo")):  # which are no things of the game
            render(f":{symbol}:", sources, str)
    for figure in layers.figures():
        render(f"{{{{{figure}}}}}", sources, str)


def main() -> None:
    names.strict = True
    asked = record()
    kept.store().prepare()
    # What is kept was told before; here it is told anew.
    making.languages = lambda _: (LANGUAGE,)
    # The search asks for no name, and takes as long as all the rest.
    making.Index = lambda *_: SimpleNamespace(words=frozenset())
    making.make_all(kept.store().packed)
    tell_rules()
    tell_components()
    edition = engine.editions()[-1]
    for chosen in ((), engine.variants(edition), *((layer,) for layer in engine.scoring_layers(edition))):
        tell_things(engine.load_catalog(edition, chosen))
    tell_positions()
    tell_games()
    open_pages()
    json.dump([[*key, sorted(params)] for key, params in sorted(asked.items())], sys.stdout)


if __name__ == "__main__":
    main()
