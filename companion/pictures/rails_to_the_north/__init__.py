"""Rails to the North in pictures."""

from collections.abc import Mapping

REGIONS: Mapping[str, str] = {"north": "map"}
"""The regions of its pictures, and the module of each."""
