"""Effects in words and in symbols: whatever a component does becomes a sentence in any language, and a strip of glyphs.

How an effect is shown is found from its class alone, see `EffectView`. It names a message in the context "effect" and
what goes into it; what must be done first is said in the context "requirement" ("discard a Galloway to ..."). Figures
come from the effect itself, so no text repeats one. It works without a request.
"""

from __future__ import annotations

import dataclasses
import functools
import importlib
import importlib.util
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from companion import engine, i18n
from companion.drawing import GRID, Box, Glyph, Loss, Picture, Sign, width_of
from companion.engine import Choice, Effect, LocalAction, effects

E = TypeVar("E", bound=Effect)


@dataclass(frozen=True)
class Amount:
    """A number of things: "2 dollars". A unit that is an offer says "up to" by itself."""

    unit: str
    """The message in the context "amount"."""
    number: int


Value = Amount | tuple[str, str]
"""What goes into a message: an amount, or a name by its context and key."""
Message = tuple[str, dict[str, Value]]
"""The key of a message, and its parameters."""


def _plain(effect: Effect) -> Message:
    """The message of the effect's name with each of its numbers as an amount; a counted one has its own."""
    numbers = {name: number or 0 for name, number in vars(effect).items() if name != "per"}
    units = {name: "dollars" if name == "dollars" else f"{effect.name}.{name}" for name in numbers}
    values: dict[str, Value] = {name: Amount(units[name], number) for name, number in numbers.items()}
    if not (per := getattr(effect, "per", None)):
        return effect.name, values
    values.pop("most", None)
    return f"{effect.name}.per", {**values, "thing": ("counted", per)}


@dataclass(frozen=True)
class EffectView:
    """How effects of a class are shown, and among what people look for them.

    Glyphs are words: `dollar` is a symbol, `+{dollars}` a number of the effect that is left out where there is none,
    `cattle-any:{value}` a symbol with a number on it, `{cost}` the dollars to be paid, `{per}` what is counted.
    """

    glyphs: str | Callable[[Any], tuple[Glyph, ...]]
    family: str = ""
    """What people look for when they mean it, in the component reference."""
    further: tuple[str, ...] = ()
    """What is worth reading besides the rule."""
    message: Callable[[Any], Message] = _plain


_MINUS, _TIMES = "−", "×"

COUNTED: Mapping[str, tuple[Glyph, ...]] = {
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
    return (_TIMES, *COUNTED[per]) if per else ()


def _hired(effect: effects.Hire) -> tuple[Glyph, ...]:
    """What changes about the price stands behind the dollar, as tiles show it."""
    if not effect.extra:
        return (Sign("hire"),)
    return (Sign("hire"), Sign("dollar"), Loss(f"+{effect.extra}") if effect.extra > 0 else f"{_MINUS}{-effect.extra}")


def _discarded(effect: effects.Discard) -> tuple[Glyph, ...]:
    named: dict[str, tuple[Glyph, ...]] = {
        "any-cattle": (Sign("cattle-any"),),
        "pair": (Sign("pair"),),
        # The cards of the market's cheapest breeds share one value; the objective task of that name tells it too.
        "value-3": (Sign("cattle-any", value_of("longhorn")),),
        "value-2": (*([str(effect.cards)] if effect.cards else []), Sign("cattle-any", value_of("galloway"))),
        "objective": (Sign("objective"),),
    }
    return named.get(effect.card) or (cattle(effect.card),)


def _discard(effect: effects.Discard) -> Message:
    if effect.card in engine.every_component().cattle.breeds:
        return "discard.breed", {"card": ("breed", effect.card)}
    if effect.card == "value-2":
        return "discard.value-2", {"cards": Amount("value-2", effect.cards or 1)}
    return f"discard.{effect.card}", {}


def _hire(effect: effects.Hire) -> Message:
    if effect.extra:
        which = "more" if effect.extra > 0 else "less"
        return f"hire.{which}", {"dollars": Amount("dollars", abs(effect.extra))}
    return "hire", {}


VIEWS: Mapping[type[Effect], EffectView] = {
    effects.GainDollars: EffectView("+{dollars} dollar {per}", "dollars"),
    effects.GainCertificates: EffectView("+{steps} certificate {per}", "certificates"),
    effects.CertificatesToLimit: EffectView("certificate to-limit", "certificates"),
    effects.Hire: EffectView(_hired, "hire", ("kansas-city/job-market#token",), _hire),
    effects.Build: EffectView("building-own {cost} × worker-builder", "build", ("buildings/build#higher",)),
    effects.BuyCattle: EffectView(
        "cattle-market × worker-cowboy", "cattle", ("cattle/buying#prices", "cattle/buying#twice")
    ),
    effects.EngineForward: EffectView("{most} engine forward {per}", "engine"),
    effects.UpgradeBehind: EffectView("backward station disc", "station", ("railroad/upgrade-station#which-behind",)),
    effects.MoveHerder: EffectView("{most} herder forward", "herder", ("movement/move-again#left-behind",)),
    effects.MoveHerderFree: EffectView("{most} herder forward no-hands", "herder"),
    effects.RemoveHazard: EffectView(
        "hazard-any {cost}",
        "hazard",
        message=lambda effect: _plain(effect) if effect.dollars else (f"{effect.name}.free", {}),
    ),
    effects.CollectBounty: EffectView("bounty", "bounty"),
    effects.GainObjective: EffectView(
        lambda effect: (Sign("objective"), *([Sign("to-hand")] if effect.to == "hand" else [])),
        "objective",
        ("objectives/gain#which",),
        lambda effect: (f"{effect.name}.{effect.to}.{effect.source}", {}),
    ),
    effects.GainExchangeToken: EffectView("+{count} exchange-token", "exchange-token", ("cards/exchange-tokens#when",)),
    effects.Auxiliary: EffectView("auxiliary", "auxiliary", ("turn/auxiliary-actions#how-much",)),
    effects.DrawThenDiscard: EffectView("{most} draw-discard {per}", "cards"),
    effects.RemoveCards: EffectView("{count} remove-card", "cards"),
    effects.ExtraordinaryDelivery: EffectView(
        "engine backward city",
        "delivery",
        ("kansas-city/extraordinary-delivery#counting", "kansas-city/extraordinary-delivery#pays"),
    ),
    effects.UseAdjacent: EffectView("adjacent", "adjacent", ("turn/use-adjacent#adjacent",)),
    # The last few are what actions ask for.
    effects.Discard: EffectView(_discarded, "discard", ("cards/discarding#for-nothing",), _discard),
    effects.Pay: EffectView("{cost}", "pay"),
    effects.EngineBackward: EffectView(
        "{spaces} engine backward", "engine-back", ("railroad/move-back#order", "railroad/move-back#close-to-start")
    ),
}
"""The effects of the rooms, in the order in which people look for what they bring."""

FAMILIES: tuple[str, ...] = tuple(dict.fromkeys(view.family for view in VIEWS.values()))
"""What people look for."""


@functools.cache
def _of_layers() -> Mapping[str, EffectView]:
    """The effects that layers bring, by name, from the folders here that are called as layers are."""
    views: dict[str, EffectView] = {}
    for layer in engine.playable_layers():
        folder = f"companion.components.{layer.replace('-', '_')}"
        if importlib.util.find_spec(folder):
            views |= importlib.import_module(folder).VIEWS
    return views


def view(effect: Effect) -> EffectView:
    """How an effect is shown."""
    return VIEWS.get(type(effect)) or _of_layers()[effect.name]


def message(effect: Effect) -> Message:
    """The message of an effect, and what goes into it."""
    return view(effect).message(effect)


def glyphs(effect: Effect) -> tuple[Glyph, ...]:
    """The glyphs of an effect."""
    shown = view(effect).glyphs
    if not isinstance(shown, str):
        return shown(effect)
    return tuple(glyph for word in shown.split() for glyph in _glyphs_of_word(word, effect))


def _glyphs_of_word(word: str, effect: Any) -> tuple[Glyph, ...]:
    if word == "{per}":
        return _per(effect.per)
    if word == "{cost}":
        return (Loss(f"{_MINUS}{effect.dollars}"), Sign("dollar")) if effect.dollars else ()
    name, _, field = word.removesuffix("}").partition("{")
    if not field:
        return (word if word == _TIMES else Sign(word),)
    number = getattr(effect, field)
    if name.endswith(":"):
        return (Sign(name.removesuffix(":"), number),)
    return (f"{name}{number}",) if number else ()


def glyphs_of(effects: Iterable[Effect]) -> list[Glyph]:
    """The glyphs of several effects in a row. What all of them are counted by is shown once, at the end."""
    row = tuple(effects)
    counted = {getattr(effect, "per", None) for effect in row}
    common = counted.pop() if len(row) > 1 and len(counted) == 1 else None
    if common:
        row = tuple(replace(effect, per=None) for effect in row)  # type: ignore[call-arg]
    return [glyph for effect in row for glyph in glyphs(effect)] + [*_per(common)]


def signs_of(effects: Iterable[Effect]) -> list[Glyph]:
    """Only the symbols among them."""
    return [glyph for glyph in glyphs_of(effects) if isinstance(glyph, Sign)]


_PAD, _ARROW, _SLASH = 5, 14, 16
HEIGHT = GRID + 2 * _PAD
"""Height of a strip in its natural size."""


def _measured(action: LocalAction) -> tuple[list[list[tuple[str, list[Glyph]]]], float]:
    """What each choice asks and gives in glyphs, and the width of the whole strip."""
    choices = [
        [(css, row) for css, row in (("asks", glyphs_of(choice.requires)), ("gives", glyphs_of(choice.does))) if row]
        for choice in action
    ]
    boxes = [width_of(row) + 2 * _PAD for choice in choices for _, row in choice]
    natural = sum(boxes) + _ARROW * (len(boxes) - len(choices)) + _SLASH * (len(choices) - 1)
    return choices, natural


def strip(action: LocalAction, sprite: str) -> Picture:
    """An action by itself, as tiles show it."""
    picture = Picture(_measured(action)[1], HEIGHT, sprite)
    draw_strip(picture, action, (0, 0, picture.width, HEIGHT))
    return picture


def draw_strip(picture: Picture, action: LocalAction, box: Box) -> None:
    """An action as tiles show it, in the middle of a box and smaller where it needs to be.

    What is asked stands before an arrow, what is given behind it; between choices are slashes.
    """
    x, y, width, height = box
    choices, natural = _measured(action)
    scale = min(1, width / natural, height / HEIGHT)
    with picture.group(x + (width - natural * scale) / 2, y + (height - HEIGHT * scale) / 2, scale):
        here = 0.0
        for place, choice in enumerate(choices):
            if place:
                picture.path(f"M{here + 4} {HEIGHT - 2}L{here + _SLASH - 4} 2", "slash")
                here += _SLASH
            for number, (css, row) in enumerate(choice):
                if number:
                    picture.path(f"M{here + 3} {HEIGHT / 2 - 5}l8 5-8 5z", "solid")
                    here += _ARROW
                wide = width_of(row) + 2 * _PAD
                picture.rect(here, 0, wide, HEIGHT, css, 6)
                picture.glyphs(row, here + _PAD, _PAD)
                here += wide


class EffectWords:
    """What components do, in the words of one language."""

    def __init__(self, language: str, edition: int | None = None) -> None:
        self.language, self.edition = language, edition

    def effect(self, effect: Effect, context: str = "effect") -> str:
        """An effect in words, without the full stop of a sentence."""
        key, values = message(effect)
        return self.name(context, key, **{name: self._value(value) for name, value in values.items()})

    def _value(self, value: Value) -> str:
        if isinstance(value, Amount):
            return self.name("amount", value.unit, n=value.number)
        return self.name(*value)

    def name(self, context: str, key: str, /, **params: object) -> str:
        """The word for a key in a context, as the edition calls it."""
        return i18n.name_in(self.language, self.edition, context, key, **params)

    def _joined(self, between: str, texts: Iterable[str]) -> str:
        return i18n.joined(self.name("list", between), texts, self.language)

    def choice(self, choice: Choice) -> str:
        """What must be done and what may be had for it, as one sentence without its full stop."""
        does = self._for_each(choice.does) or self._joined("and-then", map(self.effect, choice.does))
        if choice.requires:
            *before, last = choice.requires
            required = [self.effect(effect, "requirement-before") for effect in before]
            requires = self._joined("and-before", [*required, self.effect(last, "requirement")])
            does = self.name("choice", "after", requires=requires, does=does)
        return does[0].upper() + does[1:]

    def _for_each(self, gains: tuple[Effect, ...]) -> str:
        """Gains that are had for each of the same thing, which is named once; empty for other effects."""
        messages = [
            values for key, values in map(message, gains) if key in ("gain-certificates.per", "gain-dollars.per")
        ]
        if not 1 < len(messages) == len(gains) or len({values["thing"] for values in messages}) > 1:
            return ""
        amounts = [self._value(value) for values in messages for name, value in values.items() if name != "thing"]
        gained = self._joined("and-last", amounts)
        return self.name("effect", "gain.per", gains=gained, thing=self._value(messages[0]["thing"]))

    def sentence(self, choice: Choice) -> str:
        """The same with its full stop."""
        return f"{self.choice(choice)}."

    def action(self, action: LocalAction) -> str:
        """A whole local action; where there is a choice, all of it."""
        first, *others = map(self.choice, action)
        alternatives = [first, *(other[0].lower() + other[1:] for other in others)]
        return self.name("list", "or-else").join(alternatives) + "."


def effects_within(thing: object, kind: type[E]) -> Iterator[E]:
    """Every effect of a kind in component data, however deep."""
    if isinstance(thing, kind):
        yield thing
    elif isinstance(thing, Mapping):
        yield from effects_within(tuple(thing.values()), kind)
    elif isinstance(thing, tuple | list):
        for value in thing:
            yield from effects_within(value, kind)
    elif dataclasses.is_dataclass(thing):
        yield from effects_within([getattr(thing, field.name) for field in dataclasses.fields(thing)], kind)
