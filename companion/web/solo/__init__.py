"""Playing alone: an automa's cards drawn on the phone, told step by step. Nothing is stored: a game is an address."""

from __future__ import annotations

import secrets

from flask import Blueprint, abort, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from companion import engine, i18n
from companion.engine import Automa, AutomaCard
from companion.pictures.automas import automa_card
from companion.reference import layers
from companion.web import assets, language
from companion.web.device import house, table
from companion.web.device.cookies import keep, plain
from companion.web.limits import JUDGING, limited
from companion.web.links import absolute, htmx, render
from companion.web.solo import game

blueprint = Blueprint("solo", __name__, url_prefix="/<language:language>/solo")

_MAX_COOKIE = game.MAX_TAPS + 20


@blueprint.route("/")
def index() -> ResponseReturnValue:
    """Every automa, to begin a game or to go on with the last one."""
    settings = table.remembered()
    played = (*settings.variants, *layers.chosen(settings.edition, ()))

    def usual(automa: Automa) -> str:
        boards = game.boards(automa)
        return next((board for board in reversed(boards) if board in played), boards[0])

    return render_template(
        "solo/index.html",
        automas=engine.automas().values(),
        boards=game.boards,
        board_name=game.board_name,
        usual=usual,
        workers=list(engine.load_catalog().tiles.workers),
        games={automa: plain(_cookie(automa), _MAX_COOKIE) for automa in engine.automas()},
    )


@blueprint.route("/<automa>/new")
def new(automa: str) -> ResponseReturnValue:
    """Begin a game: what was chosen, and five letters that chance draws, become its address."""
    opponent = _automa(automa)
    args = request.args
    kinds = list(engine.load_catalog().tiles.workers)
    own = args.get("specialization", "")
    code = game.code_of(
        opponent,
        args["level"] if args.get("level") in opponent.levels else next(iter(opponent.levels)),
        args["board"] if args.get("board") in game.boards(opponent) else game.boards(opponent)[0],
        int(args["players"]) if args.get("players") in ("2", "3", "4") else opponent.as_for,
        own if own in kinds else kinds[secrets.randbelow(len(kinds))],
        "".join(secrets.choice(game.NONCE) for _ in range(5)),
    )
    response = make_response(redirect(url_for("solo.play", automa=automa, code=code), 303))
    keep(response, _cookie(automa), code, from_scripts=True)
    return response


@blueprint.route("/<automa>/cards")
def cards(automa: str) -> ResponseReturnValue:
    """All cards of an automa."""
    opponent = _automa(automa)
    players = table.remembered().players or opponent.as_for
    return render_template(
        "solo/cards.html",
        automa=opponent,
        house_game=_house_game(),
        players=players,
        picture=lambda card: _picture(opponent, card, players, branchlet=True),
        lines=lambda card: game.in_general(opponent, card, table.remembered().edition, language.current()),
    )


@blueprint.route("/<automa>/<code>")
@limited(JUDGING)
def play(automa: str, code: str) -> ResponseReturnValue:
    """A game as far as it has come; for htmx only what changes. Raises NoGame."""
    _automa(automa)
    house_game = _house_game()
    try:
        played = game.read(automa, code, house_game.house)
    except game.NoGame:
        # House rules that came in between may not allow what was tapped before.
        house_game = engine.Game()
        played = game.read(automa, code)
    picture = None
    if played.card is not None:
        branchlet = bool(played.catalog.towns.towns)
        picture = _picture(played.automa, played.card, len(played.position.players), branchlet=branchlet)
    other = _other(automa, code)
    response = make_response(
        render(
            "solo/play.html",
            "turn",
            game=played,
            house_game=house_game,
            page=game.page(played, language.current()),
            picture=picture,
            score_code=engine.encode(played.to_score),
            other=other,
            further=other.startswith(code),
            here=absolute("solo.play", automa=automa, code=code),
        )
    )
    if htmx:
        response.vary.add("HX-Request")
    if not other:
        keep(response, _cookie(automa), code, from_scripts=True)
    return response


def _other(automa: str, code: str) -> str:
    """The game on this device that must not be lost to the one that is shown; "" where that is the same game, at most a
    tap further or back, or one that was tapped or taken over."""
    mine = plain(_cookie(automa), _MAX_COOKIE)
    try:
        game.read(automa, mine)
    except game.NoGame:
        return ""
    same = abs(len(mine) - len(code)) <= 1 and (mine.startswith(code) or code.startswith(mine))
    return "" if same or htmx or "mine" in request.args else mine


def _automa(name_of: str) -> Automa:
    if name_of not in engine.automas():
        abort(404)
    return engine.ruleset_of(engine.Position(game=_house_game())).catalog.automas[name_of]


def _house_game() -> engine.Game:
    """What the table plays otherwise about automas, as a game of which nothing else is told."""
    figures, rules = engine.changeable_in(engine.Game()), house.remembered().for_game(engine.Game())
    return engine.Game(house={name: rules[name] for name in rules if figures[name].path[0] == "automas"} or None)


def _cookie(automa: str) -> str:
    return f"solo-{automa}"


def _picture(automa: Automa, card: AutomaCard, players: int, *, branchlet: bool) -> Markup:
    number = 1 + list(automa.cards).index(card.id)
    picture = automa_card(automa, card, players, assets.sprite(), branchlet=branchlet)
    return picture.markup(i18n.name(language.current(), "automa", "card", number=number))
