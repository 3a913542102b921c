"""Bring the message catalogues up to date, or say what is wrong with them.

python scripts/messages.py            collect all messages and put the new ones into every catalogue
python scripts/messages.py --check    tell what is missing, left over or has other parameters; exit 1 if anything
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import write_po
from companion import i18n
from companion.web.vocabulary import names

ROOT = Path(__file__).resolve().parent.parent
METHODS = [("companion/**.py", "python"), ("templates/**.html", "jinja2.ext:babel_extract")]
KEYWORDS = {
    "_": None,
    "gettext": None,
    "lazy_gettext": None,
    "ngettext": (1, 2),
}
PARAMETER = re.compile(r"%\((\w+)\)[sd]")


def collect() -> Catalog:
    """All messages: the sentences of pages and code, and the names of things."""
    catalog = Catalog(project="Trail Notebook", charset="utf-8")
    found = extract_from_dir(ROOT, METHODS, {"templates/**.html": {"silent": "false"}}, KEYWORDS)
    for file, _line, message, comments, context in found:
        catalog.add(message, None, [(file, None)], auto_comments=comments, context=context)
    for context, key, params, whole in names():
        comment = [f"{'uses' if whole else 'may use'} {', '.join(sorted(params))}"] if params else []
        catalog.add(key, None, auto_comments=comment, context=context)
    return catalog


def update() -> None:
    """Write every catalogue anew with all messages, keeping the translations that are there."""
    template = collect()
    for language in i18n.languages() or {"en": "", "ko": ""}:
        catalog = i18n.read_catalog(language)
        catalog.update(template, no_fuzzy_matching=True)
        catalog.obsolete.clear()
        catalog.fuzzy = False
        with i18n.po_file(language).open("wb") as file:
            write_po(file, catalog, width=118, sort_output=True, omit_header=False, include_lineno=False)


def problems() -> Iterator[str]:
    """Everything that is wrong with the catalogues."""
    template = collect()
    wanted = {(message.context, message.id): message for message in template if message.id}
    params = {(context, key): (told, whole) for context, key, told, whole in names()}
    for language in i18n.languages():
        catalog = i18n.read_catalog(language)
        there = {(message.context, message.id): message for message in catalog if message.id}
        for context, key in sorted(set(there) - set(wanted), key=str):
            yield f"{language}: {context or ''}/{key}: nothing uses this message"
        for context, key in sorted(set(wanted) - set(there), key=str):
            yield f"{language}: {context or ''}/{key}: missing (run make messages)"
        for name in sorted(set(wanted) & set(there), key=str):
            yield from problems_of(language, there[name], params.get(name))


def problems_of(language: str, message: Message, params: tuple[frozenset[str], bool] | None) -> Iterator[str]:
    """What is wrong with one message."""
    texts = message.string if isinstance(message.string, (list, tuple)) else [message.string]
    name = f"{language}: {message.context or ''}/{message.id}"
    if message.context is None and language == i18n.DEFAULT_LANGUAGE:
        return  # The message itself is the text.
    if not all(texts):
        yield f"{name}: not translated"
        return
    if message.fuzzy:
        yield f"{name}: marked as fuzzy"
    ids = message.id if isinstance(message.id, (list, tuple)) else [message.id]
    allowed, whole = params or (frozenset(PARAMETER.findall(ids[-1])), True)
    for text in texts:
        used = set(PARAMETER.findall(str(text)))
        # A plural form may leave out its number, as in "one thing".
        if used - allowed or (whole and allowed - used - ({"num"} if len(ids) > 1 else set())):
            yield f"{name}: uses {sorted(used)} of {sorted(allowed)}"


if __name__ == "__main__":
    if "--check" in sys.argv:
        wrong = list(problems())
        print("\n".join(wrong) or "every message is there in every language")
        sys.exit(1 if wrong else 0)
    update()
