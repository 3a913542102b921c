"""Why an action may not be done."""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine.reasons.spec import Kind, Spec


def _spec(section: str, **params: Kind) -> Spec:
    return Spec({**params, "places": "places"}, section)


REASONS: Mapping[str, Spec] = {
    # The order of a turn.
    "something-else-first": _spec("actions/overview", effect="effect"),
    "not-under-way": _spec("actions/overview", effect="effect"),
    "nothing-under-way": _spec("actions/overview"),
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
    "not-adjacent": _spec("rulings/copying-a-building", space="space"),
    "no-building-there": _spec("actions/use-adjacent", space="space"),
    "building-used-already": _spec("rulings/copying-a-building", building="building"),
    # Requirements and costs.
    "not-enough-dollars": _spec("turn/requirements-and-rewards", needs="number", have="number"),
    "card-kind-not-in-hand": _spec("turn/requirements-and-rewards", kind="card-kind"),
    "card-not-in-hand": _spec("turn/requirements-and-rewards", cards="card"),
    "not-the-depicted-card": _spec("turn/requirements-and-rewards", cards="card", kind="card-kind"),
    "discard-count": _spec("turn/requirements-and-rewards", have="number", needs="number"),
    "draw-count": _spec("actions/draw", have="number", most="number"),
    "no-exchange-token": _spec("turn/exchange-tokens", needs="number", have="number"),
    # The markets.
    "no-worker-there": _spec("actions/hire", number="number", column="number"),
    "row-of-the-token": _spec("actions/hire", number="number"),
    "worker-row-full": _spec("actions/hire", worker="worker", most="number"),
    "not-what-is-offered": _spec("actions/cattle-prices", needs="number", have="number"),
    "not-enough-cowboys": _spec("actions/buy-cattle", needs="number", have="number"),
    "card-not-on-market": _spec("actions/buy-cattle", cards="card"),
    "cattle-stack-empty": _spec("actions/more-cattle"),
    "offer-of-a-variant": _spec("simmental/market"),
    # The railroad.
    "engine-cannot-go-back": _spec("railroad/move-back", needs="number", engine="engine"),
    "engine-space-taken": _spec("railroad/other-engines", engine="engine"),
    "engine-cannot-reach": _spec("railroad/move-forward", start="engine", engine="engine", most="number"),
    "engine-back-exactly": _spec("railroad/move-back", start="engine", engine="engine", needs="number"),
    "engine-space-not-behind": _spec("railroad/move-back", start="engine", engine="engine"),
    "not-at-this-station": _spec("railroad/upgrade-station", number="number"),
    "station-not-behind": _spec("actions/upgrade-behind", number="number"),
    "station-upgraded-already": _spec("railroad/upgrade-station", number="number"),
    "nobody-hired": _spec("railroad/station-master", worker="worker"),
    "no-station-master-there": _spec("railroad/station-master", number="number"),
    # Discs and deliveries.
    "disc-space-empty": _spec("kansas-city/discs"),
    "dark-disc-on-white-space": _spec("kansas-city/discs", have="number"),
    "disc-not-payable": _spec("kansas-city/discs", needs="number", have="number", cost="number"),
    "no-disc-on-station": _spec("kansas-city/no-disc"),
    "other-discs-first": _spec("kansas-city/no-disc"),
    "no-disc-to-place": _spec("rulings/nothing-to-place"),
    "city-too-far": _spec("kansas-city/delivery", city="city", needs="number", have="number"),
    "delivered-already": _spec("kansas-city/delivery", city="city"),
    "no-foresight-tile": _spec("kansas-city/foresight", number="number", have="number"),
    "job-market-closed": _spec("kansas-city/market-closed"),
    "marker-not-forward": _spec("kansas-city/certificates", have="number", needs="number"),
    "marker-between-spaces": _spec("rulings/marker-beyond-four", needs="number"),
    "no-next-stage": _spec("kansas-city/simmental-upgrade", cards="card"),
    # Buildings and tiles.
    "not-a-building-space": _spec("actions/build", space="space"),
    "building-of-another": _spec("actions/replace", space="space", player="player"),
    "not-a-higher-building": _spec("rulings/replacing", needs="number", have="number"),
    "not-enough-builders": _spec("actions/build", needs="number", have="number"),
    "other-side-chosen": _spec("components/buildings", building="building"),
    "building-placed-already": _spec("components/buildings", building="building", space="space"),
    "building-out-of-the-game": _spec("actions/replace", building="building"),
    "no-hazard-there": _spec("actions/remove-hazard", space="space"),
    "no-hazard-left": _spec("actions/remove-hazard"),
    "no-outlaw-there": _spec("actions/collect-bounty", space="space"),
    "no-outlaw-left": _spec("actions/collect-bounty"),
    # Objective cards.
    "no-objective-left": _spec("actions/gain-objective"),
    "only-from-the-display": _spec("kansas-city/delivery-actions"),
    "objective-stack-empty": _spec("actions/gain-objective"),
    "objective-not-displayed": _spec("actions/gain-objective", objective="objective"),
}
