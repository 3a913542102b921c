"""A step is answered with what changes on the page that a phone shows, and with all of it where that is not known."""

import re
from urllib.parse import parse_qsl

import pytest
from companion import engine
from companion.web.editor import changes
from companion.web.editor.palettes import read_query
from flask.testing import FlaskClient

from tests.conftest import every
from tests.web.html import Page

CODE = engine.encode(engine.hidden(engine.start(("blue", "red", "white"), chance=engine.Chance(7))))
MAX_BYTES = 21_000
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


HTMX = {"HX-Request": "true", "HX-Current-URL": "http://localhost/"}


def rendered_at(language: str, told: str) -> changes.RenderedPage:
    """The page that an answer says it leads to."""
    code, _, view = told.partition("?")
    return changes.rendered(language, code, read_query(dict(parse_qsl(view)), engine.decode(code)))


def parts_of(page: changes.RenderedPage) -> dict[str, str]:
    """The parts of a page, its picture without the places that are parts by themselves."""
    parts = dict(page.parts)
    for place in page.page.places.values():
        parts["editor-picture"] = parts["editor-picture"].replace(place, "")
    return parts


@pytest.mark.parametrize("language", ["en", "ko"])
@every(("show", "step"), STEPS)
def test_what_is_shown_with_the_changes_is_the_whole_page(
    client: FlaskClient, language: str, show: str, step: str
) -> None:
    address = f"/{language}/check/board/{CODE}?show={show}"
    shown = Page(client.get(address, headers=HTMX)).one("data", id="editor-state").get("value")
    answer = client.get(f"{address}&{step}", headers={**HTMX, changes.SHOWN: shown})
    led_to = Page(answer).one("data", id="editor-state").get("value")
    with client.application.test_request_context(address):
        before, after = (parts_of(rendered_at(language, told)) for told in (shown, led_to))
    sent = without_hand(re.sub(r' hx-swap-oob="[^"]*"', "", answer.text))
    assert answer.status_code == 200
    assert answer.headers["HX-Reswap"] == "none"
    assert len(answer.data) < MAX_BYTES
    for name, part in after.items():
        if without_hand(part) not in sent:
            assert without_hand(part) == without_hand(before[name]), name
    # Nothing is sent that says the same.
    places = re.findall(r'data-place="([^"]+)"', answer.text)
    assert places == [] or all(without_hand(before[f"place {p}"]) != without_hand(after[f"place {p}"]) for p in places)


def test_of_a_refused_step_why_is_all_that_is_told(client: FlaskClient) -> None:
    address = f"/en/check/board/{CODE}?show=trail"
    shown = Page(client.get(address, headers=HTMX)).one("data", id="editor-state").get("value")
    step = "&pick=neutral:A&at=board.buildings.A-1"
    answer = client.get(address + step, headers={**HTMX, changes.SHOWN: shown})
    assert answer.status_code == 422
    assert "does not fit here" in answer.text
    assert "data-place" not in answer.text
    assert "editor-dock" not in answer.text


def without_hand(part: str) -> str:
    return re.sub(
        r'(?:&amp;|[?&])(pick|group|open)=[^&"#]*|<input type="hidden" name="(pick|group|open)"[^>]*>'
        r'| aria-current="true"| hidden(?=>)|<a class="editor-hand".*?</a>|<p class="editor-hint".*?</p>',
        "",
        part,
    )


@every(
    "shown",
    ["", "a_AAA?show=trail", f"{CODE}?show=market", CODE, "?", "x?y=z&" * 900],
)
def test_who_shows_another_page_gets_all_of_it(client: FlaskClient, shown: str) -> None:
    address = f"/en/check/board/{CODE}?show=trail"
    answer = client.get(f"{address}&{STEPS[0][1]}", headers={**HTMX, changes.SHOWN: shown})
    assert answer.status_code == 200
    assert 'id="editor-picture"' in answer.text
    assert "HX-Reswap" not in answer.headers
    assert "<!--" not in answer.text
