"""The engines of Safari and of Firefox without signal: requests fail in other ways there, and what is kept opens."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.e2e.test_other_browsers import Firefox, Tab, WebKit
from tests.serving import Server

pytestmark = pytest.mark.thorough


@pytest.mark.parametrize("kind", [WebKit, Firefox], ids=["webkit", "firefox"])
def test_a_rule_opens_while_the_server_is_gone(
    kind: Callable[[str, Path], Tab], tmp_path_factory: pytest.TempPathFactory
) -> None:
    instance: Path = tmp_path_factory.mktemp("instance")
    server = Server(instance, "--database-url", f"sqlite:///{instance}/companion.db")
    tab = kind(server.url, tmp_path_factory.mktemp("browser"))
    try:
        tab.go("/en/offline/")
        tab.until("return document.body.dataset.rules === 'ready'")
        server.stop()
        tab.open(f"{server.url}/en/rules/movement/hand-fees")
        assert tab.text("h1") == "Paying for hands"
        # What is not kept says so, in the place of the browser's own page.
        tab.open(f"{server.url}/en/score/history")
        assert tab.text("h1") == "No signal"
    finally:
        tab.close()
        server.stop()
