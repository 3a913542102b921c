"""Why an action may not be done."""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine.reasons.spec import Kind, Spec


def _spec(section: str, **params: Kind) -> Spec:
    return Spec({**params, "places": "places"}, section)


REASONS: Mapping[str, Spec] = {
    # The order of a turn.
    "something-else-first": _spec("turn/overview", effect="effect"),
    "not-under-way": _spec("turn/overview", effect="effect"),
    "nothing-under-way": _spec("turn/overview"),
    "must-be-done": _spec("turn/requirements-and-rewards", effect="effect"),
    "not-in-this-phase": _spec("turn/overview", phase="phase"),
    "no-such-choice": _spec("turn/own-or-neutral", have="number", needs="number"),
    # The herder.
    "herder-not-placed": _spec("turn/first-turn"),
    "herder-placed-already": _spec("turn/first-turn", space="space"),
    "place-on-neutral": _spec("turn/first-turn", space="space"),
    "discard-before-placing": _spec("turn/first-turn", have="number", most="number"),
    "way-is-empty": _spec("movement/steps"),
    "not-connected": _spec("movement/steps", space="space", next="space"),
    "ends-at-no-location": _spec("turn/locations", space="space"),
    "too-many-steps": _spec("movement/step-limit", have="number", most="number"),
    "not-to-kansas-city": _spec("movement/free-move"),
    # Locations.
    "not-at-a-location": _spec("turn/locations", space="space"),
    "no-local-actions-here": _spec("turn/elsewhere", space="space"),
    "no-such-local-action": _spec("turn/own-or-neutral", action="action"),
    "local-action-used": _spec("turn/own-or-neutral", action="action"),
    "auxiliary-used-instead": _spec("turn/own-or-neutral"),
    "local-actions-used-instead": _spec("turn/own-or-neutral"),
    "auxiliary-used-already": _spec("turn/own-or-neutral"),
    "double-not-here": _spec("turn/auxiliary-actions"),
    "auxiliary-locked": _spec("turn/auxiliary-actions", have="number", needs="number"),
    "not-adjacent": _spec("components/buildings", space="space"),
    "no-building-there": _spec("components/buildings", space="space"),
    "building-used-already": _spec("components/buildings", building="building"),
    # Requirements and costs.
    "not-enough-dollars": _spec("turn/requirements-and-rewards", needs="number", have="number"),
    "card-kind-not-in-hand": _spec("turn/requirements-and-rewards", kind="card-kind"),
    "card-not-in-hand": _spec("turn/requirements-and-rewards", cards="card"),
    "not-the-depicted-card": _spec("turn/requirements-and-rewards", cards="card", kind="card-kind"),
    "discard-count": _spec("turn/requirements-and-rewards", have="number", needs="number"),
    "draw-count": _spec("turn/draw-cards", have="number", most="number"),
    "no-exchange-token": _spec("turn/exchange-tokens", needs="number", have="number"),
    # The markets.
    "no-worker-there": _spec("components/workers", number="number", column="number"),
    "row-of-the-token": _spec("kansas-city/job-market", number="number"),
    "worker-row-full": _spec("components/workers", worker="worker", most="number"),
    "not-what-is-offered": _spec("components/cattle-cards", needs="number", have="number"),
    "not-enough-cowboys": _spec("components/workers", needs="number", have="number"),
    "card-not-on-market": _spec("components/cattle-cards", cards="card"),
    "cattle-stack-empty": _spec("components/cattle-cards"),
    # The railroad.
    "engine-cannot-go-back": _spec("turn/auxiliary-actions", needs="number", engine="engine"),
    "engine-space-taken": _spec("components/engines", engine="engine"),
    "engine-cannot-reach": _spec("components/engines", start="engine", engine="engine", most="number"),
    "engine-space-not-behind": _spec("components/engines", start="engine", engine="engine"),
    "not-at-this-station": _spec("components/engines", number="number"),
    "station-not-behind": _spec("scoring/stations", number="number"),
    "station-upgraded-already": _spec("scoring/stations", number="number"),
    "nobody-hired": _spec("components/station-masters", worker="worker"),
    "no-station-master-there": _spec("components/station-masters", number="number"),
    # Discs and deliveries.
    "disc-space-empty": _spec("kansas-city/discs"),
    "dark-disc-on-white-space": _spec("kansas-city/discs", have="number"),
    "disc-not-payable": _spec("kansas-city/discs", needs="number", have="number", cost="number"),
    "no-disc-on-station": _spec("kansas-city/no-disc"),
    "other-discs-first": _spec("kansas-city/no-disc"),
    "no-disc-to-place": _spec("kansas-city/no-disc"),
    "city-too-far": _spec("kansas-city/delivery", city="city", needs="number", have="number"),
    "delivered-already": _spec("kansas-city/delivery", city="city"),
    "no-foresight-tile": _spec("kansas-city/foresight", number="number", have="number"),
    "job-market-closed": _spec("kansas-city/market-closed"),
    "marker-not-forward": _spec("kansas-city/certificates", have="number", needs="number"),
    "marker-between-spaces": _spec("kansas-city/certificates", needs="number"),
    "no-next-stage": _spec("kansas-city/simmental-upgrade", cards="card"),
    # Buildings and tiles.
    "not-a-building-space": _spec("components/buildings", space="space"),
    "building-of-another": _spec("components/buildings", space="space", player="player"),
    "not-a-higher-building": _spec("components/buildings", needs="number", have="number"),
    "not-enough-builders": _spec("components/buildings", needs="number", have="number"),
    "other-side-chosen": _spec("components/buildings", building="building"),
    "building-placed-already": _spec("components/buildings", building="building", space="space"),
    "building-out-of-the-game": _spec("components/buildings", building="building"),
    "no-hazard-there": _spec("components/hazards", space="space"),
    "no-hazard-left": _spec("components/hazards"),
    "no-outlaw-there": _spec("components/outlaws", space="space"),
    "no-outlaw-left": _spec("components/outlaws"),
    # Objective cards.
    "no-objective-left": _spec("components/objectives"),
    "only-from-the-display": _spec("kansas-city/delivery-actions"),
    "objective-stack-empty": _spec("components/objectives"),
    "objective-not-displayed": _spec("components/objectives", objective="objective"),
}
