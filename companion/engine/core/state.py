"""A position while it is judged or changed: quick access for rules, and copies on change."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from typing import TYPE_CHECKING, Any, TypeVar

from companion.engine.core.amounts import Costs
from companion.engine.core.dealer import Dealer
from companion.engine.core.effect import E, Effect
from companion.engine.core.position import MAX_COUNT, Board, Pile, Player, Position, Turn

if TYPE_CHECKING:
    from companion.engine.core.ruleset import Ruleset

_NOBODY = Player()

R = TypeVar("R")


def changed(record: R, **changes: Any) -> R:
    """A frozen record with other values, as `dataclasses.replace` makes it, in a fifth of the time.

    For records that check nothing when they are made.
    """
    other = object.__new__(type(record))
    other.__dict__.update(record.__dict__, **changes)
    return other


class _Facts(dict[str, R]):
    """What a rule says of keys, filled as they are asked for."""

    def __init__(self, state: State, rule: Callable[[State, str], R]) -> None:
        super().__init__()
        self._state, self._rule = state, rule

    def __missing__(self, key: str) -> R:
        value = self[key] = self._rule(self._state, key)
        return value


class State:
    """The parts of a position, each replaced as a whole when it changes; the position itself never does.

    `colour` is the player on turn (empty while nobody said who that is) and `me` what is known of that player: nothing
    of one who was not entered. They follow from `turn` and `players`, which are changed by methods only.
    """

    __slots__ = (
        "_facts",
        "board",
        "catalog",
        "colour",
        "dealer",
        "me",
        "pending",
        "players",
        "position",
        "rules",
        "turn",
    )

    def __init__(self, rules: Ruleset, position: Position, dealer: Dealer | None = None) -> None:
        self.rules, self.catalog = rules, rules.catalog
        self.position = position
        self.turn: Turn = position.turn
        self.board: Board = position.board
        self.players: Mapping[str, Player] = position.players
        self.pending: list[Effect] = list(position.turn.pending or ())
        self.dealer = dealer
        self.colour: str = self.turn.player or ""
        self.me: Player = self.players.get(self.colour, _NOBODY)
        self._facts: dict[Callable[..., Any], Any] = {}

    def facts(self, rule: Callable[[State, str], R]) -> Mapping[str, R]:
        """What a rule says of each key (a space, a player) in this state: worked out once, when it is asked for."""
        if rule not in self._facts:
            self._facts[rule] = _Facts(self, rule)
        facts: Mapping[str, R] = self._facts[rule]
        return facts

    def ahead(self, *steps: Effect) -> State:
        """A copy with these steps under way and nothing else, the next one last."""
        other = State(self.rules, self.position)
        other.turn, other.board, other.players = self.turn, self.board, self.players
        other.colour, other.me = self.colour, self.me
        other.pending = list(steps)
        return other

    @property
    def player_counts(self) -> tuple[int, ...]:
        """How many may play: one number when that was entered, else every one that those who were entered allow."""
        if self.rules.players is not None:
            return (self.rules.players,)
        limits = self.catalog.table.players
        return tuple(range(min(max(limits.least, len(self.players)), limits.most), limits.most + 1))

    def begin(self, effects: Iterable[Effect]) -> None:
        """Put effects in front of what waits already, and let happen what leaves nothing to decide."""
        following = list(effects)
        for effect in following:
            effect.begins(self)
        self.pending += reversed(following)
        self.settle()

    def settle(self) -> None:
        """Let everything happen that leaves nothing to decide."""
        while self.pending and self.pending[-1].decided(self):
            self.pending.pop().happen(self)

    def perhaps(self, effects: Iterable[Effect]) -> None:
        """What may have happened or not: whatever it would change of the player on turn is unknown from now on, and
        what an action that deals with it would (`Effect.perhaps`)."""
        before, ahead = self.me, self.ahead()
        ahead.begin(effects)
        for effect in ahead.pending:
            effect.perhaps(self)
        changes = [f.name for f in fields(Player) if getattr(ahead.me, f.name) != getattr(before, f.name)]
        if changes:
            self.set_me(**dict.fromkeys(changes))

    def done(self) -> None:
        """The step that was under way is dealt with."""
        self.pending.pop()

    def finished(self, kind: type[E]) -> E:
        """The step that was under way, now dealt with by an action that is offered for this kind alone."""
        step = self.pending.pop()
        if not isinstance(step, kind):
            raise TypeError(f"{step.name} is under way")
        return step

    @property
    def next_step(self) -> Effect | None:
        """What must be dealt with before anything else."""
        return self.pending[-1] if self.pending else None

    def under_way(self, *kinds: type[E]) -> E | None:
        """What must be dealt with before anything else, if it is of one of these kinds."""
        step = self.next_step
        return step if isinstance(step, kinds) else None

    def path(self, key: str) -> str:
        """The dotted path of something that the player on turn has."""
        return f"players.{self.turn.player}.{key}" if self.turn.player else "turn.player"

    def set_me(self, **changes: Any) -> None:
        """Change what the player on turn has."""
        self.set_player(self.colour, **changes)

    def set_player(self, colour: str, **changes: Any) -> None:
        """Change what a player has; when it is not known who that is, it may be anybody, and is unknown of all."""
        if not colour:
            for other in self.players:
                self.set_player(other, **dict.fromkeys(changes))
            return
        player = self.players.get(colour, _NOBODY)
        self._facts = {}
        player = changed(player, **changes)
        self.players = {**self.players, colour: player}
        if colour == self.colour:
            self.me = player

    def set_board(self, **changes: Any) -> None:
        """Change what lies on the board."""
        self._facts = {}
        self.board = changed(self.board, **changes)

    def set_turn(self, **changes: Any) -> None:
        """Change what is known of the turn."""
        self.new_turn(changed(self.turn, **changes))

    def new_turn(self, turn: Turn) -> None:
        """Go on with another turn, or with more known of this one."""
        self._facts = {}
        self.turn = turn
        if turn.player != self.colour:
            self.colour = turn.player or ""
            self.me = self.players.get(self.colour, _NOBODY)

    def earn(self, dollars: int, colour: str | None = None) -> None:
        """Gain dollars, or pay them when negative; unknown money stays unknown."""
        who = colour or self.colour
        have = self.players.get(who, _NOBODY).dollars
        if dollars and (have is not None or not who):
            self.set_player(who, dollars=None if have is None else have + dollars)

    def pay(self, costs: Costs) -> None:
        """Pay what something costs. Where it is not known how much or of how much, what is left is unknown of all."""
        counted = self.me.dollars is not None
        for payee, dollars in costs.payments:
            if payee == "bank":
                continue
            if payee and counted and isinstance(dollars, int):
                self.earn(dollars, payee)
                continue
            for colour in (payee,) if payee else tuple(self.players):
                if colour in self.players and colour != self.colour:
                    self.set_player(colour, dollars=None)
        if isinstance(costs.total, int):
            self.earn(-costs.total)
        else:
            self.set_me(dollars=None)

    def draw_from(self, zone: str, pile: Pile[Any] | None, count: int) -> tuple[Any, ...] | None:
        """Which `count` pieces come out of a hidden zone (None: not entered); None when nobody knows."""
        pieces = self.dealer.draw(zone, count, pile) if self.dealer and count else None
        return pile.known if pieces is None and pile and pile.complete and count == pile.count else pieces

    def result(self) -> Position:
        """The position as it is now."""
        pending = tuple(self.pending)
        if pending != (self.turn.pending or ()):
            self.set_turn(pending=pending or None)
        for colour, player in self.players.items():
            # What a city pays may come after what its disc costs: only in the end the money must be there.
            if player.dollars is not None and tellable(player.dollars, 0) is None:
                self.set_player(colour, dollars=None)
        return changed(self.position, turn=self.turn, board=self.board, players=self.players)


def tellable(have: int | None, more: int) -> int | None:
    """A count with so many more. Where it leaves what a position can tell, something was contradictory: unknown."""
    now = None if have is None else have + more
    return now if now is not None and 0 <= now <= MAX_COUNT else None


def one_more(counts: Mapping[str, int] | None, kind: str) -> Mapping[str, int] | None:
    """Counts by kind with one more of a kind."""
    now = None if counts is None else tellable(counts.get(kind, 0), 1)
    return None if counts is None or now is None else {**counts, kind: now}


def taken(pile: Pile[Any] | None, pieces: tuple[Any, ...] | None, count: int) -> Pile[Any] | None:
    """A hidden zone without `count` pieces: those named, or unknown ones."""
    if pile is None:
        return None
    gone, rest = Counter(pieces or ()), []
    for piece in pile.known:
        if gone[piece] > 0:
            gone[piece] -= 1
        else:
            rest.append(piece)
    left = max(pile.count - count, 0)
    # What was taken unseen may have been any of those that were known to be there.
    return Pile(left, tuple(rest) if pieces is not None and len(rest) <= left else ())


def added(pile: Pile[Any] | None, pieces: tuple[Any, ...] | None, count: int) -> Pile[Any] | None:
    """A hidden zone with `count` more pieces: those named, or unknown ones."""
    if pile is None or tellable(pile.count, count) is None:
        return None
    return Pile(pile.count + count, pile.known + (pieces or ()))
