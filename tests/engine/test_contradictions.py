"""Whatever was entered, and whatever is asked of it: there is an answer, and what follows is a position again."""

import json
from typing import Any

from companion.engine import (
    Chance,
    IllegalAction,
    ImpossibleOutcome,
    Scripted,
    Seeded,
    Unreadable,
    apply,
    judge,
    options,
    read_action,
    ruleset_of,
    to_plain,
)
from companion.engine.core.position import Position
from companion.engine.format.log import read_drawn
from companion.engine.scoring.table import score
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.engine.plain import read
from tests.engine.strategies import actions, positions, situations
from tests.profiles import examples

OUTCOMES = read_drawn("""[
  {"from": "players.blue.draw", "drawn": ["criollo", "obj-3"]},
  {"from": "players.red.draw", "drawn": ["galloway"]},
  {"from": "board.bags.1", "drawn": [{"worker": "cowboy"}]},
  {"from": "board.cattle_stack", "drawn": ["longhorn:2", "longhorn"]},
  {"from": "board.objective_stack", "drawn": ["obj-7"]}
]""")
DEALERS: dict[str, Any] = {
    "nobody": lambda: None,
    "chance": lambda: Seeded(Chance(1)),
    "told": lambda: Scripted(OUTCOMES),
}


def readable(plain: Any) -> Position:
    """The position, unless a pile knows more cards than it has, which no schema can tell."""
    try:
        return read(plain)
    except Unreadable:
        assume(False)
        raise


@examples(250)
@given(st.one_of(positions(), situations()), st.lists(actions(), max_size=6), st.sampled_from(sorted(DEALERS)))
def test_every_question_has_an_answer(plain: Any, tried: list[Any], dealer: str) -> None:
    position = readable(plain)
    rules = ruleset_of(position)
    score(rules, position)
    offered = [option.action for option in options(rules, position)]
    for action in [*offered[:6], *(read_action(json.dumps(one)) for one in tried)]:
        answer = judge(rules, position, action).answer
        try:
            after = apply(rules, position, action, DEALERS[dealer]())
        except IllegalAction:
            assert answer == "no"
        except ImpossibleOutcome:
            assert dealer == "told"
        else:
            assert answer != "no"
            assert read(to_plain(after)) == after
