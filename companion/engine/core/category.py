"""A category of the final scoring as such, and the pieces that people enter for it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from companion.engine.core.catalog import Catalog
    from companion.engine.core.components.automas import Automa
    from companion.engine.core.position import Position

Points = frozenset[int]


@dataclass(frozen=True)
class ScoringPiece:
    """Something that a player may have, as it is entered for the scoring: how many, or a word that says where it is.

    `most`: no larger number may be entered; impossible numbers may, and are pointed out. `words`: what besides a number
    says that the piece is there, and where. `part` is the component that it is, `symbol` stands for what is none, and
    `vp` are its points where components of one kind differ in them.
    """

    id: str
    most: int = 1
    words: frozenset[str] = frozenset()
    part: str = ""
    symbol: str = ""
    vp: int | None = None


@dataclass(frozen=True)
class EnteredPiece:
    """A piece that a player has: how many, and the text by which it was entered."""

    piece: ScoringPiece
    count: int
    text: str


class ScoringGroup(ABC):
    """Pieces of a player that are entered together. `keys` are those of a player that they tell."""

    id: ClassVar[str]
    keys: ClassVar[tuple[str, ...]] = ()
    entered_at: ClassVar[str] = ""
    """The category at whose pieces these are entered, where they are none themselves."""

    @abstractmethod
    def pieces(self, catalog: Catalog) -> Iterator[ScoringPiece]:
        """Every piece that may be entered."""

    @abstractmethod
    def player(self, catalog: Catalog, held: Sequence[EnteredPiece]) -> Mapping[str, Any]:
        """What all pieces that a player has of the group tell: key of the player -> value."""

    @abstractmethod
    def held(self, catalog: Catalog, position: Position, colour: str) -> Mapping[str, object] | None:
        """The pieces of a player in a position: piece -> how many, or its word. None: they are not known."""

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

    def needs(self, catalog: Catalog, held: Sequence[EnteredPiece], automa: Automa | None) -> Iterable[str]:
        """The kinds of other pieces that those of a player count."""
        return ()
