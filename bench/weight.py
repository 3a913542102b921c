"""What a first visit to a page moves over the wire, compressed, in bytes."""

import re
import tempfile
from collections.abc import Iterator

from companion.app import create_app
from flask.testing import FlaskClient

PAGES = [
    "/en/rules/",
    "/en/rules/movement/hand-fees",
    "/ko/rules/kansas-city/cities",
    "/ko/reference/",
    "/ko/reference/building-3a",
    "/en/score/",
    "/en/check/",
]
BROTLI = {"Accept-Encoding": "br"}


def run() -> Iterator[str]:
    """The lines of the report."""
    with tempfile.TemporaryDirectory() as instance:
        client = create_app({"INSTANCE": instance}).test_client()
        for page in PAGES:
            total, sizes = weigh(client, page)
            told = ", ".join(f"{name} {size}" for name, size in sizes.items())
            yield f"{page}: {total} in all (page {_size(client, page)}, {told})"


def weigh(client: FlaskClient, page: str) -> tuple[int, dict[str, int]]:
    """Bytes of a page with everything that it loads, and those of each file."""
    html = client.get(page).get_data(as_text=True)
    files = set(re.findall(r'(?:src|href)="(/static/[^"#]+)', html))
    sizes = {re.sub(r"^/static/|\?.*", "", file): _size(client, file) for file in sorted(files)}
    return _size(client, page) + sum(sizes.values()), sizes


def _size(client: FlaskClient, address: str) -> int:
    with client.get(address, headers=BROTLI) as response:
        return len(response.data)
