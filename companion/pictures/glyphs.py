"""Actions as strips of symbols, as tiles show them: what is asked, an arrow, what is given.

Every effect of the closed vocabulary has its glyphs here, as it has its words in `sentences/effects.py`.
"""

from __future__ import annotations

import functools
import importlib
import importlib.util
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion import engine
from companion.engine import Choice, Effect, LocalAction, effects
from companion.pictures.svg import GRID, Picture

_MINUS, _TIMES = "−", "×"
_LETTER = 10.5
"""Width of a digit or sign in the size that stands beside symbols."""
_SIZE = 18
_GAP = 3
_PAD = 5
HEIGHT = GRID + 2 * _PAD
"""Height of a strip."""


@dataclass(frozen=True)
class Sign:
    """A symbol of the sprite, perhaps with a breeding value on it."""

    name: str
    value: int | None = None


class Loss(str):
    """A number that is paid."""

    __slots__ = ()


Glyph = Sign | str
"""A symbol, or a few digits and signs."""

_COUNTED: Mapping[str, tuple[Glyph, ...]] = {
    "cowboy": (Sign("worker-cowboy"),),
    "builder": (Sign("worker-builder"),),
    "engineer": (Sign("worker-engineer"),),
    "woods-building": (Sign("woods"), Sign("building-own")),
    "station": (Sign("station"),),
    "hazard": (Sign("hazard-any"),),
    "bell": (Sign("bell"),),
    "outlaw-pair": (Sign("outlaw-green"), Sign("outlaw-orange")),
}


def value_of(breed: str) -> int:
    """The breeding value of a breed, which its symbol leaves room for."""
    return engine.every_component().cattle.breeds[breed].value


@functools.cache
def cattle(breed: str) -> Sign:
    """The card of a breed: editions draw those of a colour alike."""
    breeds = engine.every_component().cattle.breeds
    here = breeds[breed]
    drawn = next(one.id for one in breeds.values() if (one.colour, one.stage) == (here.colour, here.stage))
    return Sign(f"cattle-{drawn}", here.value)


def _per(per: str | None) -> tuple[Glyph, ...]:
    return (_TIMES, *_COUNTED[per]) if per else ()


def _cost(dollars: int) -> tuple[Glyph, ...]:
    """Dollars that an action asks for, if any."""
    return (Loss(f"{_MINUS}{dollars}"), Sign("dollar")) if dollars else ()


def _hire(effect: effects.Hire) -> tuple[Glyph, ...]:
    """What changes about the price stands behind the dollar, as tiles show it."""
    if not effect.extra:
        return (Sign("hire"),)
    return (Sign("hire"), Sign("dollar"), Loss(f"+{effect.extra}") if effect.extra > 0 else f"{_MINUS}{-effect.extra}")


def _discard(effect: effects.Discard) -> tuple[Glyph, ...]:
    named: dict[str, tuple[Glyph, ...]] = {
        "any-cattle": (Sign("cattle-any"),),
        "pair": (Sign("pair"),),
        # The cards of the market's cheapest breeds share one value; the objective task of that name tells it too.
        "value-3": (Sign("cattle-any", value_of("longhorn")),),
        "value-2": (*([str(effect.cards)] if effect.cards else []), Sign("cattle-any", value_of("galloway"))),
        "objective": (Sign("objective"),),
    }
    return named.get(effect.card) or (cattle(effect.card),)


def _drawn(effect: effects.DrawThenDiscard) -> tuple[Glyph, ...]:
    return (*([str(effect.most)] if effect.most else []), Sign("draw-discard"), *_per(effect.per))


def _forward(effect: effects.EngineForward) -> tuple[Glyph, ...]:
    return (*([str(effect.most)] if effect.most else []), Sign("engine"), Sign("forward"), *_per(effect.per))


def _objective(effect: effects.GainObjective) -> tuple[Glyph, ...]:
    return (Sign("objective"), *([Sign("to-hand")] if effect.to == "hand" else []))


GLYPHS: Mapping[type[Effect], Callable[[Any], tuple[Glyph, ...]]] = {
    effects.Auxiliary: lambda _: (Sign("auxiliary"),),
    effects.Build: lambda e: (Sign("building-own"), *_cost(e.dollars), _TIMES, Sign("worker-builder")),
    effects.UseAdjacent: lambda _: (Sign("adjacent"),),
    effects.Discard: _discard,
    effects.DrawThenDiscard: _drawn,
    effects.RemoveCards: lambda e: (str(e.count), Sign("remove-card")),
    effects.BuyCattle: lambda _: (Sign("cattle-market"), _TIMES, Sign("worker-cowboy")),
    effects.GainCertificates: lambda e: (f"+{e.steps}", Sign("certificate"), *_per(e.per)),
    effects.CertificatesToLimit: lambda _: (Sign("certificate"), Sign("to-limit")),
    effects.ExtraordinaryDelivery: lambda _: (Sign("engine"), Sign("backward"), Sign("city")),
    effects.Pay: lambda e: _cost(e.dollars),
    effects.GainDollars: lambda e: (f"+{e.dollars}", Sign("dollar"), *_per(e.per)),
    effects.GainObjective: _objective,
    effects.EngineForward: _forward,
    effects.EngineBackward: lambda e: (str(e.spaces), Sign("engine"), Sign("backward")),
    effects.UpgradeBehind: lambda _: (Sign("backward"), Sign("station"), Sign("disc")),
    effects.GainExchangeToken: lambda e: (f"+{e.count}", Sign("exchange-token")),
    effects.MoveHerder: lambda e: (str(e.most), Sign("herder"), Sign("forward")),
    effects.MoveHerderFree: lambda e: (str(e.most), Sign("herder"), Sign("forward"), Sign("no-hands")),
    effects.RemoveHazard: lambda e: (Sign("hazard-any"), *_cost(e.dollars)),
    effects.CollectBounty: lambda _: (Sign("bounty"),),
    effects.Hire: _hire,
}
"""The glyphs of the effects of the rooms."""


@functools.cache
def _of_layers() -> Mapping[str, Callable[[Any], tuple[Glyph, ...]]]:
    """The glyphs of effects that layers bring, by name, from the folders of the layers here."""
    found: dict[str, Callable[[Any], tuple[Glyph, ...]]] = {}
    for layer in engine.playable_layers():
        folder = f"companion.pictures.{layer.replace('-', '_')}"
        if importlib.util.find_spec(folder):
            found.update(importlib.import_module(folder).GLYPHS)
    return found


def glyphs(effect: Effect) -> tuple[Glyph, ...]:
    """The glyphs of an effect."""
    tell = GLYPHS.get(type(effect))
    return tell(effect) if tell else _of_layers()[effect.name](effect)


def glyphs_of(effects: Iterable[Effect]) -> list[Glyph]:
    """The glyphs of several effects in a row. What all of them are counted by is shown once, at the end."""
    row = tuple(effects)
    counted = {getattr(effect, "per", None) for effect in row}
    common = counted.pop() if len(row) > 1 and len(counted) == 1 else None
    if common:
        row = tuple(replace(effect, per=None) for effect in row)  # type: ignore[call-arg]
    return [glyph for effect in row for glyph in glyphs(effect)] + [*_per(common)]


def width_of(glyphs: Iterable[Glyph]) -> float:
    """The width of glyphs side by side."""
    widths = [GRID if isinstance(glyph, Sign) else _LETTER * len(glyph) for glyph in glyphs]
    return sum(widths) + _GAP * max(0, len(widths) - 1)


def draw_row(picture: Picture, glyphs: Iterable[Glyph], x: float, y: float) -> float:
    """Draw glyphs from the left, `y` is their top; where they end."""
    for glyph in glyphs:
        if isinstance(glyph, Sign):
            picture.symbol(glyph.name, x, y, value=glyph.value)
            x += GRID + _GAP
        else:
            width = _LETTER * len(glyph)
            picture.text(x + width / 2, y + GRID / 2, glyph, _SIZE, "bad" if isinstance(glyph, Loss) else "")
            x += width + _GAP
    return x - _GAP


def _boxes(choice: Choice) -> list[tuple[str, list[Glyph]]]:
    asked, given = glyphs_of(choice.requires), glyphs_of(choice.does)
    return [*([("asks", asked)] if asked else []), ("gives", given)]


_ARROW, _SLASH = 14, 16


def strip_width(action: LocalAction) -> float:
    """The width of a whole action in its natural size."""
    width = 0.0
    for choice in action:
        boxes = _boxes(choice)
        width += sum(width_of(glyphs) + 2 * _PAD for _, glyphs in boxes) + _ARROW * (len(boxes) - 1)
    return width + _SLASH * (len(action) - 1)


def draw_strip(picture: Picture, action: LocalAction, x: float, y: float, width: float) -> None:
    """Draw an action in the middle of `width`, smaller where it needs to be; `y` is its top."""
    natural = strip_width(action)
    scale = min(1, width / natural)
    with picture.group(x + (width - natural * scale) / 2, y + HEIGHT * (1 - scale) / 2, scale):
        here = 0.0
        for place, choice in enumerate(action):
            if place:
                picture.path(f"M{here + 4} {HEIGHT - 2}L{here + _SLASH - 4} 2", "slash")
                here += _SLASH
            for number, (css, glyphs) in enumerate(_boxes(choice)):
                if number:
                    top = HEIGHT / 2 - 5
                    picture.path(f"M{here + 3} {top}l8 5-8 5z", "solid")
                    here += _ARROW
                box = width_of(glyphs) + 2 * _PAD
                picture.rect(here, 0, box, HEIGHT, css, 6)
                draw_row(picture, glyphs, here + _PAD, _PAD)
                here += box
