"""Kansas City: the foresight tiles, the income, the Simmental cards, the delivery."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import ClassVar

from companion.engine.actions.base import Action, Effects, done, free_to_act, offered
from companion.engine.actions.discs import disc_possible, one_is_left, put_nothing
from companion.engine.actions.market import refill_market
from companion.engine.effects import steps
from companion.engine.flow.amounts import Amount, between, ends, missing_of, to_bank
from companion.engine.flow.cards import card_of, few, find, need_in_hand
from companion.engine.flow.effects import begin, next_stage, settle
from companion.engine.flow.facts import income, transport
from companion.engine.flow.judgement import Judgement
from companion.engine.flow.state import State, added, taken
from companion.engine.flow.turn import FORESIGHT, asked_of_market, may_choose, skip_empty_columns
from companion.engine.format.table import PHASES
from companion.engine.position import Tile


@dataclass(frozen=True)
class Foresight(Action):
    """Choose a tile of the foresight column of this subphase, from 1, and move it to where it belongs."""

    type: ClassVar[str] = "foresight"
    section: ClassVar[str] = "kansas-city/foresight"
    phases: ClassVar[tuple[str, ...]] = (*FORESIGHT,)
    tile: int

    def judge(self, state: State, judgement: Judgement) -> None:
        if not free_to_act(state, judgement, *FORESIGHT) or state.turn.phase is None:
            return
        column = FORESIGHT.index(state.turn.phase) + 1
        path = f"board.foresight.{column}"
        tiles = state.board.foresight.get(column)
        have = state.catalog.tiles.foresight.spaces if tiles is None else len(tiles)
        if not 1 <= self.tile <= have:
            judgement.forbid("no-foresight-tile", number=self.tile, have=have, places=(path,))
            return
        if tiles is None:
            judgement.require_fact(path)
            return
        judgement.look("kansas-city/job-market" if tiles[self.tile - 1].worker else "kansas-city/placing-tiles")
        # No worker any more once the job market is closed.
        may = may_choose(state, tiles[self.tile - 1])
        if may is None:
            judgement.require_fact(*asked_of_market(state))
        elif not may:
            judgement.forbid("job-market-closed", places=(path,))

    def apply(self, state: State) -> None:
        phase = state.turn.phase
        if phase is None:
            # Of which column is not known.
            _place_unknown(state)
            state.set_board(foresight={})
            return
        column = FORESIGHT.index(phase) + 1
        tiles = state.board.foresight.get(column)
        if tiles is None:
            _place_unknown(state)
        else:
            left = (*tiles[: self.tile - 1], *tiles[self.tile :])
            state.set_board(foresight={**state.board.foresight, column: left})
            _place(state, tiles[self.tile - 1])
        state.set_turn(phase=PHASES[PHASES.index(phase) + 1])
        skip_empty_columns(state)

    @classmethod
    def candidates(cls, state: State) -> Iterator[Action]:
        column = FORESIGHT.index(str(state.turn.phase)) + 1
        for number in range(len(state.board.foresight.get(column) or ())):
            yield cls(number + 1)


def _place_unknown(state: State) -> None:
    """A tile of which nothing is known may now lie on any space that was empty."""
    board = state.board
    state.set_board(
        hazards={space: tile for space, tile in board.hazards.items() if tile},
        outlaws={space: tile for space, tile in board.outlaws.items() if tile},
        job_market=type(board.job_market)(),
    )


def _place(state: State, tile: Tile) -> None:
    """Move a tile to where it belongs: the lowest empty space of its kind, or out of the game when there is none."""
    spaces = state.catalog.trail.spaces.values()
    if tile.worker:
        _to_job_market(state, tile.worker)
        return
    kind = "outlaw" if tile.outlaw else "hazard"
    hazard = tile.hazard.hazard if tile.hazard else None
    lying = dict(state.board.outlaws if tile.outlaw else state.board.hazards)
    order = sorted((s.number or 0, s.id) for s in spaces if s.kind == kind and s.hazard == hazard)
    for _, space in order:
        if space not in lying:
            # Whether it is free is not known, so neither is where the tile lies now.
            for _, other in order:
                if lying.get(other) is None:
                    lying.pop(other, None)
            break
        if lying[space] is None:
            lying[space] = tile.outlaw or tile.hazard
            break
    state.set_board(**{f"{kind}s": lying})


def _to_job_market(state: State, worker: str) -> None:
    """Put a worker onto the next space of the row of the token; the last space of a row moves the token on."""
    market, data = state.board.job_market, state.catalog.job_market
    columns, token = state.rules.per_players(data.columns), market.token_row
    if token is None or columns is None:
        state.set_board(job_market=type(market)(None, {}))
        return
    row = [entry for entry in market.rows.get(token, ()) if entry] if token in market.rows else None
    if row is None or len(row) >= columns:
        # The token has moved on from a row that is full, so where it lies is not known.
        state.set_board(job_market=replace(market, token_row=None))
        return
    row.append(worker)
    rows = {**market.rows, token: tuple(row) + (None,) * (columns - len(row))}
    if len(row) < columns:
        state.set_board(job_market=replace(market, rows=rows))
        return
    arrow = data.rows[token].arrow
    following = token + 1 if token + 1 in data.rows else None
    if following is not None:
        rows.setdefault(following, (None,) * columns)
    state.set_board(job_market=type(market)(following, rows))
    if arrow == "yellow":
        refill_market(state)
    if arrow == "green":
        # The end of the game: the token lies before the player from now on.
        state.set_me(job_market_token=True)
        state.set_turn(final_round=True)


@dataclass(frozen=True)
class Income(Action):
    """Take the income of the hand, with the certificate marker put back to `marker`, and discard the hand."""

    type: ClassVar[str] = "income"
    section: ClassVar[str] = "kansas-city/income"
    phases: ClassVar[tuple[str, ...]] = ("K4",)
    marker: int

    def judge(self, state: State, judgement: Judgement) -> None:
        if not free_to_act(state, judgement, "K4"):
            return
        judgement.look("kansas-city/certificates")
        player, track = state.me, state.catalog.table.certificates.track
        if self.marker not in track:
            judgement.forbid("marker-between-spaces", needs=self.marker)
        elif player.certificates is None:
            # The marker may always go back to the first space.
            if self.marker > track[0]:
                judgement.require_fact(state.path("certificates"))
        elif self.marker > player.certificates:
            judgement.forbid(
                "marker-not-forward", have=player.certificates, needs=self.marker, places=(state.path("certificates"),)
            )

    def apply(self, state: State) -> None:
        value = income(state, state.me, self.marker)
        if value is None:
            state.set_me(dollars=None)
        else:
            state.earn(value)
        state.set_me(certificates=self.marker)
        state.set_turn(breeding_value=value)
        begin(
            state,
            [steps.SimmentalUpgrade(), steps.DiscardHand(), steps.Deliver(limit=value), steps.LeaveKansasCity()],
        )

    @classmethod
    def candidates(cls, state: State) -> Iterator[Action]:
        have = state.me.certificates
        for number in state.catalog.table.certificates.track:
            if have is None or number <= have:
                yield cls(number)


@dataclass(frozen=True)
class Grow(Action):
    """Return Simmental cards of the hand to the box and put as many of the next stage onto the discard pile."""

    type: ClassVar[str] = "grow"
    section: ClassVar[str] = "kansas-city/simmental-upgrade"
    offered_by: ClassVar[Effects] = (steps.SimmentalUpgrade,)
    cards: tuple[str, ...]

    def judge(self, state: State, judgement: Judgement) -> None:
        offered(state, judgement, steps.SimmentalUpgrade)
        wanted = [card_of(name) for name in self.cards]
        final = [name for name, card in zip(self.cards, wanted, strict=True) if next_stage(state, card.id) is None]
        if final:
            judgement.forbid("no-next-stage", cards=tuple(final))
            return
        need_in_hand(state, judgement, state.colour, wanted)

    def apply(self, state: State) -> None:
        done(state)
        wanted = [card_of(name) for name in self.cards]
        grown = []
        for card in wanted:
            stage = next_stage(state, card.id)
            if stage is not None:
                grown.append(type(card)(stage))
        hand = state.me.hand
        if hand is not None:
            found, absent = find(hand, wanted)
            state.set_me(hand=taken(hand, (*found, *absent), len(wanted)))
        state.set_me(discard=added(state.me.discard, tuple(grown), len(grown)))
        settle(state)

    @classmethod
    def candidates(cls, state: State) -> Iterator[Action]:
        hand = state.me.hand
        if hand is None:
            return
        by_stage: dict[str, list[str]] = {}
        for card in hand.known:
            if next_stage(state, card.id):
                by_stage.setdefault(card.id, []).append(card.id if card.vp is None else f"{card.id}:{card.vp}")
        counts = product(*(range(len(names) + 1) for names in by_stage.values()))
        for chosen in few(
            tuple(name for names, count in zip(by_stage.values(), each, strict=True) for name in names[:count])
            for each in counts
        ):
            if chosen:
                yield cls(chosen)


@dataclass(frozen=True)
class DeliverTo(Action):
    """Deliver to a city; then a disc goes onto it. Transport is paid when that is done."""

    type: ClassVar[str] = "deliver"
    section: ClassVar[str] = "kansas-city/delivery"
    offered_by: ClassVar[Effects] = (steps.Deliver,)
    paid_later: ClassVar[bool] = True
    city: str

    def judge(self, state: State, judgement: Judgement) -> None:
        step = offered(state, judgement, steps.Deliver)
        city, player = state.catalog.cities.cities[self.city], state.me
        # Up to the total breeding value.
        if step is not None:
            judgement.look("kansas-city/transport" if step.transport else "actions/extraordinary-delivery")
            if step.limit is None:
                if city.value:
                    judgement.require_fact("turn.breeding_value" if step.transport else "turn.pending")
            elif city.value > step.limit:
                code = "city-too-far" if step.transport else "city-beyond-way-back"
                judgement.forbid(code, city=self.city, needs=city.value, have=step.limit)
        # Each city once, but for Kansas City and New York.
        if not city.repeatable:
            if player.deliveries is None:
                judgement.require_fact(state.path("deliveries"))
            elif player.deliveries.get(self.city):
                judgement.forbid("delivered-already", city=self.city, places=(state.path("deliveries"),))
        if step is not None and step.transport:
            judgement.charge(to_bank(self._transport(state)))

    def _transport(self, state: State) -> Amount:
        # Without any disc that could be placed, nothing is paid (open question 6).
        dollars = transport(state, self.city)
        if one_is_left(state) or not dollars:
            return dollars
        possible = Judgement()
        disc_possible(state.ahead(steps.PayTransport(self.city)), possible, steps.PlaceDisc(city=self.city), spent=0)
        if possible.forbidden:
            return 0
        return between(0, ends(dollars)[1], (*missing_of(dollars), *possible.missing)) if possible.missing else dollars

    def apply(self, state: State) -> None:
        step = state.next_step
        done(state)
        if isinstance(step, steps.Deliver) and step.transport:
            state.pending.append(steps.PayTransport(self.city))
        disc = steps.PlaceDisc(city=self.city)
        begin(state, [disc])
        possible = Judgement()
        disc_possible(state, possible, disc, spent=0)
        if possible.forbidden:
            put_nothing(state)

    @classmethod
    def candidates(cls, state: State) -> Iterator[Action]:
        for city in state.catalog.cities.cities:
            yield cls(city)
