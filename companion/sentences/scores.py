"""Points and how long a game still lasts, as sentences: what a line of the score counts, who wins, what is left."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion import engine, i18n
from companion.engine import LINES, Catalog, Clock, Ranking, Remaining, Score, ScoreLine
from companion.sentences.names import Words


def line_sentence(line: ScoreLine, language: str, catalog: Catalog | None = None) -> str:
    """What a line of the score counts. `catalog`: what is played, where that is known."""
    words = Words(language, catalog)
    kinds = LINES[line.code].params
    params = {name: words.in_words(kinds[name], value) for name, value in line.params.items()}
    return words.name("score-line", line.code, **params)


def outcome_sentence(ranking: Ranking, scores: Mapping[str, Score], position: engine.Position, language: str) -> str:
    """Who wins, alone or together (or would, as long as the game goes on), or that it is not known yet."""
    words = Words(language)
    if not ranking.winners:
        return words.name("outcome", "unknown")
    names = words.each(words.name("player", colour) for colour in ranking.winners)
    total = words.in_words("number", scores[ranking.winners[0]].total)
    over = position.turn.phase in (None, "end")
    key = ("shared" if over else "shared-now") if ranking.shared else ("won" if over else "won-now")
    return words.name("outcome", key, players=names, total=total)


def scored(player: str, category: str, language: str) -> str:
    """What is scored."""
    return i18n.name(language, "verdict", "scored", player=player, category=category)


def points(number: int, language: str) -> str:
    """Victory points."""
    return i18n.name(language, "verdict", "points", points=_signed(number))


def line(number: int, sentence: str, language: str) -> str:
    """A line of the score with its points."""
    return i18n.name(language, "verdict", "line", points=_signed(number), line=sentence)


def _signed(number: int) -> str:
    return str(number).replace("-", "−")


MANY_TURNS = 12
"""An upper end above this says nothing: how long it takes is up to the players."""


def clock_sentences(clock: Clock, language: str, people: Mapping[str, str] | None = None) -> Iterator[str]:
    """What is left of a game. `people`: what the players are called, by colour; else they are called by their colour.

    Every sentence begins the way that a sentence begins, whatever somebody is called.
    """
    words = Words(language, people=people or {})

    def say(key: str, **params: object) -> str:
        return i18n.capital(words.name("clock", key, **params))

    names = {colour: words.player(colour) for colour in clock.players}
    if not clock.spaces.most:
        yield say("full")
    elif clock.visits == Remaining(1, 1):
        yield say("next-visit")
    elif clock.visits.least == clock.visits.most:
        yield say("visits", visits=clock.visits.least)
    else:
        yield say("visits-between", least=clock.visits.least, most=clock.visits.most)
    closers = [names[colour] for colour, one in clock.players.items() if one.may_close]
    if closers and len(closers) < len(clock.players):
        yield say("closers", players=words.each(closers))
    for colour, one in clock.players.items():
        who = names[colour]
        if one.at_limit is None or not one.turns.most:
            continue
        if one.next_visit.most == 1:
            yield say("at-once", player=who)
        elif one.at_limit.least == one.at_limit.most:
            yield say("way", player=who, turns=one.at_limit.least)
        else:
            yield say("way-between", player=who, least=one.at_limit.least, most=one.at_limit.most)
        if one.next_visit.least < one.at_limit.least:
            yield say("sooner", player=who)
    left = {(one.turns.least, one.turns.most > one.turns.least, one.deliveries.most) for one in clock.players.values()}
    everybody = len(left) == 1 < len(clock.players)
    for colour, one in [*clock.players.items()][: 1 if everybody else None]:
        key = "turns" if one.turns.most > one.turns.least else "turns-exactly"
        who = say("everybody") if everybody else names[colour]
        yield say(key, player=who, turns=one.turns.least, deliveries=one.deliveries.most)
    for colour, one in clock.players.items():
        if sure := one.deliveries.least:
            yield say("sure", player=names[colour], deliveries=sure)
    if clock.spaces.most and clock.players:
        latest = max(one.turns.most for one in clock.players.values())
        yield say("latest", turns=latest) if latest <= MANY_TURNS else say("open")
    if clock.refills:
        rows = words.each(map(str, clock.refills))
        yield say("refill" if len(clock.refills) == 1 else "refills", rows=rows)
