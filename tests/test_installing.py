"""Every way of installing works with the plain tool in an empty environment, and then the command works anywhere."""

from __future__ import annotations

import os
import subprocess
import sys
import urllib.request
import venv
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.serving import Server

NAME = "great-western-companion"
UV = str(Path(sys.executable).with_name("uv"))
POSITION = '{"players": {"blue": {"workers": {"cowboy": 7}}}}'


@pytest.fixture(autouse=True)
def nothing_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is run is run as somebody does who has nothing to do with our environment."""
    for name in ("VIRTUAL_ENV", "PYTHONPATH", "PYTHONHOME"):
        monkeypatch.delenv(name, raising=False)


def run(*command: str | Path, cwd: Path, succeeds: bool = True) -> str:
    """What a command says."""
    # Half of the time would go into compiling what is imported once.
    settings = {"PIP_NO_COMPILE": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_NO_INPUT": "1"}
    done = subprocess.run(command, cwd=cwd, env=os.environ | settings, capture_output=True, text=True, check=False)
    assert (done.returncode == 0) == succeeds, done.stdout + done.stderr
    return done.stdout + done.stderr


def environment(folder: Path, *, with_pip: bool = True) -> Path:
    """The programs of a new environment with nothing in it, or nothing but pip."""
    venv.create(folder / "environment", with_pip=with_pip)
    return folder / "environment" / "bin"


def pip(folder: Path, *arguments: str | Path) -> Path:
    """The command, once pip has installed it."""
    programs = environment(folder, with_pip=False)
    run(sys.executable, "-m", "pip", "--python", programs / "python", "install", *arguments, cwd=folder)
    return programs / "companion"


def works(command: Path, elsewhere: Path) -> None:
    """It searches, checks and serves, in a folder that knows nothing of the source tree."""
    assert "movement/hand-fees" in run(command, "search", "fees", cwd=elsewhere)
    (elsewhere / "position.json").write_text(POSITION, encoding="utf-8")
    assert "Blue has 7 cowboys" in run(command, "check", "position.json", cwd=elsewhere, succeeds=False)
    server = Server(elsewhere / "instance", command=[str(command)], cwd=elsewhere)
    try:
        for path, words in (
            ("/ko/rules/movement/hand-fees", "손 요금"),
            ("/static/app.css", "--paper"),
            ("/en/offline/", "cannot hand out the whole app"),
            ("/healthz", "ok"),
        ):
            with urllib.request.urlopen(server.url + path, timeout=20) as response:  # noqa: S310 (our own server)
                assert words in response.read().decode()
    finally:
        server.stop()


def test_pip_install(tmp_path: Path) -> None:
    command = pip(tmp_path, ROOT)
    (package,) = tmp_path.glob("environment/lib/*/site-packages/companion")
    for name in (
        "content/ko/movement/hand-fees.md",
        "content/ko/messages.po",
        "content/en/names/reasons.toml",
        "templates/base.html",
        "static/symbols.svg",
        "engine/layers/simmental/cattle.toml",
        *(f"__made__/{part}.*.made" for part in ("all", "en", "ko", "static", "offline")),
    ):
        assert list(package.glob(name)), name
    assert not {"tests", "bench", "scripts"} & {entry.name for entry in package.parent.iterdir()}
    works(command, tmp_path)


def with_uv(folder: Path) -> Path:
    run(UV, "venv", "--quiet", folder / "environment", cwd=folder)
    run(UV, "pip", "install", "--python", folder / "environment", ROOT, cwd=folder)
    return folder / "environment" / "bin" / "companion"


def from_archive(folder: Path) -> Path:
    run(UV, "build", "--sdist", "--out-dir", folder, ROOT, cwd=folder)
    (archive,) = folder.glob("*.tar.gz")
    return pip(folder, archive)


def from_repository(folder: Path) -> Path:
    return pip(folder, f"git+file://{ROOT}")


def to_be_edited(folder: Path) -> Path:
    copy = folder / "source"
    run("git", "clone", "--quiet", ROOT, copy, cwd=folder)
    return pip(folder, "--editable", copy)


def with_pipx(folder: Path) -> Path:
    programs = environment(folder)
    run(programs / "pip", "install", "pipx", cwd=folder)
    homes = [f"PIPX_HOME={folder / 'pipx'}", f"PIPX_BIN_DIR={folder / 'bin'}", f"PIPX_MAN_DIR={folder / 'man'}"]
    run("env", *homes, programs / "pipx", "install", ROOT, cwd=folder)
    return folder / "bin" / "companion"


def without_isolation(folder: Path) -> Path:
    """Once what it takes is there, which a line tells."""
    programs = environment(folder)
    install = (programs / "pip", "install")
    for missing in ("hatchling, babel,", "babel,"):
        line = f"Building without isolation needs what is not installed: {missing}"
        refusal = run(*install, "--no-build-isolation", ROOT, cwd=folder, succeeds=False)
        assert f"[1 lines of output]\n      {line}" in refusal
        run(*install, "hatchling", cwd=folder)
    run(*install, "--require-hashes", "-r", ROOT / "requirements" / "run.txt", cwd=folder)
    run(*install, "--no-build-isolation", ROOT, cwd=folder)
    return programs / "companion"


def without_network(folder: Path) -> Path:
    wheels = folder / "wheels"
    run(environment(folder) / "pip", "wheel", "--wheel-dir", wheels, ROOT, cwd=folder)
    return pip(folder, "--no-index", "--find-links", wheels, NAME)


@pytest.mark.thorough
@pytest.mark.parametrize(
    "install",
    [with_uv, from_archive, from_repository, to_be_edited, with_pipx, without_isolation, without_network],
    ids=lambda way: way.__name__,
)
def test_other_ways(install: Callable[[Path], Path], tmp_path: Path) -> None:
    works(install(tmp_path), tmp_path)
