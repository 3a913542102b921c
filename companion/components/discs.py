"""What discs of the player board lie on: disc spaces, and the auxiliary actions that they open."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Self

from companion.components.effects import HEIGHT, draw_strip, signs_of
from companion.components.part import Part, Row, Sentence, ability, figure, of_kind
from companion.components.words import ComponentWords
from companion.drawing import Box, Glyph, Loss, Picture, Sign, signed
from companion.engine import Catalog

_SIDE = 48.0
"""Side of a disc space beside an auxiliary action."""
SMALL = 0.64
"""Of the actions beside their spaces."""

_GIVES: Mapping[str, Row] = {
    "cert-4": ("new-limit", "certificates.limit-with-four"),
    "cert-6": ("new-limit", "certificates.limit-with-four-and-six"),
    "step-left": ("more-steps", "steps.left-disc"),
    "step-right": ("more-steps", "steps.right-disc"),
    "hand-left": ("more-cards", "hand-limit.per-disc"),
    "hand-right": ("more-cards", "hand-limit.per-disc"),
}
"""Disc spaces that raise a figure: label and figure. The others belong to an auxiliary action."""

_SECTIONS: Mapping[str, tuple[str, ...]] = {
    "cert": ("kansas-city/certificates#limit", "kansas-city/certificates#jump"),
    "step": ("movement/step-limit", "scoring/overview#step-disc"),
    "hand": ("cards/draw-cards", "kansas-city/no-disc#hand-disc"),
    "aux": ("turn/auxiliary-actions",),
}
"""Disc spaces by the first word of their names."""


class DiscPart(Part, kind="disc"):
    """A disc space of the player board."""

    rules = ("kansas-city/discs", "kansas-city/discs#where")
    in_positions = True
    natural = (88, 72)

    @classmethod
    def entries(cls, catalog: Catalog) -> Iterator[Self]:
        step = catalog.scoring.categories["step-disc"]
        for key, disc in catalog.player_board.discs.items():
            yield cls(catalog, key, disc, corner=disc.corner, vp=step.vp if key == step.disc else 0)

    @property
    def opens(self) -> str:
        """What it is about: the first word of its name."""
        return self.key.partition("-")[0]

    def title(self, words: ComponentWords) -> str:
        return words.name("disc-space", self.key)

    def facts(self, words: ComponentWords) -> Iterator[Row]:
        if self.key in _GIVES:
            row, name = _GIVES[self.key]
            yield row, figure(name)
        for row in ("cost", "gain"):
            if getattr(self.thing, row):
                yield f"disc-{row}", self.figure(row)
        for other in of_kind("aux"):
            if self.key in other.thing.discs and other.catalog.edition == self.catalog.edition:
                yield "aux", words.link(other.id)

    def remark(self) -> Sentence:
        return f"disc-{self.opens}-{self.corner}", {}

    def end(self) -> Sentence | None:
        return ("disc", {"vp": figure("score.step-disc.vp")}) if self.vp else None

    def gives(self) -> tuple[str, ...]:
        return ("dollars",) if self.thing.gain else ()

    def sections(self) -> Iterator[str]:
        yield from (*self.rules, *_SECTIONS[self.opens])

    def _glyphs(self) -> Iterator[Glyph]:
        """What it opens, and what clearing it costs or gives."""
        if self.opens == "aux":
            actions = self.catalog.player_board.auxiliary.actions.values()
            (action,) = (action for action in actions if self.key in action.discs)
            yield from (Sign("auxiliary"), *signs_of(action.single.does))
        elif self.opens == "cert":
            yield from (self.key.partition("-")[2], Sign("certificate"))
        else:
            yield from (Sign("herder"), Sign("forward")) if self.opens == "step" else (Sign("card"),)
        if self.thing.gain:
            yield from (f"+{self.thing.gain}", Sign("dollar"))
        if self.thing.cost:
            yield from (Loss(signed(-self.thing.cost)), Sign("dollar"))
        if self.vp:
            yield from (str(self.vp), Sign("victory-point"))

    def draw(self, picture: Picture, box: Box, name: str = "") -> None:
        x, y, width, _ = box
        draw_corners(picture, self.thing.corner, box)
        picture.row([*self._glyphs()], (x + 4, y + 46, width - 8, 22), 18)


def draw_corners(picture: Picture, corner: str, box: Box) -> None:
    """The corners of a disc space, around a disc in the upper middle of the box."""
    picture.symbol(f"corner-{corner}", box[0] + box[2] / 2 - 18, box[1] + 6, 36)


class AuxiliaryPart(Part, kind="aux"):
    """An auxiliary action, single and double."""

    rules = ("turn/auxiliary-actions", "kansas-city/discs")
    rulings = ("turn/auxiliary-actions#how-much",)
    rulings_of = {"aux-6": ("rails/open-play#aux-cost", "rails/open-play#branchlets")}
    natural = (200, 104)

    @classmethod
    def entries(cls, catalog: Catalog) -> Iterator[Self]:
        for key, action in catalog.player_board.auxiliary.actions.items():
            yield cls(catalog, key, action, (*ability("single", action.single), *ability("double", action.double)))

    @property
    def own_id(self) -> str:
        return self.key

    def title(self, words: ComponentWords) -> str:
        return words.name("part", "aux", number=self.key.removeprefix("aux-"))

    def facts(self, words: ComponentWords) -> Iterator[Row]:
        yield "discs", ", ".join(words.link(f"disc-{disc}") for disc in self.thing.discs)

    def spaces(self, box: Box) -> dict[str, Box]:
        """Its disc spaces, and where they are within a box: on the right, below each other where it is high enough."""
        x, y, width, height = box
        number = len(self.thing.discs)
        rows = min(number, int(height / _SIDE))
        left, top = x + width - _SIDE * number / rows - 2, y + (height - _SIDE * rows) / 2
        places = ((left + place // rows * _SIDE, top + place % rows * _SIDE) for place in range(number))
        return {disc: (*place, _SIDE, _SIDE) for disc, place in zip(self.thing.discs, places, strict=True)}

    def draw(self, picture: Picture, box: Box, name: str = "") -> None:
        x, y, width, height = box
        picture.rect(x + 1, y + 1, width - 2, height - 2, "tile", 6)
        spaces, scale = self.spaces(box), height / 52
        room = min(left for left, *_ in spaces.values()) - x - 6
        for place, form in enumerate((self.thing.single, self.thing.double)):
            draw_strip(picture, (form,), (x + 4, y + (3 + place * 24) * scale, room, HEIGHT * SMALL * scale))
        for disc, here in spaces.items():
            draw_corners(picture, self.catalog.player_board.discs[disc].corner, here)
