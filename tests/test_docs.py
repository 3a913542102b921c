"""What the documentation shows is what the app says."""

import json
import re
from typing import Any

import pytest
from companion.web.api.responses import CODES, MORE_CODES
from flask.testing import FlaskClient

from tests.conftest import ROOT

API = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
SHOWN = [json.loads(block) for block in re.findall(r"```json\n(.*?)```", API, re.DOTALL)]


@pytest.mark.parametrize(
    ("body", "shown"),
    [({"players": {"blue": {"workers": {"cowboy": 7}}}}, SHOWN[0]), ({"game": {"players": 9}}, SHOWN[1])],
)
def test_answers_of_the_api(client: FlaskClient, body: Any, shown: Any) -> None:
    assert client.post("/api/v1/check", json=body).json == shown


def test_every_error_of_the_api_is_told() -> None:
    told = {
        code for row in re.findall(r"^\| \d{3} \| ([^|]+) \|", API, re.MULTILINE) for code in re.findall("`(.+?)`", row)
    }
    assert told == {*CODES.values(), *MORE_CODES}
