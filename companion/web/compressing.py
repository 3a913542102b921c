"""Every answer goes over the line as short as it can: refusals are whole pages too.

The library compresses what succeeded. A tap that does not fit and a form with a slip are answered with the page once
more, which is ten times as long without. Nobody imports it on a phone, which has no such library.
"""

from __future__ import annotations

from flask import Response
from flask_compress import Compress


class CompressRefusals(Compress):
    """Compresses what was refused like what succeeded."""

    def after_request(self, response: Response | None) -> Response:
        """The answer as it is sent."""
        if response is not None and (length := response.calculate_content_length()) is not None:
            # The library makes something of nothing, where it is not told that there is nothing.
            response.content_length = length
        if response is None or not 400 <= response.status_code < 500:
            return super().after_request(response)
        status = response.status
        response.status_code = 200
        response = super().after_request(response)
        # Nothing but what a browser has already is told apart there, and stays so.
        if response.status_code == 200:
            response.status = status
        return response
