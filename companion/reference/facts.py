"""The facts of a component: its figures, what there is to say beyond its actions, when it pays at the end.

They are written as rule texts are: `{{face.3a.vp}}` is a figure, `:certificate:` a symbol, `[...](...)` a link to a
section or, with `reference/`, to another component. So every figure follows the table's players and variants.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from companion.reference.components import Part, catalog_of, parts
from companion.reference.names import telling

Row = tuple[str, str]
"""A fact: the key of its label in the context "part-fact", and its value."""
Message = tuple[str, dict[str, object]]
"""A sentence: its key in a context, and what goes into it."""


def _figure(name: str) -> str:
    return f"{{{{{name}}}}}"


class ComponentFacts:
    """The facts of components in one language, as rule text."""

    def __init__(self, language: str) -> None:
        self.telling = telling(language)

    def _name(self, context: str, key: str, /, **params: object) -> str:
        return self.telling.name(context, key, **params)

    def _symbol(self, name: str) -> str:
        return f":{name}: {self._name('symbol', name)}"

    def _link(self, name: str) -> str:
        return f"[{self.telling.title(parts()[name])}](reference/{name})"

    def rows(self, part: Part) -> list[Row]:
        """Label and value of each fact, the label in the reader's words."""
        method = getattr(self, f"_{part.kind.replace('-', '_')}", None)
        found = list(method(part)) if method else []
        if part.hand and part.hand != "none":
            hands = ("green", "black") if part.hand == "both" else (part.hand,)
            found.append(("hand", " ".join(self._symbol(f"hand-{hand}") for hand in hands)))
            found.append(("fee", _figure(f"fee.{part.hand}")))
        if part.corner:
            found.append(("corner", self._symbol(f"corner-{part.corner}")))
        if part.kind in _IN_POSITIONS:
            found.append(("key", f"`{part.key}`"))
        return [(self._name("part-fact", key), value) for key, value in found]

    def _building(self, part: Part) -> Iterator[Row]:
        yield "builders", _figure(f"face.{part.key}.builders")
        yield "vp", _figure(f"face.{part.key}.vp")
        other = part.key.removesuffix(part.side or "") + {"a": "b", "b": "a"}[part.side or "a"]
        yield "other-side", self._link(f"building-{other}")

    def _hazard(self, part: Part) -> Iterator[Row]:
        yield "vp", str(part.vp)
        yield "copies", str(part.thing.face.copies)

    def _outlaw(self, part: Part) -> Iterator[Row]:
        yield "copies", _figure(f"outlaw.{part.key}.copies")

    def _worker(self, part: Part) -> Iterator[Row]:
        yield "copies", _figure(f"worker.{part.key}.copies")

    def _worker_space(self, part: Part) -> Iterator[Row]:
        yield "worker", self._link(f"worker-{part.thing.worker}")

    def _disc(self, part: Part) -> Iterator[Row]:
        if part.key in _DISC_GIVES:
            row, figure = _DISC_GIVES[part.key]
            yield row, _figure(figure)
        for row in ("cost", "gain"):
            if getattr(part.thing, row):
                yield f"disc-{row}", _figure(f"disc.{part.key}.{row}")
        for other in parts().values():
            if other.kind == "aux" and part.key in other.thing.discs:
                yield "aux", self._link(other.id)

    def _aux(self, part: Part) -> Iterator[Row]:
        yield "discs", ", ".join(self._link(f"disc-{disc}") for disc in part.thing.discs)

    def _station(self, part: Part) -> Iterator[Row]:
        yield "cost", _figure(f"station.{part.key}.cost")
        yield "vp", _figure(f"station.{part.key}.vp")
        turnouts = catalog_of(part.layer).railroad.turnouts
        if part.thing.town:
            yield "stop", self._name("part-value", "branchlet")
        elif part.thing.space in turnouts:
            one, other = turnouts[part.thing.space]
            yield "stop", self._name("part-value", "turnout", one=one, other=other)
        else:
            yield "stop", self._name("railroad", "space", which=part.thing.space)

    def _station_master(self, part: Part) -> Iterator[Row]:
        if part.thing.permanent:
            yield "permanent", _figure(f"station-master.{part.key}.permanent")

    def _city(self, part: Part) -> Iterator[Row]:
        city = part.thing
        yield "city-value", _figure(f"city.{part.key}.value")
        if city.dollars:
            yield "dollars", _figure(f"city.{part.key}.dollars")
        if city.vp:
            yield "vp-per-disc", _figure(f"city.{part.key}.vp")
        yield "discs-there", self._name("part-value", "any-number" if city.repeatable else "one-of-each")
        arrows = [other for other in parts().values() if other.kind == "arrow" and part.key in other.thing.between]
        if arrows:
            yield "arrows", ", ".join(self._link(arrow.id) for arrow in arrows)

    def _arrow(self, part: Part) -> Iterator[Row]:
        yield "between", ", ".join(self._link(f"city-{city}") for city in part.thing.between)
        if part.vp:
            yield "vp", _figure(f"arrow.{part.key}.vp")

    def _objective(self, part: Part) -> Iterator[Row]:
        yield "tasks", self.telling.tasks(part.thing.tasks)
        yield "vp", _figure(f"objective.{part.key}.vp")
        yield "penalty", _figure(f"objective.{part.key}.penalty")
        yield "copies", str(part.thing.copies)

    def _cattle(self, part: Part) -> Iterator[Row]:
        breed = part.thing
        yield "value", _figure(f"breed.{part.key}.value")
        if min(breed.copies) == max(breed.copies):
            yield "vp", _figure(f"breed.{part.key}.vp-most")
        else:
            yield "vp", "–".join(_figure(f"breed.{part.key}.vp-{end}") for end in ("least", "most"))
        yield "per-player" if breed.deck == "player" else "copies", _figure(f"breed.{part.key}.copies")
        for price in catalog_of(part.layer).cattle.prices.values():
            if part.key in price.breeds:
                params = {"cowboys": price.cowboys, "dollars": price.dollars, "cards": price.cards}
                yield "price", self._name("part-value", "price", **params)

    def about(self, part: Part) -> str:
        """What there is to say beyond its actions, empty when there is nothing."""
        message = _about(part)
        return self._name("part-about", message[0], **message[1]) if message else ""

    def end(self, part: Part) -> str:
        """What it counts at the end of the game, empty when the question does not come up."""
        message = _end(part)
        return self._name("part-end", message[0], **message[1]) if message else ""


_IN_POSITIONS = frozenset({"objective", "station-master", "disc", "city", "cattle"})
"""Kinds whose names in positions are not what people call them."""

_DISC_GIVES: Mapping[str, tuple[str, str]] = {
    "cert-4": ("new-limit", "certificates.limit-with-four"),
    "cert-6": ("new-limit", "certificates.limit-with-four-and-six"),
    "step-left": ("more-steps", "steps.left-disc"),
    "step-right": ("more-steps", "steps.right-disc"),
    "hand-left": ("more-cards", "hand-limit.per-disc"),
    "hand-right": ("more-cards", "hand-limit.per-disc"),
}
"""Disc spaces that raise a figure: label and figure. The others belong to an auxiliary action."""


def _about_station_master(part: Part) -> Message:
    return (
        ("immediate", {}) if part.deeds else ("permanent", {"number": _figure(f"station-master.{part.key}.permanent")})
    )


def _about_worker_space(part: Part) -> Message:
    if part.thing.printed:
        return "printed-worker", {}
    return ("immediate" if part.deeds else "no-immediate"), {}


_ABOUT: Mapping[str, Callable[[Part], Message | None]] = {
    "neutral": lambda _: ("neutral", {}),
    "building": lambda _: ("building", {}),
    "risk": lambda _: ("risk", {}),
    "hazard": lambda _: ("hazard", {}),
    "outlaw": lambda _: ("outlaw", {}),
    "worker": lambda part: (f"worker-{part.key}", {}),
    "worker-space": _about_worker_space,
    "disc": lambda part: (f"disc-{part.key.partition('-')[0]}-{part.corner}", {}),
    "aux": lambda _: ("aux", {}),
    "station": lambda _: ("station", {}),
    "station-master": _about_station_master,
    "city": lambda _: ("city", {}),
    "arrow": lambda part: ("must" if part.deeds else "no-action", {}),
    "objective": lambda part: ("starting" if part.thing.starting else "immediate", {}),
    "cattle": lambda part: (part.thing.deck, {}),
}


def _about(part: Part) -> Message | None:
    return _ABOUT[part.kind](part) if part.kind in _ABOUT else None


def _end_objective(part: Part) -> Message:
    figures: dict[str, object] = {"vp": _figure(f"objective.{part.key}.vp")}
    if part.thing.penalty:
        return "objective", {**figures, "penalty": _figure(f"objective.{part.key}.penalty")}
    return "objective-start", figures


def _end_station_master(part: Part) -> Message:
    task = part.thing.task
    if not task:
        return "station-master-none", {}
    figures = {name: _figure(f"station-master.{part.key}.{name}") for name in ("vp", "each")}
    key = "station-master" if task.each > 1 else "station-master-one"
    used = figures if task.each > 1 else {"vp": figures["vp"]}
    return f"{key}.{task.per}", dict(used)


_END: Mapping[str, Callable[[Part], Message | None]] = {
    "neutral": lambda _: ("neutral", {}),
    "building": lambda part: ("building", {"vp": _figure(f"face.{part.key}.vp")}),
    "hazard": lambda part: ("hazard", {"vp": part.vp}),
    "outlaw": lambda _: ("outlaw", {}),
    "worker": lambda _: (
        "worker",
        {
            "vp": _figure("score.workers.vp"),
            "first": _figure("score.workers.first-space"),
            "last": _figure("score.workers.last-space"),
        },
    ),
    "worker-space": lambda part: ("worker-space", {"vp": _figure("score.workers.vp")}) if part.vp else None,
    "disc": lambda part: ("disc", {"vp": _figure("score.step-disc.vp")}) if part.vp else None,
    "station": lambda part: ("station", {"vp": _figure(f"station.{part.key}.vp")}),
    "station-master": _end_station_master,
    "city": lambda part: ("city", {"vp": _figure(f"city.{part.key}.vp")}) if part.vp else ("city-none", {}),
    "arrow": lambda part: ("arrow", {"vp": _figure(f"arrow.{part.key}.vp")}) if part.vp else ("arrow-none", {}),
    "objective": _end_objective,
    "cattle": lambda part: ("cattle", {}) if part.vp else ("cattle-none", {}),
}


def _end(part: Part) -> Message | None:
    return _END[part.kind](part) if part.kind in _END else None
