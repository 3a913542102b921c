"""One fact is left out of a whole position: where all its possible values give one answer, that is the answer."""

import copy
import json
import random
from typing import Any

from companion.engine import (
    Unreadable,
    action_text,
    check,
    hidden,
    judge,
    options,
    possible,
    read_position,
    ruleset_of,
    to_plain,
)
from companion.engine.core.position import Position
from companion.engine.format.description import Described, described
from hypothesis import example, given
from hypothesis import strategies as st

from tests.engine.tables import SEEDS, TABLES, whole_game
from tests.engine.test_partial import asked
from tests.profiles import examples


def values(field: Described, plain: Any, faces: list[str]) -> list[Any]:
    """Everything that a field may say, as plain values; nothing where there is no end of it."""
    if field.path.startswith("board.buildings."):
        return [None, *({"player": colour, "face": face} for colour in plain["players"] for face in faces)]
    if field.path.startswith("board.hazards."):
        faces_of = [("green", 2), ("green", 3), ("green", 4), ("yellow", 2), ("yellow", 3), ("yellow", 4)]
        return [None, *({"hand": hand, "vp": vp} for hand, vp in faces_of), {"hand": "black", "vp": 2}]
    if field.kind == "one":
        return [*field.values, *([None] if field.nothing else [])]
    return list(range(field.least, field.most + 1)) if field.kind == "number" and field.most < 10 else []


def told(plain: Any, path: str, *value: Any) -> Position | None:
    """The position with another value at a place, or none; None where it cannot be read or cannot be."""
    changed = copy.deepcopy(plain)
    *keys, last = path.split(".")
    here = changed
    for key in keys:
        here = here.setdefault(key, {})
    here.pop(last, None)
    if value:
        here[last] = value[0]
    try:
        position = read_position(json.dumps(changed))
    except Unreadable:
        return None
    return position if not value or possible(check(ruleset_of(position), position)) else None


@given(st.sampled_from(TABLES), SEEDS)
@examples(40)
@example({"players": 3, "variants": ["rails-to-the-north"]}, 100001)
def test_what_has_one_answer_is_that_answer(table: dict[str, Any], seed: int) -> None:
    dice = random.Random(seed)
    moments = whole_game(**table, seed=seed)
    moment = dice.choice(moments)
    whole = hidden(moment.position, moment.position.turn.player)
    plain, faces = to_plain(whole), list(ruleset_of(whole).catalog.buildings.faces)
    others = [dice.choice(moments).entry.action for _ in range(8)]
    # Who is on turn and in which phase is what the question is about.
    fields = [
        field
        for field in described(whole.game.edition, whole.game.variants or ())
        if not field.path.startswith("game.")
        and field.path not in ("turn.player", "turn.phase")
        # Nor does anybody take a seat who does not play.
        and (not field.path.startswith("players.") or field.path.split(".")[1] in plain["players"])
    ]
    for field in dice.sample(fields, 15):
        part, each = told(plain, field.path), values(field, plain, faces)
        if part is None or not each or part == whole:
            continue
        rules, full = ruleset_of(part), ruleset_of(whole)
        offered = {option.action: option.verdict for option in options(rules, part)}
        for action in dice.sample(list(offered), min(3, len(offered))):
            assert judge(rules, part, action) == offered[action]
        doubtful = [action for action, verdict in offered.items() if verdict.answer == "depends"]
        more = dice.sample(others + asked(full, whole, part), 6)
        doubtful += [action for action in more if judge(rules, part, action).answer == "depends"]
        if not doubtful:
            continue
        completions = [one for value in each if (one := told(plain, field.path, value)) is not None]
        for action in doubtful[:20]:
            answers = {judge(ruleset_of(one), one, action).answer for one in completions}
            assert len(answers) > 1 or "depends" in answers, (field.path, action_text(action), answers, plain)
