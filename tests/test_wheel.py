"""The wheel carries everything: installed into an empty environment, it serves pages outside the source tree."""

import subprocess
import sys
import urllib.request
import venv
import zipfile
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.serving import Server


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (file,) = folder.glob("*.whl")
    return file


def test_what_is_inside(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    assert "companion/content/ko/movement/hand-fees.md" in names
    assert "companion/templates/base.html" in names
    assert "companion/static/symbols.svg" in names
    assert "companion/engine/layers/simmental/cattle.toml" in names
    assert "companion/content/ko/messages.po" in names
    assert "companion/content/en/names/reasons.toml" in names
    assert "companion/storage/migrations/versions/0001_score_sheets.py" in names
    assert {f"companion/__made__/{name}.made" for name in ("all", "en", "ko", "static")} <= names
    assert not [name for name in names if name.startswith(("tests/", "bench/"))]


@pytest.mark.thorough
def test_it_serves_a_page(wheel: Path, tmp_path: Path) -> None:
    environment = tmp_path / "environment"
    venv.create(environment)
    pip = [sys.executable, "-m", "pip", "--python", str(environment / "bin" / "python"), "install"]
    pip += ["--quiet", "--disable-pip-version-check", "--no-input", "--no-compile"]
    lock = ROOT / "requirements" / "run.txt"
    subprocess.run([*pip, "--require-hashes", "-r", str(lock)], check=True, cwd=tmp_path)
    subprocess.run([*pip, "--no-deps", str(wheel)], check=True, cwd=tmp_path)
    command = [str(environment / "bin" / "companion")]
    server = Server(tmp_path / "instance", command=command, cwd=tmp_path)
    try:
        for path, words in (
            ("/ko/rules/movement/hand-fees", "손 요금"),
            ("/static/app.css", "--paper"),
            ("/healthz", "ok"),
        ):
            with urllib.request.urlopen(server.url + path, timeout=20) as response:  # noqa: S310 (our own server)
                assert response.status == 200
                assert words in response.read().decode()
    finally:
        server.stop()
