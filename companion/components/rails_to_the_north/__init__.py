"""Rails to the North: how the effects that only it brings are shown, by their names."""

from __future__ import annotations

from collections.abc import Mapping

from companion.components.effects import EffectView
from companion.drawing import Sign

VIEWS: Mapping[str, EffectView] = {
    "place-branchlet": EffectView(lambda e: (*([str(e.count)] if e.count != 1 else []), Sign("branchlet"))),
    "take-cattle": EffectView("cattle-market cattle-any:{value}"),
    "take-master": EffectView("station-master"),
}
