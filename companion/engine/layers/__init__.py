"""Editions, expansions and variants: a folder each. Those with rules of their own are imported with the engine."""

import importlib
import pkgutil

for _layer in pkgutil.iter_modules(__path__):
    importlib.import_module(f"{__name__}.{_layer.name}")
