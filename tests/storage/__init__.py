"""Databases that keep everything, whoever else writes, whatever version wrote before, and whenever power goes."""

from companion.sheets import sums
from companion.sheets.pieces import depth_of
from companion.sheets.states import PlayerRow


def points_of(row: PlayerRow) -> dict[str, int]:
    """Category -> points of a player, where points were typed and not counted from things on the table."""
    typed = {field: text for field, text in row.fields.items() if "." not in field}
    return {field: sums.points(text) for field, text in typed.items() if depth_of(row.fields, field) == "number"}
