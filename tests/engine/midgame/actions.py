"""What the actions on buildings, cards and tiles do; engines and deliveries are in `railroad`."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.engine.midgame.table import Table, breed_of, effect, run, use


@effect("pay")
def pay(table: Table, does: Any) -> bool:
    return table.pay(does.dollars)


@effect("gain-dollars")
def gain_dollars(table: Table, does: Any) -> None:
    table.gain(does.dollars * table.counted(does.per))


@effect("gain-exchange-token")
def gain_exchange_token(table: Table, does: Any) -> None:
    table.me["exchange_tokens"] += does.count


@effect("gain-certificates")
def gain_certificates(table: Table, does: Any) -> None:
    table.gain_certificates(does.steps * table.counted(does.per))


@effect("certificates-to-limit")
def certificates_to_limit(table: Table, _: Any) -> None:
    table.gain_certificates(len(table.catalog.table.certificates.track))


@effect("gain-objective")
def gain_objective(table: Table, does: Any) -> None:
    table.gain_objective(does.to, display_only=does.source == "display")


# Cards.


@effect("discard")
def discard(table: Table, does: Any) -> bool:
    """Discard exactly what is asked for, if it is in the hand."""
    breeds = table.catalog.cattle.breeds
    cattle = {card: breeds[breed_of(card)] for card in table.me["hand"] if table.is_cattle(card)}
    if does.card == "objective":
        chosen = [card for card in table.me["hand"] if card not in cattle][:1]
    elif does.card == "pair":
        types = Counter(cattle[card].type for card in table.me["hand"] if card in cattle)
        pair = next((kind for kind, count in types.items() if count > 1), None)
        chosen = [card for card in table.me["hand"] if card in cattle and cattle[card].type == pair][:2]
    else:
        names = {card: ("any-cattle", breed.id, f"value-{breed.value}") for card, breed in cattle.items()}
        fitting = [card for card in cattle if does.card in names[card]]
        chosen = [table.dice.choice(fitting)] if fitting else []
    table.discard(chosen)
    return bool(chosen)


@effect("draw-then-discard")
def draw_then_discard(table: Table, does: Any) -> None:
    table.draw_then_discard(table.counted(does.per) if does.most is None else does.most)


@effect("remove-cards")
def remove_cards(table: Table, does: Any) -> None:
    for card in table.spare(does.count):
        table.me["hand"].remove(card)


@effect("buy-cattle")
def buy_cattle(table: Table, _: Any) -> None:
    """Each cowboy either helps to buy or adds cards to the market, once."""
    cattle, market = table.catalog.cattle, table.board["cattle_market"]
    cowboys = idle = table.me["workers"]["cowboy"]
    while idle and table.maybe(0.9):
        table.turn["cowboys_used"] = cowboys - idle
        table.moment()
        if table.maybe(0.1):
            table.to_market(cattle.more_cards.cards)
            idle -= cattle.more_cards.cowboys
            continue
        offers = [
            (offer, shown)
            for offer in cattle.prices.values()
            if offer.cowboys <= idle and offer.dollars <= table.me["dollars"]
            if len(shown := [card for card in Counter(market).elements() if breed_of(card) in offer.breeds])
            >= offer.cards
        ]
        if not offers:
            break
        offer, shown = table.dice.choice(offers)
        table.pay(offer.dollars)
        idle -= offer.cowboys
        for card in table.dice.sample(shown, offer.cards):
            table.me["discard"].append(card)
            market[card] -= 1
            if not market[card]:
                del market[card]
    table.turn["cowboys_used"] = 0


# Workers and buildings.


@effect("hire")
def hire(table: Table, does: Any) -> None:
    """Take a worker from any row but the token's onto the next space of the own row."""
    market, rows = table.board["job_market"], table.catalog.player_board.worker_rows
    costs = {row: table.catalog.job_market.rows[int(row)].cost + does.extra for row in market["rows"]}
    offers = [
        (row, place, worker)
        for row, spaces in market["rows"].items()
        for place, worker in enumerate(spaces)
        if worker and int(row) != market.get("token_row") and table.me["workers"][worker] < rows.spaces
        if costs[row] <= table.me["dollars"]
    ]
    liked = [offer for offer in offers if offer[2] == table.favourites[table.colour]]
    if offers:
        row, place, worker = table.dice.choice(liked if liked and table.maybe(0.8) else offers)
        table.pay(max(0, costs[row]))
        market["rows"][row][place] = None
        table.me["workers"][worker] += 1
        immediate = rows.immediate[worker].get(table.me["workers"][worker])
        if immediate and table.maybe(0.9):
            use(table, immediate)


@effect("build")
def build(table: Table, does: Any) -> None:
    """Place a private building on an empty space, or instead of an own one that needs fewer builders."""
    faces, sides = table.catalog.buildings.faces, table.plain["game"]["sides"]
    own = table.own_buildings()
    gone = {faces[face].number for face in (*own.values(), *table.me["placed_out"])}
    left = [face for face in faces.values() if face.side == sides[str(face.number)] and face.number not in gone]
    empty = [space for space, lies in table.board["buildings"].items() if lies is None]
    needs = [(space, face, face.builders) for face in left for space in empty]
    needs += [(space, face, face.builders - faces[old].builders) for face in left for space, old in own.items()]
    able = [(space, face, n) for space, face, n in needs if 0 < n <= table.me["workers"]["builder"]]
    able = [(space, face, n) for space, face, n in able if n * does.dollars <= table.me["dollars"]]
    if able:
        space, face, builders = table.dice.choice(able)
        table.pay(builders * does.dollars)
        if space in own:
            table.me["placed_out"].append(own[space])
        table.board["buildings"][space] = {"player": table.colour, "face": face.id}


@effect("remove-hazard")
def remove_hazard(table: Table, does: Any) -> None:
    hazards = table.board["hazards"]
    there = [space for space, tile in hazards.items() if tile]
    if there and table.pay(does.dollars):
        space = table.dice.choice(there)
        table.me["hazards"].append({"hazard": table.catalog.trail.spaces[space].hazard, **hazards[space]})
        hazards[space] = None


@effect("collect-bounty")
def collect_bounty(table: Table, _: Any) -> None:
    there = [space for space, outlaw in table.board["outlaws"].items() if outlaw]
    if there:
        space = table.dice.choice(there)
        outlaw, bounty = table.board["outlaws"][space], table.catalog.trail.spaces[space].bounty
        table.board["outlaws"][space] = None
        table.me["outlaws"][outlaw] = table.me["outlaws"].get(outlaw, 0) + 1
        assert bounty
        run(table, bounty)


# Auxiliary actions.


@effect("auxiliary")
def auxiliary(table: Table, _: Any, *, double: bool = True) -> None:
    """One that is open: a disc space beside it is empty. Doubled, if both are and the action allows it."""
    board = table.catalog.player_board.auxiliary
    empty = {
        name: board.spaces - sum(disc not in table.me["cleared"] for disc in action.discs)
        for name, action in board.actions.items()
    }
    chosen = table.dice.choice([name for name, spaces in empty.items() if spaces])
    action = board.actions[chosen]
    doubled = double and empty[chosen] == board.spaces and table.maybe()
    use(table, action.double if doubled else action.single)
