"""The certificate marker."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.engine.effects.base import Counted, Effect


@dataclass(frozen=True)
class GainCertificates(Effect):
    """Move the marker up to this many spaces forward (for each of what is counted), never past the limit."""

    name: ClassVar[str] = "gain-certificates"
    section: ClassVar[str] = "actions/certificates"
    steps: int
    per: Counted | None = None


@dataclass(frozen=True)
class CertificatesToLimit(Effect):
    """Move the marker forward to the current limit."""

    name: ClassVar[str] = "certificates-to-limit"
    section: ClassVar[str] = "actions/certificates"
