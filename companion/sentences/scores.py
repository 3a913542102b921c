"""Points as sentences: what a line of the score counts, what they come to, who wins."""

from __future__ import annotations

from collections.abc import Mapping

from companion import engine, i18n
from companion.engine import LINES, Catalog, Ranking, Score, ScoreLine
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
