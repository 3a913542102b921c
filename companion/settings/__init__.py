"""What whoever runs the app may set: each setting is described once, and all are read at once.

Options of commands, variables of the environment, the table of `docs/deploy.md` and what `companion settings` prints
are views of this list.
"""

from __future__ import annotations

import contextlib
import difflib
import os
import re
import secrets
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from companion.settings import allowed
from companion.settings.allowed import Allowed
from companion.sheets.games import Ages

_PREFIX = "COMPANION_"
_MAX_DAYS = 100_000
_KEY_FILE = "secret-key"
_RULES_FILE = "house.toml"
_ELSEWHERE = {"COMPANION_OPTIONS": "give each option as a setting of its own, such as COMPANION_PROXY"}
"""What is set no more, and what to do in its place."""


class Mistaken(ValueError):
    """Some settings cannot be used; `lines` has one about each, with its name and what it may be."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__("\n".join(lines))
        self.lines = lines


@dataclass(frozen=True)
class Setting:
    """A setting by its name in the configuration of the app."""

    name: str
    allowed: Allowed
    default: Any
    """The value, or what works it and its source out from the settings before."""
    meaning: str
    default_told: str = ""
    option: bool = True
    """Whether commands have an option for it: those of other users can be seen on a machine."""
    hidden: Callable[[str], str] = str
    """What of its value may be shown."""
    variables: tuple[str, ...] = ()
    """Other variables that set it, after its own."""

    @property
    def variable(self) -> str:
        """What sets it in the environment."""
        return f"{_PREFIX}{self.name}"

    @property
    def switch(self) -> str:
        """What sets it in a command."""
        return f"--{self.name.lower().replace('_', '-')}"

    @property
    def usual(self) -> str:
        """What holds where nothing is set."""
        return self.default_told or shown(self.default)


class Chosen(NamedTuple):
    """A setting with what is in force, and where that was set: an option, a variable, "default" or a file."""

    setting: Setting
    value: Any
    source: str

    @property
    def shown(self) -> str:
        """The value as anybody may see it."""
        return self.setting.usual if self.value is None else self.setting.hidden(shown(self.value))


class Configuration(Mapping[str, Any]):
    """What is in force, by name."""

    def __init__(self, values: Mapping[str, Chosen]) -> None:
        self.chosen = values

    def __getitem__(self, name: str) -> Any:
        return self.chosen[name].value

    def __iter__(self) -> Iterator[str]:
        return iter(self.chosen)

    def __len__(self) -> int:
        return len(self.chosen)


def without_password(address: str) -> str:
    """The address of a database as anybody may see it."""
    # As the library takes it apart: a password may hold any sign but @.
    with_password = re.match(r"([^/]*//[^:@/]*):[^@]*@", address)
    server, mark, options = address[with_password.end() if with_password else 0 :].partition("?")
    if with_password:
        server = f"{with_password[1]}:***@{server.rpartition('@')[2]}"
    return server + mark + re.sub(r"(password=)[^&]*", r"\1***", options)


def shown(value: Any) -> str:
    """A value as its text would be written."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ",".join(value) if isinstance(value, list) else "" if value is None else str(value)


def _instance(_known: Mapping[str, Chosen]) -> tuple[Path, str]:
    # Imported here because whoever names a folder need not ask.
    from flask import Flask

    return Path(Flask("companion", static_folder=None).instance_path), "default"


def _own_database(settings: Mapping[str, Chosen]) -> tuple[str, str]:
    return f"sqlite:///{settings['INSTANCE'].value / 'companion.db'}", "default"


def _own_key(settings: Mapping[str, Chosen]) -> tuple[str | None, str]:
    """The key in the file, None before it is made. Raises Mistaken."""
    file = settings["INSTANCE"].value / _KEY_FILE
    try:
        return allowed.key(file.read_text(encoding="ascii")), str(file)
    except FileNotFoundError:
        return None, str(file)
    except OSError as error:
        what, advice = f"cannot be read ({error.strerror})", "give it to the user that runs the app, with mode 600"
    except ValueError:
        what = "is empty, cut short or no text"
        advice = "put it back from a copy; without one delete it, and devices lose their history"
    raise Mistaken([f"{file} {what}: {advice}"])


def _own_rules(settings: Mapping[str, Chosen]) -> tuple[Any, str]:
    file = settings["INSTANCE"].value / _RULES_FILE
    try:
        return (_rules(str(file)) if file.exists() else None), str(file)
    except Mistaken:
        raise
    except OSError as error:
        advice = "give it to the user that runs the app, or run this as that user"
        raise Mistaken([f"{file} cannot be read ({error.strerror}): {advice}"]) from error
    except ValueError as error:
        raise Mistaken([str(error)]) from error


def _rules(name: str) -> Any:
    """The house rules in a file. Raises Mistaken, with the line of each that cannot be; ValueError
    where there is no such file."""
    # Imported here because few commands need the engine.
    from companion.house_rules import WrongRules, read_rules
    from companion.paths import folder

    texts = folder("content") / "en"
    sections = [file.relative_to(texts).with_suffix("").as_posix() for file in texts.rglob("*.md")]
    try:
        return read_rules(Path(name).read_text(encoding="utf-8"), "en", sections)
    except OSError as error:
        raise ValueError(f"{name} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise Mistaken([f"{name} is no text in UTF-8: save it as one"]) from error
    except WrongRules as error:
        raise Mistaken([f"{name}, line {one.line}: {one.message}" for one in error.problems]) from error


ALL = (
    Setting("INSTANCE", Allowed("a folder", allowed.folder), _instance,
            "Folder for the database and the secret key.", "instance, beside the source"),
    Setting("DATABASE_URL", Allowed("sqlite:////a/file or postgresql://user:password@host/name", allowed.database),
            _own_database,
            "Where everything that is stored goes.", "SQLite in companion.db of that folder",
            hidden=without_password, variables=("DATABASE_URL",)),
    Setting("SECRET_KEY", Allowed(f"at least {allowed.MIN_KEY_LETTERS} random letters", allowed.key), _own_key,
            "Signs what devices remember. Whoever has it can sign too; lose it, and devices lose their history.",
            f"made at the first start, in {_KEY_FILE} of that folder", option=False, hidden=lambda _: "(hidden)"),
    Setting("TRUSTED_HOSTS",
            Allowed("names without scheme and port, with commas between; .example for all below", allowed.names), None,
            "Names that the app answers for; others get 400.", "any name"),
    Setting("HOST", Allowed("an address or a name of this machine", allowed.host), "127.0.0.1",
            "Where the app listens; 0.0.0.0 lets phones on this network in."),
    Setting("PORT", allowed.number(0, 65535), 8000, "Port at which it listens; 0 takes any that is free."),
    Setting("HTTPS", Allowed("yes or no", allowed.yes_or_no), False,
            "Whether it stands behind a proxy that speaks HTTPS for it."),
    Setting("PROXY", Allowed("the IP address of one machine: no name, no network", allowed.address), "127.0.0.1",
            "With HTTPS: address of that proxy, the only one that is believed about visitors."),
    Setting("METRICS", allowed.number(1, 65535), None,
            "Port at which Prometheus, on this machine only, finds figures: http://127.0.0.1:PORT/metrics.", "none"),
    Setting("LOG_FORMAT", Allowed(" or ".join(allowed.LOG_FORMATS), allowed.log_format), None,
            "Lines for people, or for programs one JSON object a line.", "text on a terminal, json elsewhere"),
    Setting("EMPTY_DAYS", allowed.number(0, _MAX_DAYS), Ages.empty,
            "Age in days at which sheets go on which nothing was entered; 0: never."),
    Setting("FORGOTTEN_DAYS", allowed.number(0, _MAX_DAYS), Ages.forgotten,
            "Age in days at which sheets go that are in no history and no group; 0: never."),
    Setting("HOUSE_RULES", Allowed("a file as a table passes its house rules on", _rules), _own_rules,
            "House rules of tables that have none of their own.", f"{_RULES_FILE} of that folder, if it is there"),
    Setting("RATELIMIT_ENABLED", Allowed("yes or no", allowed.yes_or_no), True,
            "Whether it is counted how often an address asks. Only measurements say no.", option=False),
)  # fmt: skip
"""A setting may refer to those before it."""
BY_NAME = {setting.name: setting for setting in ALL}


def read(given: Mapping[str, Any] | None = None, only: tuple[str, ...] | None = None) -> Configuration:
    """What is in force: what is `given` by name, else what the environment says, else the default.

    `only` is for commands that need few settings and are to work whatever the others are. Raises Mistaken.
    """
    values: dict[str, Chosen] = {}
    mistakes = [] if only else [*_unknown()]
    for setting in ALL:
        if only and setting.name not in only:
            continue
        source, text = _text(setting, given or {})
        try:
            if text is not None:
                values[setting.name] = Chosen(setting, setting.allowed.read(text), source)
            elif callable(setting.default):
                values[setting.name] = Chosen(setting, *setting.default(values))
            else:
                values[setting.name] = Chosen(setting, setting.default, "default")
        except Mistaken as error:
            mistakes += error.lines
        except ValueError:
            told = (
                "empty"
                if not text
                else "too short"
                if setting.allowed.read is allowed.key
                else f'"{setting.hidden(text)}"'
            )
            mistakes.append(f"{source} is {told}: give {setting.allowed.values}")
        except KeyError:
            # What it depends on is a mistake already.
            continue
    if mistakes:
        raise Mistaken(mistakes)
    return Configuration(values)


def _text(setting: Setting, given: Mapping[str, Any]) -> tuple[str, str | None]:
    """Where a setting is set, and to what; None where it is not."""
    if given.get(setting.name) is not None:
        return setting.switch if setting.option else setting.name, shown(given[setting.name])
    for variable in (setting.variable, *setting.variables):
        if variable in os.environ:
            return variable, os.environ[variable]
    return "default", None


def _unknown() -> Iterator[str]:
    names = {setting.variable for setting in ALL}
    for name in sorted(os.environ):
        if name.startswith(_PREFIX) and name not in names:
            near = difflib.get_close_matches(name, names, 1)
            advice = _ELSEWHERE.get(name) or (
                f"do you mean {near[0]}?" if near else "`companion settings` lists them all"
            )
            yield f"{name} is no setting: {advice}"


def secret_key(settings: Configuration) -> str:
    """The key that signs cookies: where none is set, made once, in a file that its owner only may read."""
    if settings["SECRET_KEY"]:
        return str(settings["SECRET_KEY"])
    file: Path = settings["INSTANCE"] / _KEY_FILE
    try:
        _write_key(file)
    except OSError as error:
        raise OSError(f"{file} cannot be written: {error.strerror}") from error
    return file.read_text(encoding="ascii")


def _write_key(file: Path) -> None:
    # Written aside and then linked: another process sees a whole key or none, also after a power cut.
    with tempfile.NamedTemporaryFile("w", dir=file.parent, encoding="ascii") as draft:
        draft.write(secrets.token_urlsafe(48))
        draft.flush()
        os.fsync(draft.fileno())
        with contextlib.suppress(FileExistsError):
            os.link(draft.name, file)
    folder = os.open(file.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def table() -> str:
    """All settings as a table in Markdown."""
    rows = [("setting", "option", "may be", "otherwise", "what it does"), ("---",) * 5]
    for setting in ALL:
        variables = " or ".join(f"`{name}`" for name in (setting.variable, *setting.variables))
        option = f"`{setting.switch}`" if setting.option else ""
        rows.append((variables, option, setting.allowed.values, setting.usual, setting.meaning))
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)
