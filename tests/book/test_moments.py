"""Where in the game one is, and what one needs there."""

from pathlib import Path

import pytest
from companion.book.fields import ContentError
from companion.book.sections import MOMENTS, chapters_at, load_moments
from companion.reference.library import Reference

from tests.conftest import ROOT, every

# A moment, a section that one needs then, one that one does not need.
NEEDED = [
    ("set-up", "aids/set-up", "kansas-city/transport"),
    ("set-up", "turn/first-turn", "scoring/overview"),
    ("a", "movement/hand-fees", "kansas-city/income"),
    ("b", "turn/auxiliary-actions", "movement/steps"),
    ("foresight", "trail/placing-tiles", "kansas-city/income"),
    ("income", "kansas-city/certificates", "kansas-city/transport"),
    ("delivery", "kansas-city/discs", "kansas-city/foresight"),
    ("c", "cards/draw-cards", "turn/risk-actions"),
    ("end", "scoring/overview", "cards/draw-cards"),
]


@every(("moment", "needed", "other"), NEEDED)
def test_what_one_needs(reference: Reference, moment: str, needed: str, other: str) -> None:
    assert needed in reference.moments[moment]
    assert other not in reference.moments[moment]


def test_chapters_without_anything_are_left_out(reference: Reference) -> None:
    chapters = chapters_at(reference.books["ko"], reference.moments, "c")
    assert "movement" not in [chapter.id for chapter in chapters]
    assert all(chapter.sections for chapter in chapters)


def test_every_section_is_needed_at_some_time(reference: Reference) -> None:
    assert set().union(*reference.moments.values()) == set(reference.books["en"].sections)


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [("- movement\n", "- mooovement\n", "'mooovement'"), ("  a:\n", "  aa:\n", "the moments are")],
)
def test_what_is_wrong_is_told(tmp_path: Path, reference: Reference, old: str, new: str, problem: str) -> None:
    text = (ROOT / "content" / "moments.yaml").read_text(encoding="utf-8")
    file = tmp_path / "moments.yaml"
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ContentError, match=problem):
        load_moments(file, reference.books["en"])
    assert len(MOMENTS) == 8
