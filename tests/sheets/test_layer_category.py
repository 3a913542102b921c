"""A layer brings a category of the final scoring of its own: nothing outside its folder but words knows of it."""

from pathlib import Path

import pytest

from tests.commands import python
from tests.conftest import LANGUAGES, ROOT

LAYER = """
from companion.engine.core.category import Category, ScoringPiece
from companion.engine.core.layer import Layer
from companion.engine.core.reasons import Spec
from companion.engine.scoring.lines import LINES

LINES["prize"] = Spec({"have": "number"}, "scoring/overview")


class PrizesCategory(Category):
    id, keys = "prizes", ("exchange_tokens",)

    def pieces(self, catalog):
        yield ScoringPiece("token", 9, symbol="exchange-token")

    def lines(self, tally):
        if tally.has("exchange_tokens") and tally.player.exchange_tokens:
            have = tally.player.exchange_tokens
            yield tally.line("prize", have * tally.pays, have=have)

    def reach(self, catalog):
        return frozenset(range(0, 19, 2))


class CountyFair(Layer):
    categories = (PrizesCategory,)


LAYER = CountyFair
"""
FILES = {
    "__init__.py": LAYER,
    "layer.toml": 'id = "county-fair"\nextends = "second-edition"\nscores_only = true\n',
    "scoring.toml": "[add.categories.prizes]\nnumber = 12\nvp = 2\neach = 1\n",
}
WORDS = {
    "[category]": 'prizes = "Prizes of the fair"',
    "[count-hint]": 'prizes = "How many prizes have you won?"',
    "[counted-thing]": 'prizes = "Prizes"',
    "[score-line]": 'prize = "%(have)s prizes"',
}

WITHOUT_PAGES = """
from companion import engine
from companion.sheets import counting, pieces
from companion.web.score.transfer import columns
from tests.sheets.test_pieces import sheet

rules = engine.load_ruleset(2, None, ("county-fair",))
position = engine.Position(players={"blue": engine.Player(exchange_tokens=3)})
score = engine.score(rules, position)["blue"]
assert score.categories["prizes"] == 6 and [line.code for line in score.lines] == ["prize"], score
assert max(engine.reachable(2, ("county-fair",))["prizes"]) == 18
assert [r.code for r in engine.entry_reasons(rules, {"Ana": {"prizes": 5}})] == ["points-not-made"]
assert "prizes" in columns()
entered = sheet({"depth.prizes": "things", "things.prizes.token": "4"}, variants=("county-fair",))
assert counting.counts(entered)[1, "prizes"].points == 8
"""
PAGES = """
import csv, io
from companion.app import create_app
from companion.sheets import counting, pieces
from companion.sheets.states import Name
from companion.storage.sheets import Sheets
from companion.web import database

app = create_app({"TESTING": True, "WTF_CSRF_ENABLED": False})
client, sheets = app.test_client(), Sheets(database.opened(app))
key = str(sheets.create([Name("Ana", "blue"), Name("Ben", "red")], 2, ["county-fair"]).edit_key)
for language in LANGUAGES:
    page = client.get(f"/{language}/score/{key}/1/prizes")
    assert page.status_code == 200 and "Prizes of the fair" in page.text, (language, page.status_code)
client.post(f"/en/score/{key}/1/prizes", data={"do": "write|things.prizes.token||4"})
assert counting.counts(sheets.read(key))[1, "prizes"].points == 8
assert "4 prizes" in client.get(f"/en/score/{key}/1/prizes").text
assert "Prizes of the fair" in client.get(f"/en/score/{key}").text
client.post(f"/en/score/{key}/finish", data={"sure": "1"})
table = client.get(f"/en/score/{key}/game.csv")
rows = list(csv.DictReader(io.StringIO(table.text.lstrip("\\ufeff"))))
assert [row["prizes"] for row in rows] == ["8", ""], (table.status_code, rows)
"""


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source tree with a layer more, and its words."""
    tree = tmp_path_factory.mktemp("tree")
    layer = linked(ROOT, tree, "companion", "engine", "layers") / "county_fair"
    layer.mkdir()
    for name, text in FILES.items():
        (layer / name).write_text(text, encoding="utf-8")
    for language in LANGUAGES:
        names = linked(ROOT, tree, "content", language, "names") / "scores.toml"
        text = names.read_text(encoding="utf-8")
        for table, line in WORDS.items():
            assert table in text
            text = text.replace(table, f"{table}\n{line}", 1)
        names.unlink()
        names.write_text(text, encoding="utf-8")
    return tree


def test_score_reach_sheet_and_columns(tree: Path) -> None:
    python("-c", WITHOUT_PAGES, tree=tree)


@pytest.mark.thorough
def test_pages_files_and_words(tree: Path) -> None:
    """In the long run: all texts are rendered anew for it."""
    python("-c", PAGES.replace("LANGUAGES", repr(LANGUAGES)), tree=tree)


def linked(source: Path, target: Path, *parts: str) -> Path:
    """The folder of a tree that is `source` but for this folder, of which the entries are links of their own."""
    target.mkdir(exist_ok=True)
    for entry in source.iterdir():
        apart = target / entry.name
        if (
            entry.name not in (*parts[:1], ".git", ".venv", "__made__", "instance", "__pycache__")
            and not apart.exists()
        ):
            apart.symlink_to(entry)
    if not parts:
        return target
    if (target / parts[0]).is_symlink():
        (target / parts[0]).unlink()
    return linked(source / parts[0], target / parts[0], *parts[1:])
