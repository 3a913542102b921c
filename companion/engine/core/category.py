"""A category of the final scoring as such, and the pieces that people enter for it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from companion.engine.core.catalog import Catalog
    from companion.engine.core.components.automas import Automa
    from companion.engine.core.position import Position

Points = frozenset[int]


@dataclass(frozen=True)
class ScoringPiece:
    """Something that a player may have, as it is entered for the scoring: how many, or a word that says where it is.

    `most`: no larger number may be entered; impossible numbers may, and are pointed out. `part` is the component that
    it is, `symbol` stands for what is none, and `vp` are its points where components of one kind differ in them.

    In a position it is the `entry` of a key of the player: of `key`, or by a word of `words` of another. `base` is how
    many of it a complete field tells of somebody who has got none.
    """

    id: str
    most: int = 1
    words: Mapping[str, str] = field(default_factory=dict)
    part: str = ""
    symbol: str = ""
    vp: int | None = None
    key: str = ""
    """Empty: the first of its group."""
    value: Any = None
    """None: its id."""
    base: int | None = None

    @property
    def entry(self) -> Any:
        """What stands in the position for it."""
        return self.id if self.value is None else self.value


Held = Mapping[str, Mapping[Any, int]]
"""Key of a player -> what stands there -> how many."""


class ScoringGroup(ABC):
    """Pieces of a player that are entered together. `keys` are those of a player by which a position tells them."""

    id: ClassVar[str]
    keys: ClassVar[tuple[str, ...]] = ()
    entered_at: ClassVar[str] = ""
    """The category at whose pieces these are entered, where they are none themselves."""

    @abstractmethod
    def pieces(self, catalog: Catalog) -> Iterator[ScoringPiece]:
        """Every piece that may be entered."""

    def held(self, catalog: Catalog, position: Position, colour: str) -> Held | None:
        """What a player of a position has of them. None: it is not known."""
        value = getattr(position.players[colour], self.keys[0])
        if value is None or isinstance(value, Mapping):
            return None if value is None else {self.keys[0]: value}
        if isinstance(value, tuple):
            return {self.keys[0]: Counter(value)}
        (piece,) = self.pieces(catalog)
        return {self.keys[0]: {piece.entry: int(value)}}

    def counts(self, catalog: Catalog, kind: str) -> bool:
        """Whether its pieces tell how many there are of a kind that other categories count."""
        return False


class Category(ScoringGroup):
    """A category of the final scoring."""

    typed: ClassVar[str] = ""
    """The one piece of which the number is typed, if there is such a piece."""

    @abstractmethod
    def lines(self, tally: Any) -> Iterator[Any]:
        """What a player gets, line by line (`ScoreLine`). What was not entered is noted in `tally` (`Tally`)."""

    @abstractmethod
    def reach(self, catalog: Catalog) -> Points | None:
        """All points that any pieces could give. None: any number from zero, without an upper end."""

    def most_together(self, catalog: Catalog) -> int | None:
        """The most points that all players together can make, where they share the pieces."""
        return None

    def needs(self, catalog: Catalog, pieces: Sequence[ScoringPiece], automa: Automa | None) -> Iterable[str]:
        """The kinds of other pieces that these of a player count."""
        return ()
