"""May it be done, what may be done, and what comes of it: one truth for all three.

Options are candidates that `judge` does not refuse, and `apply` does what `judge` allows.
"""

from __future__ import annotations

import dataclasses
import functools
import itertools
import math
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, Literal, NamedTuple

from companion.engine.actions import in_question, vocabulary
from companion.engine.checking import check_told, may_lie
from companion.engine.completing import Completions
from companion.engine.core import Action, Judgement, Position, Ruleset, State
from companion.engine.core.catalog import automa_layers, load_catalog
from companion.engine.core.dealer import Dealer, Scripted
from companion.engine.core.judgement import Chain, Ground, Verdict
from companion.engine.core.reasons import Reason, Value, reason
from companion.engine.core.state import changed
from companion.engine.core.vocabulary import at_home, belongs
from companion.engine.format.description import values_of
from companion.engine.format.table import record_of
from companion.engine.kansas_city.delivery import waiting
from companion.engine.turn.skip_and_end import phase_b_done

NOT_IN_THIS_GAME = reason("not-in-this-game", "components/overview")
OF_ANOTHER_EDITION = {
    "city": reason("city-of-another-edition", "kansas-city/cities", "city", here="city"),
    "card": reason("card-of-another-edition", "cattle/cards", "card", here="card"),
}
WHATEVER_IT_IS = reason("whatever-it-is", "turn/actions", what="places")
CARD_ELSEWHERE = reason("card-elsewhere", "cattle/cards", cards="card")
STARTING_OBJECTIVE_STAYS = reason("starting-objective-stays", "objectives/gain#cards")


class IllegalAction(Exception):
    """An action that may not be done, or of which that cannot be told. `verdict` says why."""

    def __init__(self, verdict: Verdict) -> None:
        causes = [reason.code for reason in verdict.reasons] or [f"unknown: {path}" for path in verdict.missing]
        super().__init__(", ".join(causes))
        self.verdict = verdict


Duty = Literal["must", "choice", "may"]
"""Whether something has to be done: this and nothing else, this or something else, or not at all."""


class Option(NamedTuple):
    """Something that may be done, or (when the verdict says "depends") perhaps."""

    action: Action
    verdict: Verdict
    duty: Duty = "may"


def judge(ruleset: Ruleset, position: Position, action: Action) -> Verdict:
    """May this be done? All reasons against it at once; otherwise the facts that it depends on.

    >>> from companion.engine import read_action, read_position, ruleset_of
    >>> position = read_position('''{"game": {"players": 3}, "turn": {"player": "blue", "phase": "B",
    ...     "pending": [{"effect": "hire"}]}, "board": {"job_market": {"token_row": 3, "rows": {"1": ["cowboy"]}}},
    ...     "players": {"blue": {"dollars": 4, "workers": {"cowboy": 1}}}}''')
    >>> verdict = judge(ruleset_of(position), position, read_action("hire row=1 column=1"))
    >>> verdict.answer, [reason.code for reason in verdict.reasons], verdict.cost
    ('no', ['not-enough-dollars'], 6)
    """
    return _settled(Completions(ruleset, position), action, _judge_any(state_of(ruleset, position), action))


def judge_each(ruleset: Ruleset, position: Position, actions: Iterable[Action]) -> dict[Action, Verdict]:
    """The same of many actions, each in this position."""
    state, completions = state_of(ruleset, position), Completions(ruleset, position)
    return {one: _settled(completions, one, _judge_any(state, one)) for one in actions}


def explain(ruleset: Ruleset, position: Position, action: Action) -> tuple[Ground, ...]:
    """Why may this be done? The rules that were looked at, in their order, with the checks that it passed.

    Of what depends on unknown facts these are the ones that are settled; what is forbidden has none.

    >>> from companion.engine import read_action, read_position, ruleset_of
    >>> position = read_position('''{"game": {"players": 3}, "turn": {"player": "blue", "phase": "B",
    ...     "pending": [{"effect": "hire"}]}, "board": {"job_market": {"token_row": 3, "rows": {"1": ["cowboy"]}}},
    ...     "players": {"blue": {"dollars": 7, "workers": {"cowboy": 1}}}}''')
    >>> grounds = explain(ruleset_of(position), position, read_action("hire row=1 column=1"))
    >>> [(one.section, [check.code for check in one.passed]) for one in grounds if one.passed]
    [('job-market/hire', ['row-of-the-token', 'worker-row-full']), \
('turn/requirements-and-rewards', ['not-enough-dollars'])]
    """
    state, chain = state_of(ruleset, position), Chain()
    if not belongs(state.catalog, action):
        return ()
    if _settled(Completions(ruleset, position), action, _judge(state, action, chain)).answer == "no":
        return ()
    checks: dict[str, list[Reason]] = {}
    for one in chain.way:
        if isinstance(one, Reason):
            cited = ruleset.cite(one)
            if cited not in checks.setdefault(cited.section, []):
                checks[cited.section].append(cited)
        else:
            checks.setdefault(ruleset.differs.get(one, one), [])
    return tuple(Ground(section, tuple(passed)) for section, passed in checks.items())


def options(ruleset: Ruleset, position: Position) -> tuple[Option, ...]:
    """Everything that the player on turn may do now, and everything that may turn out to be allowed.

    >>> from companion.engine import Chance, action_text, ruleset_of, start
    >>> position = start(2, (), chance=Chance(1))
    >>> [action_text(option.action) for option in options(ruleset_of(position), position)][:2]
    ['exchange count=1', 'exchange count=2']
    """
    state, completions = state_of(ruleset, position), Completions(ruleset, position)
    settled = ((action, _settled(completions, action, verdict)) for action, verdict in _not_refused(state))
    return _with_duties(state, [one for one in settled if one[1].answer != "no"])


def options_in(state: State) -> tuple[Option, ...]:
    """The same of a state, which stays as it is."""
    return _with_duties(state, list(_not_refused(state)))


def _with_duties(state: State, judged: list[tuple[Action, Verdict]]) -> tuple[Option, ...]:
    if not _something_must_be_done(state):
        return tuple(Option(action, verdict) for action, verdict in judged)
    demanded = sum(not action.aside for action, _ in judged)
    duty: Duty = "must" if demanded == 1 else "choice"
    return tuple(Option(action, verdict, "may" if action.aside else duty) for action, verdict in judged)


def _something_must_be_done(state: State) -> bool:
    """Whether what is under way may not be left out. Phase B may be, unless the table reads it otherwise; every other
    phase asks for something."""
    if state.next_step is not None:
        skipping = Judgement()
        state.next_step.judge_skipping(state, skipping)
        return skipping.forbidden
    if state.turn.phase == "B":
        passing = Judgement()
        phase_b_done(state, passing)
        return passing.forbidden
    return state.turn.phase not in (None, "C", "end")


def apply(ruleset: Ruleset, position: Position, action: Action, dealer: Dealer | None = None) -> Position:
    """The position after an action. Chance is the dealer's; without one, what was drawn stays unknown.

    An action that depends on unknown facts is done as if they allowed it. Raises IllegalAction, ImpossibleOutcome where
    what was told cannot be drawn or nobody draws it, and what the dealer raises.

    >>> from companion.engine import read_action, read_position, ruleset_of
    >>> position = read_position('''{"game": {"players": 3}, "turn": {"player": "blue", "phase": "B",
    ...     "pending": [{"effect": "hire"}]}, "board": {"job_market": {"token_row": 3, "rows": {"1": ["cowboy"]}}},
    ...     "players": {"blue": {"dollars": 7, "workers": {"cowboy": 1}}}}''')
    >>> after = apply(ruleset_of(position), position, read_action("hire row=1 column=1"))
    >>> after.players["blue"].dollars, after.players["blue"].workers
    (1, {'cowboy': 2})
    """
    state = state_of(ruleset, position, dealer)
    verdict = _settled(Completions(ruleset, position), action, _judge_any(state, action))
    if verdict.answer == "no":
        raise IllegalAction(verdict)
    if not isinstance(dealer, Scripted):
        return apply_in(state, action, verdict)
    check_told(ruleset, position, dealer.left)
    after = apply_in(state, action, verdict)
    dealer.finish()
    return after


def apply_in(state: State, action: Action, verdict: Verdict) -> Position:
    """The same of a state in which the action was judged, and which is used up."""
    if not action.paid_later:
        state.pay(verdict.costs)
    action.apply(state)
    return state.result()


def state_of(ruleset: Ruleset, position: Position, dealer: Dealer | None = None) -> State:
    """A position to judge actions in, with what waits to be done in it."""
    state = State(ruleset, position, dealer)
    if state.me.automa:
        automa_layers(position)[state.colour].waiting(state)
    else:
        waiting(state)
    return state


def _settled(completions: Completions, action: Action, verdict: Verdict) -> Verdict:
    """The verdict, where it depends on one fact only and comes to the same with every value that this can have."""
    if verdict.answer != "depends" or len(verdict.missing) != 1:
        return verdict
    (path,) = verdict.missing
    settled: Verdict | None = None
    for completion in completions.by(path):
        one = _judge_any(state_of(completions.ruleset, completion.position), action)
        if settled and one.answer == settled.answer and all(r in one.reasons for r in settled.reasons):
            continue
        if not completion.possible:
            continue
        if one.answer == "depends" or (settled and one.answer != settled.answer):
            return verdict
        # What holds for some values only, is no reason.
        settled = one._replace(reasons=tuple(r for r in one.reasons if settled is None or r in settled.reasons))
    if settled is None:
        return verdict
    if settled.answer == "yes":
        return verdict._replace(answer="yes", missing=())
    reasons = settled.reasons or (Reason(WHATEVER_IT_IS, {"what": (path,), "places": (path,)}, verdict.sections[0]),)
    return Verdict("no", reasons, (), verdict.costs, tuple(dict.fromkeys(one.section for one in reasons)))


def _judge_any(state: State, action: Action) -> Verdict:
    """The verdict on an action that may be one of another game: with things that this one does not have."""
    if belongs(state.catalog, action):
        return _judge(state, action)
    stranger, named = Judgement(), at_home(state.catalog, action)
    if named is None:
        stranger.forbid(NOT_IN_THIS_GAME, places=("game.edition", "game.variants"))
    else:
        kind, other, here = named
        stranger.forbid(OF_ANOTHER_EDITION[kind], **{kind: other}, here=here, places=("game.edition",))
    return stranger.verdict()


def _judge(state: State, action: Action, judgement: Judgement | None = None) -> Verdict:
    judgement = judgement or Judgement()
    if not state.colour and not action.actor(state) and state.turn.phase != "end":
        judgement.require_fact("turn.player")
    judgement.look(action.home(state))
    action.judge(state, judgement)
    if judgement.supposed and not judgement.reasons:
        _look_for(state, judgement)
    return _in_this_game(state, judgement.verdict())


def _look_for(state: State, judgement: Judgement) -> None:
    """Forbid what needs cards where none of them can be."""
    now = changed(state.position, board=state.board, players=state.players)
    for path, cards in judgement.supposed:
        objectives = [state.catalog.objectives.cards.get(card.id) for card in cards]
        if any(card and card.starting for card in objectives):
            judgement.forbid(STARTING_OBJECTIVE_STAYS, places=(path,))
        elif not may_lie(state.rules, now, path, cards):
            judgement.forbid(CARD_ELSEWHERE, cards=tuple(dict.fromkeys(map(str, cards))), places=(path,))


def _in_this_game(state: State, verdict: Verdict) -> Verdict:
    """The verdict with the sections that state its rules as they are in this game."""
    differs = state.rules.differs
    if not differs:
        return verdict
    if verdict.reasons:
        reasons = tuple(map(state.rules.cite, verdict.reasons))
        return verdict._replace(reasons=reasons, sections=tuple(dict.fromkeys(reason.section for reason in reasons)))
    sections = (s for section in verdict.sections for s in (section, differs.get(section, section)))
    return verdict._replace(sections=tuple(dict.fromkeys(sections)))


class _Refused(Exception):
    """Something forbids it: for a list of options, what else does makes no difference."""


class _Trial(Judgement):
    def forbid(self, code: str, **params: Value) -> None:
        raise _Refused


def _not_refused(state: State) -> Iterator[tuple[Action, Verdict]]:
    for action in _candidates(state):
        try:
            verdict = _judge(state, action, _Trial())
        except _Refused:
            continue
        if verdict.answer != "no":
            yield action, verdict


def _candidates(state: State) -> Iterator[Action]:
    step = state.next_step
    under_way = None if step is None else type(step)
    for kind in in_question(under_way, state.turn.phase):  # type: ignore[arg-type] # classes are hashable
        candidates = kind.candidates(state)
        yield from _each(state, kind, {}) if candidates is None else candidates


# What a kind of action comes to in a position, refused actions included: which of them, and why not the others?

MOST_CONSIDERED = 600
"""Where the fields of an action can be combined in more ways, only what the rules take for candidates is considered."""


def considered(
    ruleset: Ruleset, position: Position, kinds: str | Collection[str], **among: Collection[Any]
) -> Mapping[Action, Verdict]:
    """Every action of a kind, or of several, with its verdict: also those that are refused, which `options` leaves out.

    Considered are all combinations of what the fields of the action can be in this game, if there are no more than
    `MOST_CONSIDERED`, and what else the rules take for candidates. `among` keeps a field to some values, and gives
    those of one that could be anything, such as a way. What an action can do without stays out unless `among` names it.

    >>> from companion.engine import action_text, read_position, ruleset_of
    >>> position = read_position('''{"turn": {"player": "blue", "phase": "B", "pending": [{"effect": "build",
    ...     "dollars": 2}]}, "players": {"blue": {"dollars": 4, "workers": {"builder": 2}}},
    ...     "board": {"buildings": {"A-1": null}}}''')
    >>> found = considered(ruleset_of(position), position, "build", space=["A-1"], face=["1a", "10a"])
    >>> [(action_text(action), verdict.answer) for action, verdict in found.items()]
    [('build face=1a space=A-1', 'yes'), ('build face=10a space=A-1', 'no')]
    """
    state = state_of(ruleset, position)
    named = [vocabulary()[kind] for kind in ([kinds] if isinstance(kinds, str) else kinds)]
    return judge_each(
        ruleset, position, dict.fromkeys(action for kind in named for action in _each(state, kind, among))
    )


def _each(state: State, kind: type[Action], among: Mapping[str, Collection[Any]]) -> Iterator[Action]:
    fields = [field.name for field in dataclasses.fields(kind)]
    if unknown := among.keys() - {*fields}:
        raise TypeError(f"{kind.type!r} has no field {', '.join(sorted(unknown))}")
    catalog = state.catalog
    usual = _values(kind, catalog.edition, catalog.variants)  # type: ignore[arg-type] # classes are hashable
    values = {name: among.get(name, usual.get(name, ())) for name in fields if name in {**usual, **among}}
    if math.prod(map(len, values.values())) <= MOST_CONSIDERED:
        yield from (kind(**dict(zip(values, each, strict=True))) for each in itertools.product(*values.values()))
    if among.keys() >= {*fields}:
        return
    step = None if state.next_step is None else type(state.next_step)
    # Candidates are those of what waits, or of the phase.
    open_now = in_question(step, state.turn.phase)  # type: ignore[arg-type] # classes are hashable
    for action in kind.candidates(state) or () if kind in open_now else ():
        if all(getattr(action, name) in wanted for name, wanted in among.items()):
            yield action


@functools.cache
def _values(kind: type[Action], edition: int, variants: tuple[str, ...]) -> Mapping[str, Collection[Any]]:
    """What the fields of an action can be in a game: those that it cannot do without, and those that are yes or no."""
    shapes, needed = record_of(load_catalog(edition, variants), kind).fields, dataclasses.MISSING
    # Of a list there is no end of values, and none of them is named here.
    return {
        field.name: values_of(shapes[field.name].schema())
        if field.default is needed
        else (field.default, not field.default)
        for field in dataclasses.fields(kind)
        if field.default is needed or isinstance(field.default, bool)
    }
