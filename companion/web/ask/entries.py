"""Fields of the position as quick questions ask for them: what kind each is, and what fits there, the format tells.

Here stands what only people need: the short key of the address, the words, what it mostly is, which values to offer
first. `Entry` is a field of the position; `Premise` is what people say instead ("in another player's turn"), with what
each option of it comes to in the position.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from flask_babel import lazy_gettext

from companion import engine
from companion.components.effects import effects_within
from companion.engine import Catalog, Described, Effect
from companion.sentences.names import words_of
from companion.web.ask.fields import FieldOption, TapTargets, numbers
from companion.web.language import current, gettext, name

E = TypeVar("E", bound=Effect)

NONE_OR_FIRST = "none or the first"
"""Of what may be any of several, a button holds nothing or one of them, and no more is guessed."""


@dataclass(frozen=True)
class Entry:
    """A field of the position by its dotted path, in which `{me}` is the player's colour.

    `most` is more than anybody has at the table; a longer number is a slip of the finger. `word` says what a value is
    called. `options` are those to choose from, where not all of the format are. The rest is of `AskField`.
    """

    key: str
    path: str
    label: Any
    most: int = 0
    least: int = 0
    word: Callable[[str], str] = str
    options: Callable[[Catalog], Sequence[FieldOption]] | None = None
    tries: Sequence[str] | str = ()
    symbol: str = ""
    places: Callable[[Catalog], TapTargets] | None = None
    reads: Callable[[str], str] | None = None
    about: Mapping[str, Any] = field(default_factory=dict)
    only: Callable[[Catalog], Collection[str]] | None = None
    """The values of the format that matter here."""
    of: str = ""
    """Of what is counted, which kind."""

    def asked(self, **changes: Any) -> Entry:
        """The same with something asked otherwise; what is no field of this goes to the field of the form."""
        own = {key: value for key, value in changes.items() if key in self.__dataclass_fields__}
        about = {key: value for key, value in changes.items() if key not in own}
        return replace(self, **own, about={**self.about, **about})


@dataclass(frozen=True)
class Premise:
    """Something that is told by one of several options, each of which says what then stands in the position."""

    key: str
    label: Any
    options: Callable[[Catalog], Sequence[FieldOption]]
    facts: tuple[str, ...] | Callable[[Any], tuple[str, ...]] = ()
    places: Callable[[Catalog], TapTargets] | None = None
    about: Mapping[str, Any] = field(default_factory=dict)
    several: bool = False


def token_rows(catalog: Catalog) -> list[FieldOption]:
    """The rows of the job market in which the token may lie."""
    market = catalog.job_market
    return numbers(row for row in market.rows if row >= market.token_start_row)


def _railroad(catalog: Catalog) -> TapTargets:
    railroad = catalog.railroad
    stops = [*map(str, range(railroad.first, railroad.last + 1)), *railroad.turnouts]
    return TapTargets(("railroad",), {f"railroad:{stop}": stop for stop in stops})


def _pile(key: str, label: Any) -> Entry:
    return Entry(key, f"players.{{me}}.{key}", label, most=60, tries=("0", "1", "2", "5"), symbol="card")


ENTRIES: Mapping[str, Entry] = {
    entry.key: entry
    for entry in (
        Entry("n", "game.players", lazy_gettext("Players"),
             reads=lambda told: gettext("%(number)s players", number=told)),
        Entry("d", "players.{me}.dollars", lazy_gettext("Your dollars"), most=99, tries=("0", "3", "6", "9", "12"),
             symbol="dollar", reads=lambda told: gettext("You have $%(amount)s", amount=told)),
        Entry("engine", "players.{me}.engine", lazy_gettext("Your engine stands on"), places=_railroad,
             word=lambda stop: stop if stop.isdecimal() else words_of(current()).engine(stop),
             reads=lambda told: gettext("Your engine stands on %(space)s", space=told)),
        Entry("cleared", "players.{me}.cleared", lazy_gettext("Disc spaces that you have cleared"),
             word=lambda disc: name("disc", disc), tries=NONE_OR_FIRST, about={"likely": "none"}),
        Entry("stations", "players.{me}.stations", lazy_gettext("Stations with a disc of yours"),
             tries=NONE_OR_FIRST, about={"likely": "none", "spoken": False}),
        Entry("token", "board.job_market.token_row", lazy_gettext("Row of the job market token"), options=token_rows,
             reads=lambda told: gettext("Token in row %(row)s", row=told)),
        Entry("tokens", "players.{me}.exchange_tokens", lazy_gettext("Your exchange tokens"), most=36,
             tries=("0", "1"), symbol="exchange-token", about={"likely": "1"}),
        _pile("hand", lazy_gettext("Cards in your hand")),
        _pile("draw", lazy_gettext("Cards in your draw stack")),
        _pile("discard", lazy_gettext("Cards in your discard pile")),
    )
}  # fmt: skip
"""The fields that several questions ask for, by the key that the address has for them."""


def entry_of(key: str) -> Entry:
    """The field with this key; the workers of a kind are `w-` and the kind."""
    if not key.startswith("w-"):
        return ENTRIES[key]
    kind = key.removeprefix("w-")
    label = gettext("Your %(workers)s", workers=name("worker", kind))
    return Entry(key, "players.{me}.workers", label, of=kind, symbol=f"worker-{kind}")


@functools.cache
def effects_in(kind: type[E], edition: int, variants: tuple[str, ...]) -> tuple[E, ...]:
    """Every effect of a kind that something in a game has, so that no figure of a form is typed."""
    return tuple(effects_within(engine.load_catalog(edition, variants), kind))


@functools.cache
def described(edition: int, variants: tuple[str, ...]) -> Mapping[str, Described]:
    """Path -> the field of the positions of a game."""
    return {one.path: one for one in engine.described(edition, variants)}


def field_at(catalog: Catalog, path: str) -> Described:
    """The field of the position at a path. Raises KeyError where this game has none."""
    return described(catalog.edition, tuple(catalog.variants))[path]


def plain_of(found: Described, value: Any) -> Any:
    """What was told, as the format has it; what a question offers besides, as it is."""
    if isinstance(value, str | tuple) and found.values:
        known = {str(one): one for one in found.values}
        return known.get(value, value) if isinstance(value, str) else [known[one] for one in value]
    return list(value) if isinstance(value, tuple) else value
