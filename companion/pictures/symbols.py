"""The symbols that pictures and texts share."""

from companion.reference.symbols import symbol_ids

__all__ = ["symbol_ids"]
