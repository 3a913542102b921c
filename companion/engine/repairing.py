"""What would make a refused action legal: the nearest way out, tried by judging again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from itertools import islice
from typing import Any, Literal, TypeVar

from companion.engine.cards.discarding import DiscardCards, DiscardFromHand
from companion.engine.cards.piles import few, selections
from companion.engine.checking import check
from companion.engine.core import Action, Position, Reason, Ruleset
from companion.engine.core.dealer import ImpossibleOutcome, Listening, Scripted
from companion.engine.core.judgement import Answer, Verdict
from companion.engine.core.position import Card, Pile
from companion.engine.judging import Option, apply, judge, options

P = TypeVar("P")

MAX_TRIED = 60
"""So many other actions are tried at most."""

MAX_OUTCOMES = 200
"""What chance may bring is looked through when it is no more than this; otherwise it stays unknown."""


@dataclass(frozen=True)
class Repair:
    """A way out of a refusal. It was tried: where it is `sure`, the action is allowed then, whatever chance brings.

    `more`: legal with `count` more of what is at `path`. `first`: legal after `action`. `instead`: `action` is legal,
    and is the same but for one thing. Where it is not `sure`, it depends on unknown facts, or on what chance brings.
    """

    kind: Literal["more", "first", "instead"]
    action: Action | None = None
    path: str = ""
    count: int = 0
    sure: bool = True


def repairs(ruleset: Ruleset, position: Position, action: Action) -> tuple[Repair, ...]:
    """Ways to make a refused action legal, the nearest first; none when it is allowed or nothing near helps.

    >>> from companion.engine import read_action, read_position, ruleset_of
    >>> position = read_position('''{"game": {"players": 3}, "turn": {"player": "blue", "phase": "B",
    ...     "pending": [{"effect": "hire"}]}, "board": {"job_market": {"token_row": 3, "rows": {"1": ["cowboy"]}}},
    ...     "players": {"blue": {"dollars": 4, "workers": {"cowboy": 1}}}}''')
    >>> (repair,) = repairs(ruleset_of(position), position, read_action("hire row=1 column=1"))
    >>> repair.kind, repair.count, repair.path
    ('more', 2, 'players.blue.dollars')
    """
    verdict = judge(ruleset, position, action)
    if verdict.answer != "no":
        return ()
    open_now = options(ruleset, position)
    return (
        *_more(ruleset, position, action, verdict),
        *_first(ruleset, position, action, open_now),
        *_instead(action, open_now),
    )


def _more(ruleset: Ruleset, position: Position, action: Action, verdict: Verdict) -> Iterator[Repair]:
    """When only a number is too low: how much more of it is needed, as far as anybody can have so much."""
    if len(verdict.reasons) != 1:
        return
    (reason,) = verdict.reasons
    needs, have = reason.params.get("needs"), reason.params.get("have")
    if not (isinstance(needs, int) and isinstance(have, int) and needs > have and reason.places):
        return
    raised = _raised(position, reason, needs - have)
    if raised is None or not _thinkable(ruleset, position, raised):
        return
    answer = judge(ruleset, raised, action).answer
    if answer != "no":
        yield Repair("more", path=reason.places[0], count=needs - have, sure=answer == "yes")


def _raised(position: Position, reason: Reason, count: int) -> Position | None:
    """The position with more of what the reason names; None when that is no number of a player."""
    keys = reason.places[0].split(".")
    player = position.players.get(keys[1]) if keys[0] == "players" and len(keys) > 2 else None
    if player is None:
        return None
    value = getattr(player, keys[2], None)
    if len(keys) == 4 and keys[2] == "workers":
        changed = {**(player.workers or {}), keys[3]: (player.workers or {}).get(keys[3], 0) + count}
        better = replace(player, workers=changed)
    elif len(keys) == 3 and type(value) is int:
        changes: dict[str, Any] = {keys[2]: value + count}
        better = replace(player, **changes)
    else:
        return None
    return replace(position, players={**position.players, keys[1]: better})


def _thinkable(ruleset: Ruleset, position: Position, other: Position) -> bool:
    """Whether a position that was thought up has nothing that cannot be, beyond what this one has."""
    present = {reason.code for reason in check(ruleset, position)}
    return all(reason.severity != "impossible" or reason.code in present for reason in check(ruleset, other))


def _first(ruleset: Ruleset, position: Position, action: Action, open_now: tuple[Option, ...]) -> Iterator[Repair]:
    """Something that may be done now, after which the action is allowed."""
    perhaps: list[Action] = []
    for option in open_now[:MAX_TRIED]:
        if option.verdict.answer != "yes" or type(option.action) is type(action):
            continue
        after = apply(ruleset, position, option.action)
        # What ends the turn does not help who is on turn.
        answer = _best(ruleset, after, action) if after.turn.player == position.turn.player else "no"
        if answer == "yes":
            yield Repair("first", option.action)
            return
        if answer == "depends":
            perhaps.append(option.action)
    for first in perhaps:
        answer = _answer_after(ruleset, position, first, action)
        if answer != "no":
            yield Repair("first", first, sure=answer == "yes")
            return


def _best(ruleset: Ruleset, position: Position, action: Action) -> Answer:
    """The best answer that the player can bring about: who has drawn cards to discard as many chooses which."""
    pending, colour = position.turn.pending or (), position.turn.player or ""
    step, player = pending[-1] if pending else None, position.players.get(colour)
    if not isinstance(step, DiscardCards) or step.player or player is None or player.hand is None:
        return judge(ruleset, position, action).answer
    answers: set[Answer] = set()
    for chosen in few(selections(map(str, player.hand.known), step.count)):
        answers.add(judge(ruleset, apply(ruleset, position, DiscardFromHand(chosen)), action).answer)
        if "yes" in answers:
            return "yes"
    if player.hand.count - len(player.hand.known) >= step.count:
        # Those of which nobody knows what they are can be discarded too.
        hand = Pile(player.hand.count - step.count, player.hand.known)
        discarded = replace(position, players={**position.players, colour: replace(player, hand=hand)})
        discarded = replace(discarded, turn=replace(discarded.turn, pending=pending[:-1] or None))
        answers.add(judge(ruleset, discarded, action).answer)
    return "yes" if "yes" in answers else "depends" if "depends" in answers else "no"


def _answer_after(ruleset: Ruleset, position: Position, first: Action, action: Action) -> Answer:
    """The answer after another one that chance has part in: yes whatever comes, no when nothing that can come helps."""
    listener = Listening()
    apply(ruleset, position, first, listener)
    if len(listener.draws) != 1:
        return "depends"
    ((zone, count, lying),) = listener.draws

    def answer(pieces: Sequence[object]) -> Answer:
        return _best(ruleset, apply(ruleset, position, first, Scripted([(zone, tuple(pieces))])), action)

    def may_come(cards: Sequence[Card]) -> bool:
        try:
            apply(ruleset, position, first, Scripted([(zone, tuple(cards))]))
        except ImpossibleOutcome:
            return False
        return True

    if lying:
        kinds = list(dict.fromkeys(lying))
        numbers = selections([str(kinds.index(piece)) for piece in lying], count)
        found: Answer | None = None
        for chosen in islice(numbers, MAX_OUTCOMES):
            one = answer([kinds[int(number)] for number in chosen])
            # Which of two it will be, nobody knows; what the others come to makes no difference.
            if one == "depends" or found not in (None, one):
                return "depends"
            found = one
        # Of what was not looked through nothing is promised.
        return "no" if found == "no" else "yes" if found and next(numbers, None) is None else "depends"
    # Of a stack that is not known, cards of one kind may come, if there can be so many of them.
    cards = [[card] * count for card in _cards_of(ruleset, zone)]
    helps = any(may_come(some) and answer(some) != "no" for some in cards)
    return "depends" if helps or not cards else "no"


def _cards_of(ruleset: Ruleset, zone: str) -> Sequence[Card]:
    """All kinds of card that a stack can hold; none for what holds no cards."""
    cattle = [Card(breed) for breed in ruleset.catalog.cattle.breeds]
    objectives = [Card(card) for card in ruleset.catalog.objectives.cards]
    held = {"draw": [*cattle, *objectives], "cattle_stack": cattle, "objective_stack": objectives}
    return held.get(zone.rpartition(".")[2], [])


def _instead(action: Action, open_now: tuple[Option, ...]) -> Iterator[Repair]:
    """The allowed action of the same type that is nearest: the same in all but one field."""
    names = [field.name for field in fields(action)]
    best: tuple[int, Action] | None = None
    for option in open_now:
        if type(option.action) is not type(action) or option.verdict.answer != "yes":
            continue
        different = [name for name in names if getattr(option.action, name) != getattr(action, name)]
        if len(different) != 1:
            continue
        distance = _distance(getattr(option.action, different[0]), getattr(action, different[0]))
        if best is None or distance < best[0]:
            best = distance, option.action
    if best is not None:
        yield Repair("instead", best[1])


def _distance(one: object, other: object) -> int:
    """How far two values of a field are apart: by the numbers in them, rows by what they do not share."""
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(set(one) ^ set(other))
    numbers = [int(digits) for digits in (_digits(one), _digits(other)) if digits]
    return abs(numbers[0] - numbers[1]) if len(numbers) == 2 else _FAR


_FAR = 99
"""Words without numbers in them are all equally far apart."""


def _digits(value: object) -> str:
    return "".join(letter for letter in str(value) if letter.isascii() and letter.isdecimal())
