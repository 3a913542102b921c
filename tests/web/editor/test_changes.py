"""A step is answered with what changes on the page that a phone shows, and with all of it where that is not known."""

import re

import pytest
from companion import engine
from companion.web.editor import changes
from flask.testing import FlaskClient

from tests.web.html import Page

CODE = engine.encode(engine.hidden(engine.start(("blue", "red", "white"), chance=engine.Chance(7))))
MAX_BYTES = 20_000
STEPS = [
    ("trail", "pick=hazard:green:2&at=board.hazards.flood-1"),
    ("trail", "pick=building:blue:3a&at=board.buildings.A-1"),
    ("trail", "pick=herder:red&at=trail:start"),
    ("market", "pick=worker:cowboy&at=board.job_market.rows.3:1"),
    ("market", "at=board.job_market.rows.4"),
    ("railroad", "pick=engine:red&at=railroad:4"),
    ("railroad", "pick=disc:red&at=station:3"),
    ("railroad", "pick=disc:blue&at=city:peoria"),
    ("red", "at=players.red.dollars&do=12"),
    ("red", "at=players.red.cleared:step-left"),
    ("red", "at=players.red.exchange_tokens&do=%2B1"),
    ("game", "at=turn.phase&do=B"),
]


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, str]]:
    """The parts of every page that is rendered."""
    pages: list[dict[str, str]] = []
    split = changes.parts_of

    def keep(*given: object) -> object:
        whole, parts = split(*given)
        pages.append(dict(parts))
        return whole, parts

    monkeypatch.setattr(changes, "parts_of", keep)
    return pages


@pytest.mark.parametrize("language", ["en", "ko"])
@pytest.mark.parametrize(("show", "step"), STEPS)
def test_what_is_shown_with_the_changes_is_the_whole_page(
    client: FlaskClient, seen: list[dict[str, str]], language: str, show: str, step: str
) -> None:
    address = f"/{language}/check/board/{CODE}?show={show}"
    headers = {"HX-Request": "true", "HX-Current-URL": f"http://localhost{address}"}
    page = Page(client.get(address, headers=headers)).one("div", id="editor")
    shown = " ".join(str(page.get(f"data-{name}")) for name in ("code", "show", "open"))
    answer = client.get(f"{address}&{step}", headers={**headers, changes.SHOWN: shown})
    before, after = seen
    assert answer.status_code == 200
    assert 'id="editor-changes"' in answer.text
    assert len(answer.data) < MAX_BYTES
    for name, part in after.items():
        if part not in answer.text:
            assert without_hand(part) == without_hand(before[name]), name
    # Nothing is sent that says the same.
    places = re.findall(r'data-place="([^"]+)"', answer.text)
    assert places == [] or all(without_hand(before[f"place {p}"]) != without_hand(after[f"place {p}"]) for p in places)


def without_hand(part: str) -> str:
    return re.sub(
        r'[?&;](pick|group|open)=[^&"#]*| aria-current="true"| hidden(?=>)|<a class="editor-hand".*?</a>', "", part
    )


@pytest.mark.parametrize(
    "shown",
    [
        "",
        "a_AAA trail",
        f"{CODE} market ",
        f"{CODE} trail board.job_market.rows.1",
        " ",
        "x y z " * 900,
    ],
)
def test_who_shows_another_page_gets_all_of_it(client: FlaskClient, shown: str) -> None:
    address = f"/en/check/board/{CODE}?show=trail"
    headers = {"HX-Request": "true", "HX-Current-URL": f"http://localhost{address}"}
    client.get(f"/en/check/board/{CODE}?show=market", headers=headers)
    answer = client.get(f"{address}&{STEPS[0][1]}", headers={**headers, changes.SHOWN: shown})
    assert answer.status_code == 200
    assert 'id="editor"' in answer.text
    assert "<!--" not in answer.text
