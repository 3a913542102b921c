"""What components are called, what they do, and their facts, in the words of a language.

Facts are written as rule texts are: `{{face.3a.vp}}` is a figure, `:certificate:` a symbol, `[...](...)` a link to a
section or, with `reference/`, to another component. So every figure follows the table's players and variants.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator

from companion import engine, i18n
from companion.components.effects import EffectWords
from companion.components.part import Part, Row, Sentence, figure, parts


class ComponentWords(EffectWords):
    """Names, deeds and facts of components in one language."""

    def kind(self, kind: str) -> str:
        """What a kind of component is called, in the plural."""
        return self.name("part-kind", kind)

    def title(self, part: Part) -> str:
        """What a component is called; no two are called the same."""
        title = i18n.capital(part.title(self))
        layer = engine.playable_layers().get(part.layer)
        if part.prefix or (layer and layer.edition not in (None, engine.editions()[-1])):
            return self.name("part", "of-layer", part=title, layer=self.name("layer", part.layer))
        return title

    def short(self, part: Part) -> str:
        """What it does in a line, empty when there is nothing to do with it."""
        forms = len({deed.when for deed in part.deeds}) > 1
        return " ".join(
            (self.name("deed", deed.when) + self.name("list", "colon") if forms else "") + self.action(deed.action)
            for deed in part.deeds
        )

    def line(self, part: Part) -> str:
        """What it needs or costs, what it is worth, and what it does."""
        # Points that are multiplied are told with what by.
        names = [name for name in part.in_short if name != "vp" or not getattr(part.thing, "per", "")]
        figures = {name: value for name in names if (value := getattr(part.thing, name))}
        figures |= {name: f"−{-value}" for name, value in figures.items() if value < 0}
        needs = self.name("part-short", "-".join((part.kind, *figures)), **figures) if figures else ""
        return " ".join(filter(None, (needs, self.short(part))))

    def alternative(self, part: Part) -> str:
        """The picture in words, for those who do not see it."""
        return self.name("list", "colon").join(filter(None, (self.title(part), self.line(part))))

    def terms(self, part: Part) -> Iterator[str]:
        """What else people may type for it, besides its titles."""
        yield part.id.replace("-", " ")
        if part.prefix:
            return
        if part.key:
            yield part.key.replace("-", " ")
        number = part.key.rpartition("-")[2]
        if number.isdecimal():
            yield self.name("part-term", part.series, number=number)

    def symbol(self, name: str) -> str:
        """A symbol with its name, in rule text."""
        return f":{name}: {self.name('symbol', name)}"

    def link(self, name: str) -> str:
        """A link to another component, in rule text."""
        return f"[{self.title(parts()[name])}](reference/{name})"

    def facts(self, part: Part) -> list[Row]:
        """Label and value of each fact, the label in the reader's words."""
        facts = list(part.facts(self))
        if part.hand and part.hand != "none":
            hands = ("green", "black") if part.hand == "both" else (part.hand,)
            facts.append(("hand", " ".join(self.symbol(f"hand-{hand}") for hand in hands)))
            facts.append(("fee", figure(f"fee.{part.hand}")))
        if part.corner:
            facts.append(("corner", self.symbol(f"corner-{part.corner}")))
        if part.in_positions:
            facts.append(("key", f"`{part.key}`"))
        return [(self.name("part-fact", key), value) for key, value in facts]

    def remark(self, part: Part) -> str:
        """What there is to say beyond its actions, empty when there is nothing."""
        return self._sentence("part-about", part.remark())

    def end(self, part: Part) -> str:
        """What it counts at the end of the game, empty when the question does not come up."""
        return self._sentence("part-end", part.end())

    def _sentence(self, context: str, sentence: Sentence | None) -> str:
        return self.name(context, sentence[0], **sentence[1]) if sentence else ""


@functools.cache
def component_words(language: str, edition: int | None = None) -> ComponentWords:
    """The names of a language, as an edition (else: the newest) has them."""
    return ComponentWords(language, edition)
