"""Effects in words: whatever a component does becomes a sentence in any language.

Every effect of the closed vocabulary names a message in the context "effect" and what goes into it; what must be
done first is told in the context "requirement" ("discard a Galloway to ..."). Figures come from the effect itself,
so no text repeats one. It works without a request.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from companion import engine, i18n
from companion.engine import Choice, Effect, LocalAction, effects


@dataclass(frozen=True)
class Amount:
    """A number of things: "2 dollars". The one thing reads differently from several in many languages.

    A unit that is an offer says "up to" by itself.
    """

    unit: str
    number: int

    @property
    def key(self) -> str:
        """The message in the context "amount"."""
        return f"{self.unit}.{'1' if self.number == 1 else 'n'}"


Part = Amount | tuple[str, str]
"""What goes into a message: an amount, or a name by its context and key."""
Told = tuple[str, dict[str, Part]]
"""The key of a message, and its parameters."""


def _counted(per: str) -> tuple[str, str]:
    return "counted", per


@functools.cache
def _breeds() -> frozenset[str]:
    return frozenset(engine.every_component().cattle.breeds)


def _discard(effect: effects.Discard) -> Told:
    if effect.card in _breeds():
        return "discard.breed", {"card": ("breed", effect.card)}
    if effect.card == "value-2":
        return "discard.value-2", {"cards": Amount("value-2", effect.cards or 1)}
    return f"discard.{effect.card}", {}


def _draw(effect: effects.DrawThenDiscard) -> Told:
    if effect.per:
        return "draw-then-discard.per", {"thing": _counted(effect.per)}
    return "draw-then-discard", {"cards": Amount("draw", effect.most or 0)}


def _certificates(effect: effects.GainCertificates) -> Told:
    amount = Amount("certificates", effect.steps)
    if effect.per:
        return "gain-certificates.per", {"certificates": amount, "thing": _counted(effect.per)}
    return "gain-certificates", {"certificates": amount}


def _dollars(effect: effects.GainDollars) -> Told:
    amount = Amount("dollars", effect.dollars)
    if effect.per:
        return "gain-dollars.per", {"dollars": amount, "thing": _counted(effect.per)}
    return "gain-dollars", {"dollars": amount}


def _engine(effect: effects.EngineForward) -> Told:
    if effect.per:
        return "engine-forward.per", {"thing": _counted(effect.per)}
    return "engine-forward", {"spaces": Amount("spaces", effect.most or 0)}


def _hazard(effect: effects.RemoveHazard) -> Told:
    if effect.dollars:
        return "remove-hazard", {"dollars": Amount("dollars", effect.dollars)}
    return "remove-hazard.free", {}


def _hire(effect: effects.Hire) -> Told:
    if effect.extra:
        which = "more" if effect.extra > 0 else "less"
        return f"hire.{which}", {"dollars": Amount("dollars", abs(effect.extra))}
    return "hire", {}


def _tell(name: str, **amounts: tuple[str, str]) -> Callable[[Any], Told]:
    """A message that takes its amounts as they stand in the effect: parameter -> (unit, field)."""
    return lambda effect: (
        name,
        {param: Amount(unit, getattr(effect, field)) for param, (unit, field) in amounts.items()},
    )


TELLERS: Mapping[type[Effect], Callable[[Any], Told]] = {
    effects.Auxiliary: _tell("auxiliary"),
    effects.Build: _tell("build", dollars=("dollars", "dollars")),
    effects.UseAdjacent: _tell("use-adjacent"),
    effects.Discard: _discard,
    effects.DrawThenDiscard: _draw,
    effects.RemoveCards: _tell("remove-cards", cards=("remove", "count")),
    effects.BuyCattle: _tell("buy-cattle"),
    effects.GainCertificates: _certificates,
    effects.CertificatesToLimit: _tell("certificates-to-limit"),
    effects.ExtraordinaryDelivery: _tell("extraordinary-delivery"),
    effects.Pay: _tell("pay", dollars=("dollars", "dollars")),
    effects.GainDollars: _dollars,
    effects.GainObjective: lambda effect: (f"gain-objective.{effect.to}.{effect.source}", {}),
    effects.EngineForward: _engine,
    effects.EngineBackward: _tell("engine-backward", spaces=("spaces-back", "spaces")),
    effects.UpgradeBehind: _tell("upgrade-behind"),
    effects.GainExchangeToken: _tell("gain-exchange-token", tokens=("tokens", "count")),
    effects.MoveHerder: _tell("move-herder", steps=("steps", "most")),
    effects.MoveHerderFree: _tell("move-herder-free", steps=("steps-free", "most")),
    effects.RemoveHazard: _hazard,
    effects.CollectBounty: _tell("collect-bounty"),
    effects.Hire: _hire,
}
"""How the effects of the rooms are told."""


def told(effect: Effect) -> Told:
    """The message of an effect, and what goes into it. One that a layer brings has a message by its name, with each of
    its numbers as an amount."""
    if type(effect) in TELLERS:
        return TELLERS[type(effect)](effect)
    numbers = {field.name: getattr(effect, field.name) for field in dataclasses.fields(effect)}
    return effect.name, {name: Amount(f"{effect.name}.{name}", number) for name, number in numbers.items()}


class EffectWords:
    """What components do, in the words of one language."""

    def __init__(self, language: str) -> None:
        self.language = language

    def effect(self, effect: Effect, context: str = "effect") -> str:
        """An effect in words, without the full stop of a sentence."""
        key, parts = told(effect)
        return self._name(context, key, **{param: self._part(part) for param, part in parts.items()})

    def _part(self, part: Part) -> str:
        if isinstance(part, Amount):
            return self._name("amount", part.key, n=part.number)
        return self._name(*part)

    def _name(self, context: str, key: str, /, **params: object) -> str:
        return i18n.name(self.language, context, key, **params)

    def choice(self, choice: Choice) -> str:
        """What must be done and what may be had for it, as one sentence without its full stop."""
        does = self._name("list", "and-then").join(map(self.effect, choice.does))
        if choice.requires:
            *before, last = choice.requires
            required = [self.effect(effect, "requirement-before") for effect in before]
            requires = self._name("list", "and-before").join([*required, self.effect(last, "requirement")])
            does = self._name("choice", "after", requires=requires, does=does)
        return does[0].upper() + does[1:]

    def sentence(self, choice: Choice) -> str:
        """The same with its full stop."""
        return f"{self.choice(choice)}."

    def action(self, action: LocalAction) -> str:
        """A whole local action; where there is a choice, all of it."""
        first, *others = map(self.choice, action)
        alternatives = [first, *(other[0].lower() + other[1:] for other in others)]
        return self._name("list", "or-else").join(alternatives) + "."
