"""Workers, and the spaces of their rows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self

from companion.components.effects import HEIGHT, draw_strip
from companion.components.part import Part, Row, Sentence, ability, figure
from companion.components.words import ComponentWords
from companion.drawing import Box, Picture
from companion.engine import Catalog


class WorkerPart(Part, kind="worker"):
    """A worker tile."""

    rules = ("job-market/workers", "job-market/hire", "kansas-city/job-market", "scoring/overview#workers")
    rulings = ("trail/bags#workers",)
    rows = ("copies",)

    @classmethod
    def entries(cls, catalog: Catalog) -> Iterator[Self]:
        for key, worker in catalog.tiles.workers.items():
            yield cls(catalog, key, worker, (), worker.confidence)

    def title(self, words: ComponentWords) -> str:
        return words.name("symbol", f"worker-{self.key}")

    def remark(self) -> Sentence:
        return f"worker-{self.key}", {}

    def end(self) -> Sentence:
        names = {"vp": "vp", "first": "first-space", "last": "last-space"}
        return "worker", {key: figure(f"score.workers.{name}") for key, name in names.items()}

    def draw(self, picture: Picture, box: Box, name: str = "") -> None:
        draw_worker(picture, self.key, box)


def draw_worker(picture: Picture, worker: str, box: Box, css: str = "tile") -> None:
    """A worker on a tile, or on a space."""
    x, y, width, height = box
    picture.rect(x + 1, y + 1, width - 2, height - 2, css, 6)
    size = min(width, height) - 10
    picture.symbol(f"worker-{worker}", x + (width - size) / 2, y + (height - size) / 2, size)


@dataclass(frozen=True)
class SpaceInRow:
    """A space of a worker row: whether it is printed with a worker."""

    worker: str
    number: int
    printed: bool


class WorkerSpacePart(Part, kind="worker-space"):
    """A space of a worker row: what placing a worker there allows, and what it counts."""

    rules = ("job-market/workers#spaces", "job-market/workers", "scoring/overview#workers")

    @classmethod
    def entries(cls, catalog: Catalog) -> Iterator[Self]:
        rows, points = catalog.player_board.worker_rows, catalog.scoring.categories["workers"]
        for worker in catalog.tiles.workers:
            for number in range(1, rows.spaces + 1):
                vp = (points.vp or 0) if number in points.spaces else 0
                deeds = ability("placed", rows.immediate.get(worker, {}).get(number))
                space = SpaceInRow(worker, number, number <= rows.printed)
                yield cls(catalog, f"{worker}-{number}", space, deeds, vp=vp)

    def title(self, words: ComponentWords) -> str:
        worker = words.name("symbol", f"worker-{self.thing.worker}")
        return words.name("part", "worker-space", worker=worker, number=self.thing.number)

    def facts(self, words: ComponentWords) -> Iterator[Row]:
        yield "worker", words.link(f"worker-{self.thing.worker}")

    def remark(self) -> Sentence:
        if self.thing.printed:
            return "printed-worker", {}
        return ("immediate" if self.deeds else "no-immediate"), {}

    def end(self) -> Sentence | None:
        return ("worker-space", {"vp": figure("score.workers.vp")}) if self.vp else None

    @property
    def size(self) -> tuple[float, float]:
        return 132, 112 if self.deeds else 72

    def draw(self, picture: Picture, box: Box, name: str = "") -> None:
        x, y, width, _ = box
        left = x + (2 if self.vp else 33)
        picture.rect(left + 1, y + 3, 64, 64, "tile" if self.thing.printed else "space", 8)
        picture.symbol(f"worker-{self.thing.worker}", left + 13, y + 14, 40)
        picture.text(left + 57, y + 13, self.thing.number, 12, "soft")
        if self.vp:
            picture.points(x + 72, y + 20, self.vp)
        if self.deeds:
            draw_strip(picture, self.deeds[0].action, (x + 3, y + 75, width - 6, HEIGHT))
