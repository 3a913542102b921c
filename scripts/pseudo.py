"""A language that nobody speaks, made of the English texts: longer words with accents, as a new language has them.

    python scripts/pseudo.py FOLDER [CODE]

writes the folder of the language CODE (`eo` unless told otherwise) beside `en` in a content FOLDER. Nothing else is
touched: a language is one folder. `tests/test_new_language.py` runs the app, the search and the layout with it.
"""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path
from typing import Any

import yaml
from babel.messages.pofile import read_po, write_po
from companion.book.examples import load_examples
from companion.book.frontmatter import SECTION_FIELDS, read_front_matter
from companion.book.library import revision

_ACCENTS = str.maketrans("aeiouAEIOU", "áéíóúÁÉÍÓÚ")
_KEPT = re.compile(
    r"\{\{.*?\}\}|\{[#:.].*?\}|%\(\w+(?::[\w-]+)?\)[sd]|%%|\[[^][|]*\|[^][|]*\]|\]\([^)]*\)|<[^>]*>|`[^`]*`|(?<![\w:]):[\w-]+:|&\w+;|https?://\S+"
)
"""Figures, ids, parameters, forms, targets of links, tags, code, symbols: what no translator changes."""


def pseudo(text: str) -> str:
    """A text with accents and more letters, with everything kept that is no word.

    >>> pseudo("Pay **{{fee.green}}** at [the bank](setup/board#bank)")
    'Páay **{{fee.green}}** áat [thée báank](setup/board#bank)'
    """
    told, done = [], 0
    for kept in _KEPT.finditer(text):
        told += [_longer(text[done : kept.start()]), kept[0]]
        done = kept.end()
    return "".join([*told, _longer(text[done:])])


def _longer(text: str) -> str:
    """Every word with its first vowel accented and doubled."""
    return re.sub(r"(?<![^\W\d_])([^\W\d_aeiouAEIOU]*)([aeiouAEIOU])", _doubled, text)


def _doubled(found: re.Match[str]) -> str:
    return f"{found[1]}{found[2].translate(_ACCENTS)}{found[2].lower()}"


def _sections(english: Path, target: Path) -> None:
    examples = load_examples(english, [f"{file.parent.name}/{file.stem}" for file in english.glob("*/*.md")])
    for file in english.glob("*/*.md"):
        _, front, body = file.read_text(encoding="utf-8").split("---\n", 2)
        facts = yaml.safe_load(front)
        words = {key: _words(facts[key], key) for key in ("title", "answer") if key in facts}
        # They stand under ids of headings, whatever these are called.
        if answers := facts.get("answers"):
            words["answers"] = {place: pseudo(answer) for place, answer in answers.items()}
        own = examples.get(f"{file.parent.name}/{file.stem}", ())
        words["translates"] = revision(read_front_matter(file, SECTION_FIELDS), own)
        text = f"---\n{yaml.safe_dump(words, allow_unicode=True, sort_keys=False, width=1000)}---\n{pseudo(body)}"
        _write(target / file.relative_to(english), text)
    for file in english.glob("examples/*.yaml"):
        sections = yaml.safe_load(file.read_text(encoding="utf-8"))
        told = {
            name: [{key: pseudo(one[key]) for key in ("title", "text") if key in one} for one in examples]
            for name, examples in sections.items()
        }
        _write(target / file.relative_to(english), yaml.safe_dump(told, allow_unicode=True, sort_keys=False))


def _tables(english: Path, target: Path) -> None:
    """The other texts: what is a word in them is said by the key that it stands under."""
    for file in [*english.glob("*.yaml"), *english.glob("asked/*.yaml")]:
        told = _words(yaml.safe_load(file.read_text(encoding="utf-8")), file.stem)
        _write(
            target / file.relative_to(english), yaml.safe_dump(told, allow_unicode=True, sort_keys=False, width=1000)
        )


def _quoted(name: str | dict[str, str]) -> str:
    """A name as TOML has it: a text, or a table of forms."""
    if isinstance(name, dict):
        return f"{{{', '.join(f'{form} = {_quoted(text)}' for form, text in name.items())}}}"
    return f'"{pseudo(name).translate(_ESCAPED)}"'


_FACTS = {"id", "section", "symbol", "layer", "order"}
"""Keys of facts, which stand in the English files only, but for the id that says what the words are for."""


def _words(value: Any, key: str) -> Any:
    if isinstance(value, dict):
        return {name: _words(inner, name) for name, inner in value.items() if name == "id" or name not in _FACTS}
    if isinstance(value, list):
        return [_words(inner, key) for inner in value]
    return value if key == "id" or not isinstance(value, str) else pseudo(value)


def _names(english: Path, target: Path) -> None:
    for file in english.glob("names/*.toml"):
        lines = []
        for context, names in tomllib.loads(file.read_text(encoding="utf-8")).items():
            lines.append(f"[{context}]")
            lines += [f'"{key}" = {_quoted(name)}' for key, name in names.items()]
        _write(target / "names" / file.name, "\n".join(lines) + "\n")


_ESCAPED = str.maketrans({"\\": "\\\\", '"': '\\"', "\n": "\\n"})


def _messages(folder: Path, target: Path, code: str) -> None:
    """The messages of the pages, as another language's catalogue lists them."""
    with next(folder.glob("*/messages.po")).open("rb") as file:
        catalog = read_po(file, locale=code)
    catalog.locale = code
    for message in catalog:
        if message.id:
            texts = message.id if isinstance(message.id, tuple) else (message.id,)
            told = tuple(pseudo(text) for text in texts)
            message.string = told if len(told) > 1 else told[0]
    with (target / "messages.po").open("wb") as file:
        write_po(file, catalog, width=118)


def _write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


def make(folder: Path, code: str = "eo") -> None:
    """Write the folder of the language into a content folder."""
    english, target = folder / "en", folder / code
    _sections(english, target)
    _tables(english, target)
    _names(english, target)
    _messages(folder, target, code)


if __name__ == "__main__":
    make(Path(sys.argv[1]), *sys.argv[2:3])
