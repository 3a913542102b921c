"""Auxiliary actions: which of them are open, single or double, and can I pay for them?"""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine import Board, Catalog, Player, Position, Turn, actions, effects
from companion.sentences.actions import action_sentence
from companion.sentences.effects import EffectWords
from companion.web.ask import pieces
from companion.web.ask.fields import FieldOption
from companion.web.ask.form import Form
from companion.web.ask.situation import Candidate, QuickQuestion, Situation, allowed, judged
from companion.web.ask.words import gettext, lazy_gettext, ngettext
from companion.web.language import current

BY_EFFECT, INSTEAD, AFTER_LOCAL = "action", "instead", "after"


def ask(form: Form) -> Situation:
    """Every auxiliary action, single and double."""
    game, catalog, colour = form.game(), form.catalog, form.colour(shown=False)
    how = form.pick("how", gettext("How?"), _ways(), facts=("turn.pending", "turn.used"), lead=True)
    discs = [disc for action in catalog.player_board.auxiliary.actions.values() for disc in action.discs]
    cleared = pieces.cleared(form, colour, discs)
    money = form.dollars(colour, tries=(0, 1, 2))
    at = form.own_engine(colour)
    # Whichever neutral building it is: each of them is a location.
    place = next(space.id for space in catalog.trail.spaces.values() if space.kind == "neutral")
    tile = next(iter(catalog.buildings.neutral))
    position = Position(
        game=game,
        turn=Turn(
            player=colour,
            phase="B",
            used=None if how is None else (f"{tile}.1",) if how == AFTER_LOCAL else (),
            auxiliary_used=None if how is None else False,
            pending=(effects.Auxiliary(),) if how == BY_EFFECT else None if how is None else (),
        ),
        board=Board(neutral={place: tile}),
        players={colour: Player(herder=place, cleared=cleared, dollars=money, engine=at)},
    )
    choices = tuple(_choices(position, catalog)) if how else ()
    return Situation(
        position=position,
        choices=choices,
        missing=() if how else ("turn.pending",),
        yes=ngettext(
            "You can do one auxiliary action.", "You can choose among %(num)d auxiliary actions.", allowed(choices)
        ),
        no=gettext("No auxiliary action can be done now."),
        parts=(f"player:{colour}",),
    )


def _ways() -> list[FieldOption]:
    return [
        FieldOption(BY_EFFECT, gettext("because an action says so")),
        FieldOption(INSTEAD, gettext("in place of all local actions")),
        FieldOption(AFTER_LOCAL, gettext("after a local action")),
    ]


def _choices(position: Position, catalog: Catalog) -> Iterator[Candidate]:
    words = EffectWords(current())
    for number, auxiliary in enumerate(catalog.player_board.auxiliary.actions.values()):
        for double in (False, True):
            action = actions.DoAuxiliary(auxiliary.id, double=double)
            yield Candidate(
                actions=(action,),
                title=action_sentence(action, current()).rstrip("."),
                verdict=judged(position, (action,)),
                note=words.sentence(auxiliary.double if double else auxiliary.single),
                symbol="auxiliary",
                rank=(number, double),
            )


QUESTION = QuickQuestion(
    id="auxiliary",
    phase="B",
    order=40,
    symbol="auxiliary",
    title=lazy_gettext("Auxiliary action"),
    about=lazy_gettext("Which ones you can do, single or double, and instead of what"),
    rules=("turn/auxiliary-actions", "turn/auxiliary-actions#how-much", "railroad/move-back#order"),
    example="how=instead&cleared=aux-money-2&d=3",
    ask=ask,
)
