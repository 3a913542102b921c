"""What components are called, and what they do, in the words of a language."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from companion import i18n
from companion.reference.components import Ability, Part, catalog_of
from companion.sentences.effects import EffectWords


@dataclass(frozen=True)
class AbilityLine:
    """Something that a component lets a player do: on what occasion, and what, one sentence for each choice."""

    when: str
    choices: tuple[str, ...]
    deed: Ability


class Telling:
    """Names and deeds of components in one language."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.effects = EffectWords(language)

    def name(self, context: str, key: str, /, **params: object) -> str:
        """The word for a key in a context."""
        return i18n.name(self.language, context, key, **params)

    def kind(self, kind: str) -> str:
        """What a kind of component is called, in the plural."""
        return self.name("part-kind", kind)

    def title(self, part: Part) -> str:
        """What a component is called; no two are called the same."""
        method = getattr(self, f"_{part.kind.replace('-', '_')}", None)
        title = method(part) if method else self.name("part", part.kind, key=part.key)
        return title[:1].upper() + title[1:]

    def short(self, part: Part) -> str:
        """What it does in a line, empty when there is nothing to do with it."""
        forms = len({deed.when for deed in part.deeds}) > 1
        return " ".join(
            (f"{self.name('deed', deed.when)}: " if forms else "") + self.effects.action(deed.action)
            for deed in part.deeds
        )

    def lines(self, part: Part) -> tuple[AbilityLine, ...]:
        """Everything that it lets a player do."""
        return tuple(
            AbilityLine(self.name("deed", deed.when), tuple(map(self.effects.sentence, deed.action)), deed)
            for deed in part.deeds
        )

    def alternative(self, part: Part) -> str:
        """The picture in words, for those who do not see it."""
        return ": ".join(filter(None, (self.title(part), self.short(part))))

    def terms(self, part: Part) -> Iterator[str]:
        """What else people may type for it, besides its titles."""
        yield part.id.replace("-", " ")
        if part.key:
            yield part.key.replace("-", " ")
        number = part.key.rpartition("-")[2]
        if number.isdecimal():
            yield self.name("part-term", _series(part), number=number)

    def tasks(self, tasks: Iterable[str]) -> str:
        """Tasks of an objective card: two alike are told once, with their number."""
        counted = Counter(tasks)
        texts = (
            self.name("task", task) if n == 1 else f"{n} × {self.name('task', task)}" for task, n in counted.items()
        )
        return " + ".join(texts)

    def _risk(self, part: Part) -> str:
        section, _, number = part.key.partition("-risk-")
        hazards = catalog_of(part.layer).tiles.hazards.types
        where = self.name("hazard", section) if section in hazards else self.name("symbol", "outlaw-any")
        return self.name("part", "risk", where=where, number=number)

    def _hazard(self, part: Part) -> str:
        face = part.thing.face
        hand = self.name("hand", face.hand)
        return self.name("hazard-tile", "face", hazard=self.name("hazard", part.thing.hazard), hand=hand, vp=face.vp)

    def _outlaw(self, part: Part) -> str:
        return self.name("symbol", f"outlaw-{part.key}")

    def _bounty(self, part: Part) -> str:
        return self.name("part", "bounty", key=part.thing.number)

    def _worker(self, part: Part) -> str:
        return self.name("symbol", f"worker-{part.key}")

    def _worker_space(self, part: Part) -> str:
        space = part.thing
        worker = self.name("symbol", f"worker-{space.worker}")
        return self.name("part", "worker-space", worker=worker, number=space.number)

    def _disc(self, part: Part) -> str:
        return self.name("disc-space", part.key)

    def _aux(self, part: Part) -> str:
        return self.name("part", "aux", number=part.key.removeprefix("aux-"))

    def _station_master(self, part: Part) -> str:
        task = part.thing.task
        counted = {"vp": task.vp, "each": task.each} if task else {}
        what = self.name("station-master", part.key, permanent=part.thing.permanent, **counted)
        return self.name("part", "station-master", what=what)

    def _station(self, part: Part) -> str:
        if part.thing.town:
            return self.name("score-line", "town-station", town=self.name("town", part.thing.town))
        return self.name("part", "station", key=part.key)

    def _city(self, part: Part) -> str:
        return self.name("city", part.key)

    def _arrow(self, part: Part) -> str:
        one, other = (self.name("city", city) for city in part.thing.between)
        return self.name("part", "arrow", one=one, other=other)

    def _objective(self, part: Part) -> str:
        number = part.key.rpartition("-")[2]
        return self.name("part", _series(part), number=number, tasks=self.tasks(part.thing.tasks))

    def _cattle(self, part: Part) -> str:
        return self.name("breed", part.key)


def _series(part: Part) -> str:
    """Whatever is numbered from one up: a kind, but starting objectives are numbered on their own."""
    return "objective-start" if part.kind == "objective" and part.thing.starting else part.kind


@functools.cache
def telling(language: str) -> Telling:
    """The names of a language."""
    return Telling(language)
