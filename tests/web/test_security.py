"""Headers, cookies, limits: what keeps visitors apart and the server standing."""

import datetime
import json
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from companion import engine
from companion.app import create_app
from companion.components import KINDS, of_kind
from companion.pictures import standalone
from companion.storage.sheets import Sheets
from flask import Flask, request
from flask.testing import FlaskClient
from itsdangerous import TimestampSigner

from tests.conftest import every
from tests.engine.test_verdict_record import KEPT, code
from tests.web.html import Page


@every("address", ["/en/rules/", "/en/score/", "/nope", "/static/app.css", "/healthz", "/", "/api/v1/nope"])
def test_headers(client: FlaskClient, address: str) -> None:
    with client.get(address) as response:
        headers = response.headers
    policy = headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'")
    assert "unsafe" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert "geolocation=()" in headers["Permissions-Policy"]


CODE = engine.encode(engine.read_position('{"players": {"blue": {"workers": {"cowboy": 7}}}}'))
PUBLIC = [
    *("rules/movement/hand-fees", "check/hire/?v=1&d=7&r3=cowboy", "check/disputes/", "check/disputes/left-behind"),
    *(f"position/{CODE}", f"check/verdict/{code(KEPT)}", "reference/", "reference/?does=hire"),
    *(f"reference/{of_kind(kind)[0].id}" for kind in KINDS),
]


@every("address", PUBLIC)
def test_public_pages_may_be_kept_and_are_the_same_for_all(app: Flask, address: str) -> None:
    client = app.test_client()
    first = client.get(f"/en/{address}")
    assert first.headers["Cache-Control"].startswith("public, max-age=")
    assert "Set-Cookie" not in first.headers
    assert "Cookie" not in first.vary
    remembered = {"table": '{"players":4,"people":[{"name":"Ada","colour":"red"}]}', "asked": "d%3D9", "session": "x"}
    for name, value in remembered.items():
        client.set_cookie(name, value)
    assert client.get(f"/en/{address}").data == first.data
    again = client.get(f"/en/{address}", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


def test_what_no_page_asks_for_changes_none_that_is_kept(client: FlaskClient) -> None:
    address = "/ko/rules/movement/hand-fees"
    assert "evil" not in client.get(f"{address}?evil=1&v=2").text
    assert client.get(address).data == client.get(f"{address}?evil=1").data
    assert "HX-Request" in client.get(address).vary


def test_static_files_are_kept_for_good_under_their_right_name_only(client: FlaskClient) -> None:
    page = Page(client.get("/en/rules/"))
    (style,) = [link.get("href") for link in page.all("link", rel="stylesheet")]
    for address, kept in ((str(style), True), ("/static/app.css?v=old", False), ("/static/no.css?v=old", False)):
        with client.get(address) as response:
            assert ("immutable" in response.headers["Cache-Control"]) == kept


@pytest.fixture(scope="module")
def https_app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    folder = tmp_path_factory.mktemp("strict")
    return create_app({"TESTING": True, "INSTANCE": str(folder), "SESSION_COOKIE_SECURE": True})


@pytest.fixture
def strict(https_app: Flask) -> Flask:
    """An app as it runs for people: with CSRF protection and limits, over HTTPS. Nobody has asked it anything yet."""
    https_app.extensions["limiter of views"].reset()
    return https_app


HTTPS = "https://localhost"
ADA = {"people-0-name": "Ada", "people-0-colour": "blue"}
MAKING = ["/en/score/groups", "/en/score/history/import", "/en/score/x/group"]
ENDING = ["/en/score/x/finish", "/en/score/x/reopen", "/en/score/x/delete", "/en/score/history/delete"]
GROUPED = [f"/en/score/group/x/{part}" for part in ("share", "add", "take-out", "people", "import", "delete")]


@every("address", ["/en/score/", "/en/table", "/ko/score/x", *MAKING, *ENDING, *GROUPED])
def test_forms_need_their_token(strict: Flask, address: str) -> None:
    response = strict.test_client().post(address, data={"people-0-name": "A"})
    assert response.status_code == 400
    assert Page(response).words(Page(response).one("h1"))


def sent(client: FlaskClient, page: str, address: str, times: int, **data: str) -> list[int]:
    """The statuses of a form that is sent again and again, with the token of a page."""
    token = Page(client.get(page, base_url=HTTPS)).one("input", name="csrf_token").get("value")
    data = {**data, "csrf_token": str(token)}
    return [client.post(address, data=data, base_url=HTTPS).status_code for _ in range(times)]


def test_nobody_makes_sheets_without_end(strict: Flask) -> None:
    """With their token forms work."""
    assert sent(strict.test_client(), "/en/score/", "/en/score/", 31, **ADA) == [303] * 30 + [429]


def test_a_form_that_a_phone_has_made_gets_its_token(strict: Flask) -> None:
    client = strict.test_client()
    refused = client.post("/en/score/", data={**ADA, "csrf_token": "of the phone"}, base_url=HTTPS)
    assert (refused.status_code, refused.headers["Form-Expired"]) == (400, "1")
    token = client.get("/offline/device", base_url=HTTPS).json["csrf_token"]
    again = client.post("/en/score/", data={**ADA, "csrf_token": token}, base_url=HTTPS)
    assert again.status_code == 303


def test_checking_changes_nothing_and_so_needs_no_token_and_no_cookie(strict: Flask) -> None:
    client = strict.test_client()
    for answer in (
        client.get("/en/check/"),
        client.post("/en/check/", data={"position": "{}"}),
        client.get("/en/position/aC9_w"),
        client.post("/api/v1/check", json={}),
        client.get("/api/v1/search?q=fee"),
    ):
        assert answer.status_code in (200, 400)
        assert "Set-Cookie" not in answer.headers


def test_cookies_over_https(strict: Flask) -> None:
    client = strict.test_client()
    response = client.get("/en/score/", base_url=HTTPS)
    (cookie,) = response.headers.getlist("Set-Cookie")
    assert "Secure" in cookie
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert response.headers["Strict-Transport-Security"].startswith("max-age=")


def test_judging_is_limited_and_the_rest_of_the_api_goes_on(strict: Flask) -> None:
    client = strict.test_client()
    asked = {"position": {}, "action": "end"}
    codes = [client.post("/api/v1/judge", json=asked).status_code for _ in range(60)]
    codes += [client.post("/en/check/verdict/", data={"position": "x", "action": "end"}).status_code for _ in range(60)]
    assert codes == [200] * 60 + [400] * 60
    for address in ("/api/v1/options", "/api/v1/judge", "/api/v1/apply"):
        response = client.post(address, json=asked)
        assert response.status_code == 429
        assert int(response.headers["Retry-After"]) > 0
    assert client.post("/api/v1/check", json={}).status_code == 200
    assert client.get("/en/rules/").status_code == 200


HARD_WORK = (
    *((engine, name) for name in ("options", "judge", "apply", "record_verdict", "income_odds")),
    (standalone, "png"),
    (Sheets, "create"),
)
"""What takes long or fills the disk, when a visitor asks for it with a position of theirs."""


def test_every_view_that_works_hard_has_a_limit(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """All views that take a position are asked, also those that nobody has written yet."""
    blue = {"seat": 1, "herder": "A", "hand": [], "draw": []}
    plain = {"players": {"blue": blue, "red": {"seat": 2}}, "turn": {"player": "blue"}}
    position = engine.read_position(json.dumps(plain))
    record = engine.record_verdict(position, engine.read_action("end"), datetime.date(2025, 1, 1))
    codes = [engine.encode(position), engine.record_code(record)]
    asked = {"position": codes[0], "action": "end", "line": "end"}
    people = {f"people-{n}-name": colour for n, colour in enumerate(("blue", "red"))}
    colours = {f"people-{n}-colour": colour for n, colour in enumerate(("blue", "red"))}
    working: set[str | None] = set()

    def watched(work: Callable[..., object]) -> Callable[..., object]:
        def watch(*arguments: object, **named: object) -> object:
            working.add(request.endpoint)
            return work(*arguments, **named)

        return watch

    for owner, name in HARD_WORK:
        monkeypatch.setattr(owner, name, watched(getattr(owner, name)))
    app = client.application
    for rule in app.url_map.iter_rules():
        if rule.arguments <= {"language", "code"} and rule.methods:
            for code in codes:
                address = str(rule).replace("<language:language>", "en").replace("<code>", str(code))
                if "GET" in rule.methods and "code" in rule.arguments:
                    client.get(address, query_string=asked)
                if "POST" in rule.methods:
                    client.post(address, data={**asked, **people, **colours})
                    client.post(address, json={"position": plain})
                    client.post(address, json={"position": plain, "action": "end"})
    limited = {name for name, view in app.view_functions.items() if hasattr(view, "limit")}
    assert working - limited == set()
    # The others need no position; for them see the tests of what somebody makes.
    others = {"history.groups", "history.read", "result.put_into_group", "score.rematch", "score.bring"}
    others |= {"exchange.bring", "setup.aid", "setup.draw", "teach.script", "teach.step", "teach.together"}
    others |= {"teach.first_turns", "card.home", "card.section", "solo.play"}
    assert limited - working == others


@pytest.mark.parametrize(("address", "often"), list(zip(MAKING, (20, 20, 60), strict=True)))
def test_nobody_makes_groups_or_reads_files_without_end(strict: Flask, address: str, often: int) -> None:
    codes = sent(strict.test_client(), "/en/score/groups", address, often + 1, name="A")
    assert 429 not in codes[:-1]
    assert codes[-1] == 429


@pytest.mark.parametrize("address", ["/en/check/", "/ko/score/", "/en/table"])
def test_too_much_is_refused(client: FlaskClient, address: str) -> None:
    response = client.post(address, data={"position": "x" * 300_000})
    assert response.status_code == 413
    assert Page(response).words(Page(response).one("h1"))


def test_too_many_fields_are_refused(client: FlaskClient) -> None:
    part = '--b\r\nContent-Disposition: form-data; name="f"\r\n\r\nx\r\n'
    body = part * 500 + "--b--\r\n"
    response = client.post("/en/check/", data=body, content_type="multipart/form-data; boundary=b")
    assert response.status_code == 413


def test_the_secret_key_is_made_once_and_is_nobody_elses(tmp_path: Path) -> None:
    first = create_app({"INSTANCE": str(tmp_path)})
    second = create_app({"INSTANCE": str(tmp_path)})
    assert first.config["SECRET_KEY"] == second.config["SECRET_KEY"]
    assert len(first.config["SECRET_KEY"]) >= 48
    assert (tmp_path / "secret-key").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(("hours", "known"), [(5, True), (0, True), (-24 * 364, True), (-24 * 366, False)])
def test_a_clock_that_jumps_costs_nobody_their_history(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, hours: int, known: bool
) -> None:
    then = int(time.time()) + hours * 3600
    with monkeypatch.context() as clock:
        clock.setattr(TimestampSigner, "get_timestamp", lambda _: then)
        client.post("/en/score/", data={"people-0-name": "Zacharias", "people-0-colour": "red"}, follow_redirects=True)
    # The name is one of the table, which is remembered for itself.
    assert bool(Page(client.get("/en/score/")).all("ul", class_="sheets")) == known
