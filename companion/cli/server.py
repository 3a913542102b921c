"""The command that runs the web app."""

from __future__ import annotations

import click

from companion import engine, server
from companion.book.fields import ContentError
from companion.storage.errors import NoDriver, Unusable


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="0.0.0.0 lets phones on this network in.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535))
@click.option("--database-url", help="Another database than SQLite in the instance folder.")
@click.option("--instance", type=click.Path(file_okay=False), help="Folder for the database and the secret key.")
@click.option("--https", is_flag=True, help="The app stands behind a proxy that speaks HTTPS for it.")
@click.option(
    "--proxy", default="127.0.0.1", show_default=True, help="With --https: the proxy's address, the only one believed."
)
@click.option(
    "--metrics",
    type=click.IntRange(1, 65535),
    metavar="PORT",
    help="Tell Prometheus of requests and the database at http://127.0.0.1:PORT/metrics, for this machine only.",
)
def serve(
    host: str,
    port: int,
    database_url: str | None,
    instance: str | None,
    https: bool,
    proxy: str,
    metrics: int | None,
) -> None:
    """Run the web app."""
    config = {"DATABASE_URL": database_url, "INSTANCE": instance, "SESSION_COOKIE_SECURE": https}
    given = {name: value for name, value in config.items() if value}
    try:
        server.run(given, host, port, proxy if https else None, metrics)
    except (NoDriver, Unusable, ContentError, engine.CatalogError, server.PortTaken, OSError, ValueError) as error:
        # What, and where: whoever starts the app is to read it in one line.
        raise click.ClickException(f"cannot start: {error}") from error
