"""Names of things: what is missing is an error here and seen on a site."""

import logging
from pathlib import Path

import pytest
from companion import i18n
from companion.i18n import names
from companion.i18n.names import MissingName


def test_names() -> None:
    assert i18n.name("ko", "worker", "cowboy") == "카우보이"
    assert i18n.name("en", "players", "count", n=3) == "3 players"


def test_one_file_per_subject(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text('# A note.\n[hand]\nnone = "no hand"\n"b.c" = "%(n)s [card|cards]"\n', "utf-8")
    (tmp_path / "b.toml").write_text("[city]\nnone = 'no \"city\"'\n", "utf-8")
    assert names.read(tmp_path) == {
        ("hand", "none"): "no hand",
        ("hand", "b.c"): "%(n)s [card|cards]",
        ("city", "none"): 'no "city"',
    }
    assert names.where(tmp_path, "hand", "b.c") == f"{tmp_path / 'a.toml'}:4"


def test_texts_that_have_not_been_unpacked_are_not_taken_for_none(tmp_path: Path) -> None:
    """What is read once is kept: a phone would show keys for good."""
    for read in (lambda: names.read(tmp_path / "names"), lambda: i18n.read_catalog("xx")):
        with pytest.raises(FileNotFoundError):
            read()


def test_a_missing_name_is_an_error_in_tests() -> None:
    with pytest.raises(MissingName, match="ko: worker/rustler"):
        i18n.name("ko", "worker", "rustler")


def test_a_missing_name_shows_as_its_key_on_a_site(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(names, "strict", False)
    with caplog.at_level(logging.ERROR):
        assert [i18n.name("ko", "worker", "rustler", n=n) for n in (1, 2)] == ["rustler", "rustler"]
    assert [record.getMessage() for record in caplog.records] == ["no name for worker/rustler in ko"]
