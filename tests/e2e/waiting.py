"""Waiting for what a page finds out by and by."""

from __future__ import annotations

import time

from playwright.sync_api import Page


def wait_for(page: Page, expression: str, seconds: float = 60) -> None:
    """Wait until what may take a promise to find out is true."""
    deadline = time.monotonic() + seconds
    while not page.evaluate(expression):
        assert time.monotonic() < deadline, expression
        page.wait_for_timeout(100)
