"""The fields of quick questions: each can stay unknown, and says what it would take to name the answer.

A field has `facts`, the keys of a position that it tells, and `tries`, values that stand for what it may turn out to
be. With both the missing fact that decides most is found by asking the engine. It is shown when it was filled in, when
something depends on its facts, or always (`lead`); all others wait behind one link. What is not `spoken` of is never
filled in from somebody's words.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from wtforms import Field

from companion.integers import whole
from companion.web.language import gettext
from companion.web.sanitise import fit

_MAX_SHOWN_LENGTH = 40
"""Characters of something unreadable that are shown again."""
_MAX_TAPPED = 8
"""So many numbers are buttons to tap; more are typed or stepped."""
_MAX_READ_LENGTH, _MAX_READ = 100, 100
"""Characters of a value, and values of a field, that are looked at."""


@dataclass(frozen=True)
class FieldOption:
    """A value to choose, with its word and perhaps a symbol of the sprite, or the component whose picture it shows.

    `sets` is what then stands in the position, by dotted path, where the value itself is none of the position.
    """

    value: str
    text: str
    symbol: str = ""
    part: str = ""
    sets: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class TapTargets:
    """Where a tap on a picture fills a field: the regions that are drawn, and the value of each place."""

    parts: tuple[str, ...]
    values: Mapping[str, str] = field(default_factory=dict)


def numbers(values: Iterable[int]) -> list[FieldOption]:
    """Numbers to choose from."""
    return [FieldOption(str(value), str(value)) for value in values]


class AskField(Field):
    """What all fields have in common: nothing entered is unknown."""

    kind = ""
    usual = ""

    def __init__(
        self,
        label: str = "",
        *,
        facts: Sequence[str] = (),
        tries: Sequence[str] = (),
        lead: bool = False,
        likely: str = "",
        places: TapTargets | None = None,
        spoken: bool = True,
        hidden: bool = False,
        reads: Callable[[str], str] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(label, **kwargs)
        self.hidden = hidden
        self._reads = reads
        self.facts = tuple(facts)
        self.tries = tuple(tries)
        self.lead = lead
        self.likely = likely
        self.places = places
        self.spoken = spoken
        self.typed: tuple[str, ...] = ()

    @property
    def options(self) -> Sequence[FieldOption]:
        """What there is to tap."""
        return ()

    @property
    def complete(self) -> bool:
        """Whether `tries` are all that it can be."""
        return False

    @property
    def unknown(self) -> bool:
        """Whether nobody has said it, or not in a way that can be read."""
        return self.data is None

    def query(self) -> list[str]:
        """What the address of the answer says about it."""
        return list(self.typed)

    @property
    def told(self) -> str:
        """What was entered, in words."""
        return ", ".join(map(self.word_of, self.typed))

    @property
    def sentence(self) -> str:
        """What was entered, as one says it: by `reads`, which makes it of the value, else label and value."""
        return self._reads(self.told) if self._reads else f"{self.label.text.rstrip('?')}: {self.told}"

    def word_of(self, value: str) -> str:
        """A value as a button shows it."""
        return next((option.text for option in self.options if option.value == value), value)

    def process_formdata(self, valuelist: list[str]) -> None:
        """Take what was sent. Raises ValueError."""
        texts = [unicodedata.normalize("NFKC", fit(text[:_MAX_READ_LENGTH])).strip() for text in valuelist[:_MAX_READ]]
        self.typed = tuple(text[:_MAX_SHOWN_LENGTH] for text in texts if text)
        self.data = self.usual or None
        if self.typed:
            self.data = self.read([text for text in texts if text])

    def read(self, texts: list[str]) -> Any:
        """The value of what was sent. Raises ValueError with what is wrong and what would be right."""
        raise NotImplementedError


class Number(AskField):
    """A whole number between two bounds. `named` is what it comes to where somebody only says what is counted."""

    kind = "number"

    def __init__(
        self,
        label: str = "",
        *,
        least: int = 0,
        most: int,
        tapped: int = 0,
        symbol: str = "",
        named: int = 0,
        **kwargs: Any,
    ) -> None:
        super().__init__(label, **kwargs)
        self.least, self.most, self.symbol = least, most, symbol
        self.named = named
        self._tapped = tapped or (most if most - least < _MAX_TAPPED else least - 1)

    @property
    def options(self) -> list[FieldOption]:
        """What there is to tap: all up to some number, and the one that was told. Nothing where it is to be typed."""
        chosen = [] if self.data is None else [self.data]
        values = sorted({*range(self.least, self._tapped + 1), *chosen})
        return numbers(values) if self._tapped >= self.least else []

    @property
    def complete(self) -> bool:
        """Whether every number is tried."""
        return len(self.tries) == self.most - self.least + 1

    def read(self, texts: list[str]) -> int:
        """The value of what was sent. Raises ValueError."""
        number = whole(texts[0], self.least, self.most)
        if number is not None:
            return number
        raise ValueError(
            gettext(
                "%(field)s: enter a whole number from %(least)d to %(most)d, or leave it empty.",
                field=self.label.text,
                least=self.least,
                most=self.most,
            )
        )


class Pick(AskField):
    """One of several, or unknown. With `usual`, what is not said is that value, which the form shows as chosen."""

    kind = "pick"

    def __init__(
        self,
        label: str = "",
        *,
        options: Sequence[FieldOption],
        usual: str = "",
        **kwargs: Any,
    ) -> None:
        super().__init__(label, **{"tries": [option.value for option in options], **kwargs})
        self._options = tuple(options)
        self.usual = usual

    @property
    def options(self) -> Sequence[FieldOption]:
        """What it may be."""
        return self._options

    @property
    def complete(self) -> bool:
        """Whether every option is tried."""
        return len(self.tries) == len(self.options)

    def read(self, texts: list[str]) -> str | None:
        """The value of what was sent. Raises ValueError."""
        if any(option.value == texts[0] for option in self.options):
            return texts[0]
        if self.hidden:
            # Nobody sees the field, so nobody could put it right.
            return None
        raise ValueError(gettext("%(field)s: choose one of what is offered.", field=self.label.text))


class Ticks(AskField):
    """Any of several. Nothing ticked is unknown, so there is a value of its own for none of them."""

    kind = "ticks"
    NONE = "none"

    def __init__(self, label: str = "", *, options: Sequence[FieldOption], none: str = "", **kwargs: Any) -> None:
        super().__init__(label, **kwargs)
        self._options = (*options, *([FieldOption(self.NONE, none)] if none else []))

    @property
    def options(self) -> Sequence[FieldOption]:
        """What may be ticked."""
        return self._options

    def read(self, texts: list[str]) -> tuple[str, ...]:
        """The value of what was sent. Raises ValueError."""
        known = [option.value for option in self.options]
        if any(text not in known for text in texts):
            raise ValueError(gettext("%(field)s: choose only what is offered.", field=self.label.text))
        return tuple(value for value in known if value in texts and value != self.NONE)
