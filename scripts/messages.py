"""Bring the messages of the pages up to date in every language, or say what is wrong with messages and names.

python scripts/messages.py            collect all messages and put the new ones into every catalogue
python scripts/messages.py --check    tell what is missing, left over or has other parameters; exit 1 if anything

Messages are English in the code, and have a catalogue in every other language. Names of things are not collected:
people write them (`content/<lang>/names/`), in every language those that English has.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import write_po
from companion import i18n
from companion.i18n.names import Key, parameters, where

ROOT = Path(__file__).resolve().parent.parent
METHODS = [("companion/**.py", "python"), ("templates/**.html", "jinja2.ext:babel_extract")]
KEYWORDS = {
    "_": None,
    "gettext": None,
    "lazy_gettext": None,
    "ngettext": (1, 2),
    "counting": (1, 2),
}


def collect() -> Catalog:
    """All messages of pages and code."""
    catalog = Catalog(project="Trail Notebook", charset="utf-8")
    found = extract_from_dir(ROOT, METHODS, {"templates/**.html": {"silent": "false"}}, KEYWORDS)
    for file, _line, message, comments, context in found:
        catalog.add(message, None, [(file, None)], auto_comments=comments, context=context)
    return catalog


def translated() -> list[str]:
    """The languages that have a catalogue: all but that of the code."""
    return [language for language in i18n.languages() if language != i18n.DEFAULT_LANGUAGE]


def update() -> None:
    """Write every catalogue anew with all messages, keeping the translations that are there."""
    template = collect()
    for language in translated():
        catalog = i18n.read_catalog(language)
        catalog.update(template, no_fuzzy_matching=True)
        catalog.obsolete.clear()
        catalog.fuzzy = False
        written = io.BytesIO()
        write_po(written, catalog, width=118, sort_output=True, omit_header=False, include_lineno=False)
        # When it was collected says nothing that the history does not, and makes a conflict of every merge.
        lines = written.getvalue().splitlines(keepends=True)
        i18n.po_file(language).write_bytes(b"".join(line for line in lines if b"POT-Creation-Date" not in line))


def problems() -> Iterator[str]:
    """Everything that is wrong with messages and names."""
    wanted = {(message.context, message.id): message for message in collect() if message.id}
    names = i18n.all_names(i18n.DEFAULT_LANGUAGE)
    for language in translated():
        there = {(message.context, message.id): message for message in i18n.read_catalog(language) if message.id}
        for _, text in sorted(set(there) - set(wanted), key=str):
            yield f"{language}: {text}: nothing uses this message"
        for _, text in sorted(set(wanted) - set(there), key=str):
            yield f"{language}: {text}: missing (run make messages)"
        for key in sorted(set(wanted) & set(there), key=str):
            yield from problems_of(language, there[key])
        yield from problems_of_names(language, names, i18n.all_names(language))


def problems_of(language: str, message: Message) -> Iterator[str]:
    """What is wrong with one message."""
    texts = message.string if isinstance(message.string, (list, tuple)) else [message.string]
    ids = message.id if isinstance(message.id, (list, tuple)) else [message.id]
    name = f"{language}: {message.id}"
    if not all(texts):
        yield f"{name}: not translated"
        return
    if message.fuzzy:
        yield f"{name}: marked as fuzzy"
    wanted = parameters(ids[-1])
    for text in texts:
        used = parameters(str(text))
        # A plural form may leave out its number, as in "one thing".
        if used - wanted or wanted - used - ({"num"} if len(ids) > 1 else set()):
            yield f"{name}: uses {sorted(used)} of {sorted(wanted)}"


def problems_of_names(language: str, names: Mapping[Key, str], there: Mapping[Key, str]) -> Iterator[str]:
    """Where the names of a language, those that are `there`, are others than the English `names`."""
    folder = i18n.names_folder(language)
    for context, key in sorted(there.keys() - names.keys()):
        yield f"{where(folder, context, key)}: no such name in English: {context}/{key}"
    for context, key in sorted(names.keys() - there.keys()):
        yield f"{language}: {context}/{key}: no such name; English has it in {where(_english(), context, key)}"
    for name in sorted(names.keys() & there.keys()):
        used, wanted = parameters(there[name]), parameters(names[name])
        if used != wanted:
            yield f"{where(folder, *name)}: {'/'.join(name)} uses {sorted(used)}, in English {sorted(wanted)}"


def _english() -> Path:
    return i18n.names_folder(i18n.DEFAULT_LANGUAGE)


if __name__ == "__main__":
    if "--check" in sys.argv:
        wrong = list(problems())
        print("\n".join(wrong) or "every message and every name is there in every language")
        sys.exit(1 if wrong else 0)
    update()
