"""Python for the browser answers as the server's does: every recorded case and game, codes of verdicts included."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator
from typing import Any

import pytest
from companion import engine
from companion.made import pyodide
from companion.web.offline import archive, whole
from playwright.sync_api import Browser, Page, Route

from tests.conftest import ROOT
from tests.engine import answers
from tests.engine.test_cases import CASES
from tests.engine.test_recorded_games import GAMES
from tests.engine.test_rulings import RULINGS

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.skipif(not whole.available(), reason="no Python for the browser: companion make"),
]
HERE = "http://phone.test/"
MODULE = ROOT / "tests" / "engine" / "answers.py"
ASK = """async (questions) => {
  const { loadPyodide } = await import("/pyodide.mjs");
  const python = await loadPyodide({ indexURL: "/" });
  const files = await (await fetch("/app.zip")).arrayBuffer();
  python.unpackArchive(files, "zip", { extractDir: "/app" });
  python.runPython("import sys; sys.path.insert(0, '/app')");
  return python.pyimport("answers").answered(questions);
}"""


def recorded() -> dict[str, Any]:
    """Every recorded question by a name."""
    found: dict[str, Any] = {f"ruling {name}": case for name, case in RULINGS.items()}
    for reason, case in CASES.items():
        found |= {f"case {reason} {kind}": case[kind] for kind in ("bad", "good") if "position" in case[kind]}
    found |= {f"game {file.stem}": json.loads(file.read_text(encoding="utf-8")) for file in GAMES}
    return found


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page that has what a phone fetches: Python, and the app as it is packed for phones."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as files:
        for name, content in archive.own():
            files.writestr(name, content)
        files.write(MODULE, MODULE.name)

    def serve(route: Route) -> None:
        name = route.request.url.removeprefix(HERE)
        if not name:
            route.fulfill(body="", content_type="text/html")
        elif name == "app.zip":
            route.fulfill(body=packed.getvalue())
        else:
            route.fulfill(path=pyodide.FOLDER / name)

    context = browser.new_context()
    context.route(f"{HERE}**", serve)
    page = context.new_page()
    page.goto(HERE)
    yield page
    context.close()


def test_every_recorded_answer_is_the_servers(page: Page) -> None:
    questions = json.dumps(recorded())
    assert len(recorded()) > 500
    there, here = (json.loads(told) for told in (page.evaluate(ASK, questions), answers.answered(questions)))
    assert here[""] == [f"{engine.rules_version():x}"]
    assert [name for name in here if there.get(name) != here[name]] == []
    assert there == here
