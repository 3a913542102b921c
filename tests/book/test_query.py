"""Operators of a query."""

import pytest
from companion.book.search.words import Query, read_query

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


@pytest.mark.parametrize(("text", "query"), READ)
def test_read(text: str, query: Query) -> None:
    assert read_query(text, lambda field, value: (field, value) == ("where", "b")) == query
