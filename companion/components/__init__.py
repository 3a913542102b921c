"""The shelf: every component with a page of its own, in the order in which people look for them, one class per kind."""

import importlib

from companion.components.part import KINDS, Part, neighbours, of_kind, page_of, parts, parts_of, usual
from companion.components.words import ComponentWords, component_words

for _module in ("buildings", "trail", "workers", "discs", "railroad", "cities", "cards"):
    importlib.import_module(f"companion.components.{_module}")
