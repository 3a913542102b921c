"""Every name is asked for, with the values that its text says: what nobody asks for is left over or misspelt."""

import json
import subprocess
import sys

import pytest
from companion import i18n
from companion.i18n.names import parameters

from tests.conftest import LANGUAGES, ROOT

NOT_ASKED = {("verdict", "no-options"): "an example of the rules that finds nothing; today each finds something"}
"""Names that the walk of `tests.i18n.asking` cannot meet, and why they are there."""

NOT_ALL_TOLD = {"aid-figure", "place", "question", "question-of", "question-mine", "action", "station-master"}
"""Contexts whose names are all given the same values, though not every text says all of them."""

NOT_TOLD = {("reason", "places")}
"""Values that stand beside most sentences."""


@pytest.mark.thorough
def test_every_name_is_asked_for_with_the_values_that_it_says() -> None:
    walk = subprocess.run([sys.executable, "-m", "tests.i18n.asking"], cwd=ROOT, capture_output=True, text=True)
    assert walk.returncode == 0, walk.stderr
    asked = {(context, key): set(params) for context, key, params in json.loads(walk.stdout)}
    for language in LANGUAGES:
        # What people say is read as a whole, and has a test of its own.
        names = {name: text for name, text in i18n.all_names(language).items() if name[0] != "said"}
        assert names.keys() - asked.keys() == NOT_ASKED.keys()
        told = {}
        for name, params in asked.items():
            used = parameters(names[name])
            told[name] = used, {param for param in params if param in used or (name[0], param) not in NOT_TOLD}
        assert {
            name: f"says {sorted(used)}, is given {sorted(given)}"
            for name, (used, given) in told.items()
            if not (used <= given if name[0] in NOT_ALL_TOLD else used == given)
        } == {}
