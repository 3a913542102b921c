"""Column types and functions that behave alike in every database."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import JSON, DateTime
from sqlalchemy.engine import Dialect
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement
from sqlalchemy.types import TypeDecorator


class Moment(TypeDecorator[datetime]):
    """A moment in UTC. SQLite forgets the time zone; this puts it back."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        """Refuse moments without a zone and store the rest in UTC."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a moment needs a time zone")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        """Give every moment its zone."""
        return None if value is None else value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class Listed(FunctionElement[Any]):
    """The values of all rows as one list of lists, in any order; of no rows an empty list or nothing."""

    name = "listed"
    type = JSON()
    inherit_cache = True


@compiles(Listed)
def _listed(element: Listed, compiler: SQLCompiler, **options: Any) -> str:
    return f"json_group_array(json_array({compiler.process(element.clauses, **options)}))"


@compiles(Listed, "postgresql")
def _listed_by_postgres(element: Listed, compiler: SQLCompiler, **options: Any) -> str:
    return f"json_agg(json_build_array({compiler.process(element.clauses, **options)}))"
