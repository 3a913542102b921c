"""The best use of objective cards, compared with trying everything."""

from itertools import product

from companion.engine import load_catalog
from companion.engine.core.components.cards import ObjectiveCard
from companion.engine.scoring.objectives import best_assignment, shared_out
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import every

CARDS = load_catalog().objectives.cards
TASKS = sorted({task for card in CARDS.values() for task in card.tasks})


def brute(played: list[ObjectiveCard], waiting: list[ObjectiveCard], things: dict[str, int], per_pair: int) -> int:
    results = []
    for fates in product(*([(0, 1)] * len(played) + [(0, 1, 2)] * len(waiting))):
        cards = list(zip([*played, *waiting], fates, strict=True))
        used = [task for card, fate in cards if fate == 1 for task in card.tasks]
        if all(used.count(task) <= things.get(task, 0) for task in used):
            points = sum(card.vp if fate == 1 else card.penalty * (fate == 0) for card, fate in cards)
            results.append(points + sum(fate != 2 for _, fate in cards) // 2 * per_pair)
    return max(results)


CHOICES = st.lists(st.sampled_from(sorted(CARDS)), max_size=4)


@given(CHOICES, CHOICES, st.dictionaries(st.sampled_from(TASKS), st.integers(0, 4)), st.sampled_from([0, 3]))
def test_no_assignment_is_better(played: list[str], waiting: list[str], things: dict[str, int], per_pair: int) -> None:
    mine, others = [CARDS[name] for name in played], [CARDS[name] for name in waiting]
    best = best_assignment(mine, others, things, lambda count: count // 2 * per_pair)
    assert best.points + best.in_area // 2 * per_pair == brute(mine, others, things, per_pair)
    assert sorted((*best.fulfilled, *best.failed, *best.left_out)) == sorted(played + waiting)


@every(
    ("played", "waiting", "things", "per_pair", "fulfilled", "failed"),
    [
        # Two hazards for the card that pays most would leave the two others without.
        (("obj-17", "obj-3", "start-3"), (), {"building": 2, "hazard": 3, "shorthorn": 1}, 0, 2, ("obj-17",)),
        # A card in the deck is left out when it would cost.
        ((), ("obj-6",), {}, 0, 0, ()),
        # For a station master it is added: three points for two cards are worth a penalty of two.
        (("start-1",), ("obj-1",), {}, 3, 0, ("start-1", "obj-1")),
        # The hazards could fulfil the card that was played; in the other one they are worth more.
        (("start-4",), ("obj-15",), {"hazard": 2, "outlaw-orange": 1, "building": 1}, 0, 1, ("start-4",)),
    ],
)
def test_the_best_that_can_be_made_of_cards(
    played: tuple[str, ...],
    waiting: tuple[str, ...],
    things: dict[str, int],
    per_pair: int,
    fulfilled: int,
    failed: tuple[str, ...],
) -> None:
    mine, others = [CARDS[name] for name in played], [CARDS[name] for name in waiting]
    best = best_assignment(mine, others, things, lambda count: count // 2 * per_pair)
    assert (len(best.fulfilled), best.failed) == (fulfilled, failed)
    assert best.points + best.in_area // 2 * per_pair == brute(mine, others, things, per_pair)


@given(CHOICES, st.dictionaries(st.sampled_from(TASKS), st.integers(0, 4)))
def test_every_thing_serves_one_task(played: list[str], things: dict[str, int]) -> None:
    items = {task: [f"{task} {number}" for number in range(count)] for task, count in things.items()}
    fulfilled = [CARDS[name] for name in best_assignment([CARDS[name] for name in played], [], things).fulfilled]
    shared = shared_out(fulfilled, items)
    for card, used in zip(fulfilled, shared, strict=True):
        assert [item.rsplit(" ", 1)[0] for item in used] == list(card.tasks)
    everything = [item for used in shared for item in used]
    assert len(set(everything)) == len(everything)
