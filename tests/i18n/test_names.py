"""Names of things: read strictly, and what is missing is an error here and seen on a site."""

import logging
from pathlib import Path

import pytest
from companion import i18n
from companion.i18n import names
from companion.i18n.names import MissingName, NamesError


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


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        ('[hand]\nnone = "no"\nnone = "nobody"\n', 3, "not readable as TOML: Cannot overwrite a value"),
        ('[hand]\nnone = "no"\n\n[hand]\n', 4, "not readable as TOML: Cannot declare ('hand',) twice"),
        ('[hand]\nnone = "no', 2, "not readable as TOML"),
        ('[hand]\nany = "any"\nnone = 5\n', 3, "hand/none: not a text"),
        ('[hand]\nb.c = "x"\n', 2, "hand/b: not a text; a key with a full stop stands in quotation marks"),
        ('[hand]\n\n[hand.none]\na = "x"\n', 3, "hand/none: not a text"),
        ('[hand]\nnone = ""\n', 2, "hand/none: empty"),
        ('[hand]\nnone = "50 %"\n', 2, "hand/none: a percent sign that begins no %(parameter)s"),
        ('[hand]\nnone = "%(n)"\n', 2, "a percent sign that begins no"),
        ('none = "no"\n', 1, "'none' stands outside of a table"),
        ('[hand]\nnone = "no"\n\n[city]\na = "x"\n', 4, "[city] is in a.toml already"),
    ],
)
def test_what_is_wrong_is_told_with_file_and_line(tmp_path: Path, text: str, line: int, problem: str) -> None:
    (tmp_path / "a.toml").write_text('[city]\nfulton = "Fulton"\n', "utf-8")
    (tmp_path / "b.toml").write_text(text, "utf-8")
    with pytest.raises(NamesError) as error:
        names.read(tmp_path)
    assert str(error.value).startswith(f"{tmp_path / 'b.toml'}:{line}: ")
    assert problem in error.value.problem


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
