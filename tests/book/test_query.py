"""Operators of a query."""

from companion.book.search.words import Query, read_query

from tests.conftest import every

READ = [
    ("step limit", Query("step limit")),
    ('"step limit" hand', Query("hand", phrases=("step limit",))),
    ("“step limit”", Query("", phrases=("step limit",))),
    ("fee -hazard", Query("fee", without=("hazard",))),
    ('fee -"black hand"', Query("fee", without=("black hand",))),
    ("where:b fee", Query("fee", fields=(("where", "b"),))),
    ("WHERE:B", Query("", fields=(("where", "b"),))),
    # What is no operator is words.
    ("where:x fee", Query("where x fee")),
    ("who:b", Query("who b")),
    ("where: b", Query("where: b")),
    ('"', Query('"')),
    ('"" fee', Query('"" fee')),
    ('"step limit', Query('"step limit')),
    ("-", Query("-")),
    ("set-up", Query("set-up")),
    ("", Query("")),
]


@every(("text", "query"), READ)
def test_read(text: str, query: Query) -> None:
    assert read_query(text, lambda field, value: (field, value) == ("where", "b")) == query


TABLES = [
    ("fees 3p", 3),
    ("fees for 4 players", 4),
    ("통행료 2인", 2),
    ("Gebühr 3 Spieler", 3),
    ("Markt zu zweit am Anfang", 2),
    ("Markt zu dritt", 3),
    ("zu viert", 4),
    ("zu vierten", 0),
    ("péage 2 joueurs", 2),
    ("le marché à trois", 3),
    ("avancer à deux cases", 0),
    ("peaje 4 jugadores", 4),
    ("mercado a cuatro", 4),
    ("3 steps", 0),
    ("5 players", 0),
]


@every(("text", "players"), TABLES)
def test_the_number_of_players_is_named(text: str, players: int) -> None:
    assert read_query(text).players == players
