"""Components lead to the sections that are about them, and to no others."""

from companion.components import parts

from tests.conftest import every

ABOUT = [
    ("station-1", "railroad/station-master#tiles", True),
    ("station-9", "railroad/station-master#tiles", False),
    ("station-9", "railroad/track#turnouts", True),
    ("station-10", "railroad/track#turnouts", False),
    ("station-10", "railroad/last-space", True),
    ("building-11a", "buildings/tiles#figures", True),
    ("building-7a", "buildings/tiles#figures", False),
    ("building-9a", "buildings/tiles#figures", False),
    ("aux-2", "turn/auxiliary-actions#how-much", True),
    ("aux-5", "turn/auxiliary-actions#how-much", True),
    ("aux-6", "turn/auxiliary-actions#how-much", True),
    ("aux-6", "rails/open-play#branchlets", True),
]


@every(("part", "section", "leads"), ABOUT)
def test_a_component_leads_to_what_is_about_it(part: str, section: str, leads: bool) -> None:
    assert (section in parts()[part].related()) == leads
