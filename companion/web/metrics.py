"""Figures of a running app in Prometheus' format, for whoever runs it. Visitors have no address for them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import Any

from flask import Flask, Response, g, request
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector

from companion.storage.database import watch
from companion.web import database

_ROUTE = "companion.route"
_METHODS = frozenset({"GET", "HEAD", "POST", "OPTIONS"})
_REQUEST_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
_WAIT_SECONDS = (0.0001, 0.00025, *_REQUEST_SECONDS)


class Metrics:
    """What is counted of one app, from now on. Make it last: it sees what everything else does."""

    def __init__(self, app: Flask) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self._requests = Histogram(
            "companion_request_seconds",
            "Time a request took, by route, method and status",
            ("route", "method", "status"),
            buckets=_REQUEST_SECONDS,
            registry=self.registry,
        )
        waits = Histogram(
            "companion_database_wait_seconds",
            "Time a request waited for the database, by what for",
            ("what",),
            buckets=_WAIT_SECONDS,
            registry=self.registry,
        )
        self._entries = Counter(
            "companion_entries", "Numbers that phones entered in score sheets", registry=self.registry
        )
        watch(database.opened(app).engine, lambda what, seconds: waits.labels(what).observe(seconds))
        self._count_requests(app)

    def waiting(self, count: Callable[[], int]) -> None:
        """Tell how many requests wait for a thread, as `count` does whenever somebody looks."""
        gauge = Gauge("companion_requests_waiting", "Requests that wait for a thread", registry=self.registry)
        gauge.set_function(count)

    def _count_requests(self, app: Flask) -> None:
        inner: Callable[..., Iterable[bytes]] = app.wsgi_app

        @app.after_request
        def note(response: Response) -> Response:
            self._entries.inc(g.get("entered", 0))
            request.environ[_ROUTE].append(str(request.url_rule or "none"))
            return response

        def counted(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
            started, status, routes = time.perf_counter(), "500", list[str]()

            def begin(status_line: str, *rest: Any) -> Any:
                nonlocal status
                status = status_line[:3]
                return start_response(status_line, *rest)

            try:
                return inner({**environ, _ROUTE: routes}, begin)
            finally:
                # Methods that are none would make a row each.
                method = environ["REQUEST_METHOD"]
                labels = routes[-1] if routes else "none", method if method in _METHODS else "other", status
                self._requests.labels(*labels).observe(time.perf_counter() - started)

        app.wsgi_app = counted  # type: ignore[method-assign]
