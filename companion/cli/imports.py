"""The command that reads rulebooks of one's own into the instance folder."""

from __future__ import annotations

import re
import sys
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import click

from companion.book.fields import ContentError
from companion.book.library import REFERENCE_LANGUAGE
from companion.book.sections import link_problem
from companion.cli import setting_options
from companion.imported.reading import ENDINGS, LANGUAGE, Draft, read
from companion.imported.shelf import MAX_RULEBOOKS, NAME, PAIRS, Rulebook, Shelf, pairs, read_pairs
from companion.reference.library import load
from companion.settings import Configuration


@click.command("import")
@click.argument("files", nargs=-1, metavar="FILE|FOLDER...")
@click.option("--name", metavar="NAME", help="Make one rulebook of this name of all files; otherwise one of each file.")
@click.option("--language", metavar="CODE", help="Its language, such as ko or pt-BR; otherwise it is recognised.")
@click.option("--dry-run", is_flag=True, help="Only list sections and what is not understood.")
@click.option("--share", is_flag=True, help="Let everybody who reaches this server read it: files, or a name.")
@click.option("--private", is_flag=True, help="Let nobody but this machine read it: a name. That is the default.")
@click.option("--remove", metavar="NAME", multiple=True, help="Let go of an imported rulebook.")
@click.option("--list", "listed", is_flag=True, help="List what is imported, as the command without arguments does.")
@setting_options("INSTANCE", all_needed=False)
def import_(
    settings: Configuration,
    files: tuple[str, ...],
    name: str | None,
    language: str | None,
    dry_run: bool,
    share: bool,
    private: bool,
    remove: tuple[str, ...],
    listed: bool,
) -> None:
    """Import rulebooks and player aids of your own: Markdown, text with bullets, YAML.

    They are shown beside the rules of this app, to requests from this machine only, unless they are shared.
    """
    if (share and private) or ((listed or remove) and (files or name)) or (remove and (dry_run or listed)):
        raise click.UsageError("these options contradict each other")
    if language and not LANGUAGE.fullmatch(language):
        raise click.BadParameter(f"{language!r} is no code of a language, such as ko or pt-BR", param_hint="--language")
    shelf = Shelf(settings["INSTANCE"])
    try:
        if remove:
            _remove(shelf, remove)
        elif not files:
            _list(shelf)
        else:
            imported = shelf.rulebooks()
            named = [file for file in files if (share or private) and file in imported]
            drafts = [read(file, language or "") for file in _expanded(file for file in files if file not in named)]
            books = [*(imported[one] for one in named), *_books(drafts, name, imported)]
            books = [replace(book, shared=share) if share or private else book for book in books]
            for draft in drafts:
                _tell(
                    draft, next(book for book in books if book.name in (name, _name(draft.file))) if dry_run else None
                )
            for book in () if dry_run else books:
                shelf.write(book)
            for book in books:
                click.echo(f"{_summary(book)}, {'would be' if dry_run else 'is'} kept in {shelf.folder}")
    except ContentError as error:
        click.echo(f"Error: {error}", err=True)
        sys.exit(2)
    except OSError as error:
        click.echo(f"Error: {error.filename}: {error.strerror}", err=True)
        sys.exit(2)


def _expanded(files: Iterable[str]) -> Iterator[Path]:
    """The files, and those of folders that can be read. Raises ContentError."""
    for file in map(Path, files):
        if not file.is_dir():
            yield file
            continue
        inside = [one for one in sorted(file.iterdir()) if one.suffix.lower() in ENDINGS and one.is_file()]
        if not inside:
            raise ContentError(file, 1, f"no file in this folder ends in one of {', '.join(ENDINGS)}")
        yield from inside


def _name(file: Path) -> str:
    return re.sub(r"[^\w-]+", "-", unicodedata.normalize("NFC", file.stem)).strip("-_").lower()[:60].strip("-_")


def _books(drafts: Sequence[Draft], name: str | None, imported: Mapping[str, Rulebook]) -> Iterator[Rulebook]:
    """What is to be kept of files. Raises ContentError."""
    groups: dict[str, list[Draft]] = {}
    for draft in drafts:
        same = groups.setdefault(name or _name(draft.file), [])
        if same and not name:
            problem = f"{same[0].file} would have the same name: make one rulebook of both with --name"
            raise ContentError(draft.file, 1, problem)
        same.append(draft)
    if len({*imported, *groups}) > MAX_RULEBOOKS:
        raise ContentError(drafts[0].file, 1, f"there would be more than {MAX_RULEBOOKS} rulebooks: --remove one first")
    for own, parts in groups.items():
        whole = _joined(parts) if parts[1:] else parts[0]
        if not NAME.fullmatch(own):
            raise ContentError(whole.file, 1, f"{own!r} is no name: give --name with letters, digits, - and _")
        shared = own in imported and imported[own].shared
        book = Rulebook(own, whole.title, whole.language, shared, tuple(whole.sections), {})
        ours = load().indexes
        index = ours[book.language if book.language in ours else REFERENCE_LANGUAGE]
        yield replace(book, pairs=pairs(book.by_id, index))


def _joined(drafts: Sequence[Draft]) -> Draft:
    """The files as one. Raises ContentError."""
    first = drafts[0]
    whole = Draft(first.file, first.title, first.language)
    for draft in drafts:
        if draft.language != first.language:
            problem = f"it is in {draft.language!r}, {first.file} in {first.language!r}: say which with --language"
            raise ContentError(draft.file, 1, problem)
        for section in draft.sections:
            whole.add(section.title, section.level, section.line, section.text, section.id)
    return whole


def _tell(draft: Draft, book: Rulebook | None) -> None:
    """Say what was read of a file; with all sections and what they are paired with for a `book` that is to be seen."""
    count = sum(bool(section.text) for section in draft.sections)
    click.echo(f"{draft.file}: {count} sections, language {draft.language} ({draft.language_from})")
    for section in draft.sections if book else ():
        pair = f" = {book.pairs[section.id]}" if book and section.id in book.pairs else ""
        click.echo(f"{section.line:6}  {'  ' * (section.level - 1)}{section.title}  [{section.id}]{pair}")
    for line, remark in draft.remarks:
        click.echo(f"{draft.file}:{line}: {remark}", err=True)


def _summary(book: Rulebook) -> str:
    who = "everybody who reaches the server" if book.shared else "this machine only"
    return f"{book.name}: {book.title!r}, {len(book.by_id)} sections, {len(book.pairs)} beside ours, for {who}"


def _list(shelf: Shelf) -> None:
    """Say what is imported, and what is wrong with the pairs that were put right. Raises ContentError."""
    imported = shelf.rulebooks()
    for book in imported.values():
        click.echo(_summary(book))
    for file in sorted(shelf.folder.glob("*.json")):
        if file.stem not in imported:
            click.echo(f"{file}: this is no rulebook that was imported: it is skipped", err=True)
    if not imported:
        click.echo(f"Nothing is imported in {shelf.folder}. `companion import FILE` imports a rulebook.", err=True)
    file = shelf.folder / PAIRS
    lines = file.read_text(encoding="utf-8").split("\n") if (put_right := read_pairs(file)) else []
    for name, entries in put_right.items():
        for own, ours in {"": "", **entries}.items():
            line = next((number for number, line in enumerate(lines, 1) if (own or name) in line), 1)
            if name not in imported:
                raise ContentError(file, line, f"there is no rulebook {name!r}")
            if own and own not in imported[name].by_id:
                raise ContentError(file, line, f"{name!r} has no section {own!r}: --dry-run lists them")
            if ours and link_problem(load().books[REFERENCE_LANGUAGE], ours):
                raise ContentError(file, line, f"there is no section {ours!r} among our rules")


def _remove(shelf: Shelf, names: Sequence[str]) -> None:
    files = [shelf.folder / f"{name}.json" for name in names]
    for name, file in zip(names, files, strict=True):
        if not NAME.fullmatch(name) or not file.is_file():
            raise ContentError(file, 1, f"there is no rulebook {name!r}: --list tells which there are")
    for file in files:
        file.unlink()
        click.echo(f"{file.stem} is gone.")
