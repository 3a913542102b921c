"""What is worked out beforehand: the first page waits for what it needs, the rest is packed while the app answers."""

import os
import shutil
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from urllib.error import HTTPError

import pytest
from companion import making

from tests.conftest import ROOT
from tests.serving import Server


def test_parts_that_are_up_to_date_start_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making.Store, "fresh", lambda _: True)
    assert making.start_missing("json", making.PAGES, making.PHONE) is None


@pytest.mark.thorough
def test_a_new_source_tree_answers_before_everything_is_packed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("companion", "content", "templates", "static"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__made__", "__pycache__"))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    made = tmp_path / "companion" / "__made__"
    server = Server(tmp_path / "instance", cwd=tmp_path)
    try:
        assert list(made.glob("en.*.made"))
        assert not list(made.glob("offline.*"))
        worker = _content(f"{server.url}/sw.js")
        pack = worker.split('"packs": {"en": "', 1)[1].split('"', 1)[0]
        with pytest.raises(HTTPError, match="503") as told:
            _content(server.url + pack)
        told.value.close()
        assert "hand fees" in _content(f"{server.url}/en/rules/movement/hand-fees").lower()
        deadline = time.monotonic() + 300
        while not list(made.glob("offline.*.made")):
            assert time.monotonic() < deadline
            time.sleep(0.1)
        assert '"/en/rules/movement/hand-fees"' in _content(server.url + pack)
        assert b"pages for phones without signal" in server.output()
    finally:
        server.stop()
    assert not [file.name for file in made.iterdir() if file.suffix == ".draft"]
    section = tmp_path / "content" / "en" / "movement" / "hand-fees.md"
    section.write_text(section.read_text(encoding="utf-8").replace("title:", "tittle:", 1), encoding="utf-8")
    command = [sys.executable, "-m", "companion", "make"]
    done = subprocess.run(command, cwd=tmp_path, env=os.environ, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "hand-fees.md" in done.stderr.splitlines()[-1]


def _content(address: str) -> str:
    with urllib.request.urlopen(address, timeout=60) as answer:  # noqa: S310 (our own server)
        return str(answer.read().decode())
