"""What must hold between the tables of Storm Over Normandy's component pack."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from beachhead.kernel.schema import Tables
from beachhead.storm.table.schema import STACKING_LIMIT, ZONES

Finding = tuple[str, int | None, str, str]


def areas(tables: Tables) -> Iterator[Finding]:
    """Areas stand in order, have names of their own, a shape each, and beaches are not bocage."""
    names = Counter(row["name"] for row in tables["areas"])
    shaped = {row["area"] for row in tables["area_shapes"]}
    beaches = {row["area"] for row in tables["landing_boxes"]}
    for index, row in enumerate(tables["areas"]):
        if row["area"] != index + 1:
            yield "areas", index, "area", f"areas stand in order; write {index + 1}"
        if names[row["name"]] > 1:
            yield "areas", index, "name", "another area has that name; mend one"
        if row["area"] not in shaped:
            yield "areas", index, "area", "has no shape; add it to area_shapes"
        if row["star"] and row["area"] not in beaches:
            yield "areas", index, "star", "only a beach can hold strongpoints; write false"
        if row["star"] and row["defensive_value"] != 1:
            yield "areas", index, "star", "only +1 has a star; mend one"


def borders(tables: Tables) -> Iterator[Finding]:
    """Borders are written once, from the lower number; they are where the shapes touch."""
    shapes = {row["area"]: sides(row["outline"]) for row in tables["area_shapes"]}
    found = set()
    for index, row in enumerate(tables["borders"]):
        one, other = row["from"], row["to"]
        if one >= other:
            yield "borders", index, "from", "write the lower number first, so that none is twice"
        elif not shapes[one] & shapes[other]:
            yield "borders", index, "to", f"{one} and {other} share no side; mend area_shapes"
        found.add((one, other))
    for one, its_sides in shapes.items():
        for other, other_sides in shapes.items():
            if one < other and its_sides & other_sides and (one, other) not in found:
                yield "borders", None, "from", f"{one} and {other} touch; add the border"
    sectors = {row["area"]: row["sector"] for row in tables["areas"]}
    for index, row in enumerate(tables["borders"]):
        across = sectors[row["from"]] != sectors[row["to"]]
        if across and row["kind"] == "open":
            yield "borders", index, "kind", "joins the two sectors; write dividing_line"
        if row["kind"] == "dividing_line" and not across:
            yield "borders", index, "kind", "lies inside one sector; write open or impassable"


def sides(outline: list[list[float]]) -> set[frozenset[tuple[float, ...]]]:
    """The sides of a shape, each as the pair of its corners."""
    corners = [tuple(corner) for corner in outline]
    return {
        frozenset((corner, after))
        for corner, after in zip(corners, corners[1:] + corners[:1], strict=True)
    }


def boxes(tables: Tables) -> Iterator[Finding]:
    """A landing box has a beach of its own, named like it and in its nation's sector."""
    rows = {row["area"]: row for row in tables["areas"]}
    seen: set[int] = set()
    for index, row in enumerate(tables["landing_boxes"]):
        beach = rows[row["area"]]
        if row["area"] in seen:
            yield "landing_boxes", index, "area", "another box points there; mend one"
        if row["box"] != beach["name"]:
            yield "landing_boxes", index, "box", f"points at {beach['name']}; mend one"
        if row["nationality"] != beach["sector"]:
            yield "landing_boxes", index, "nationality", "does not fit its sector; mend one"
        seen.add(row["area"])
    for index, row in enumerate(tables["zones"]):
        if row["zone"] != ZONES[index]:
            yield "zones", index, "zone", f"Zones stand in order; write {ZONES[index]}"


def units(tables: Tables) -> Iterator[Finding]:
    """2.1.1k Sides, set-up places and arrivals fit; nobody is overstacked at the start."""
    airborne = {str(row["area"]): row["airborne"] for row in tables["areas"]}
    letters = {row["letter"]: row["nationality"] for row in tables["landing_boxes"]}
    ids = Counter(row["id"] for row in tables["units"])
    stacks: Counter[tuple[bool, str]] = Counter()
    for index, row in enumerate(tables["units"]):
        german, place = row["nationality"] == "german", row["setup"]
        if ids[row["id"]] > 1:
            yield "units", index, "id", "another unit has that id; mend one"
        if row["id"].startswith("ge-") != german:
            yield "units", index, "id", "does not fit the nationality; mend one"
        if row["spent_defense"] >= row["defense"]:
            yield "units", index, "spent_defense", "is not below the fresh one; mend one"
        if row["stripe"] and (row["division"] is None or row["airborne"]):
            yield "units", index, "stripe", "independent and airborne units have none; write false"
        if row["release_roll"] and not german:
            yield "units", index, "release_roll", "only German units are released; write false"
        if row["airborne"] and (german or row["nationality"] not in airborne.get(place, ())):
            yield "units", index, "setup", "an airborne unit needs its symbol there; mend one"
        if german and place in letters:
            yield "units", index, "setup", "Germans do not come by sea; mend it"
        if not german and place in letters and letters[place] != row["nationality"]:
            yield "units", index, "setup", "that box is the other nation's; mend it"
        if not german and (place is None or place in ZONES):
            yield "units", index, "setup", "is a German way to enter; write a letter or an area"
        if (place in ZONES) != (german and row["arrival"] is not None):
            yield "units", index, "arrival", "German reinforcements, and only they, have a Zone"
        if row["arrival"] is None and place in airborne:
            stacks[german, place] += 1
            if stacks[german, place] > STACKING_LIMIT:
                yield "units", index, "setup", f"more than {STACKING_LIMIT} units there; mend one"


def strongpoints(tables: Tables) -> Iterator[Finding]:
    """10.0l A strongpoint is named after its values, and stands as much damage as they say."""
    for index, row in enumerate(tables["strongpoints"]):
        if row["strongpoint"] != f"{row['firepower']}-{row['defense']}":
            yield "strongpoints", index, "strongpoint", "does not fit its values; mend one"
        if row["damage"] != row["defense"] - 6:
            yield "strongpoints", index, "damage", f"write {row['defense'] - 6} (10.0)"
        if row["spent_defense"] != row["defense"] - 1:
            yield "strongpoints", index, "spent_defense", f"write {row['defense'] - 1}"


def cards(tables: Tables) -> Iterator[Finding]:
    """Units that come by card have one; a card answers cards of the other side."""
    sides_ = {row["card"]: row["side"] for row in tables["cards"]}
    by_card = {row["unit"] for row in tables["units"] if row["setup"] is None}
    for index, row in enumerate(tables["cards"]):
        for at, use in enumerate(row["uses"]):
            place = f"uses[{at}]"
            if use["effect"] == "place_unit":
                if use["unit"] not in by_card:
                    yield "cards", index, f"{place}.unit", "has a set-up place; mend one"
                by_card.discard(use["unit"])
            enemy = use["when"] == "enemy_card"
            for other in use["cards"] if isinstance(use.get("cards"), list) else ():
                if (sides_[other] != row["side"]) != enemy:
                    yield "cards", index, f"{place}.cards", f"{other} is not that side's; mend it"
        impulse = row["text"].startswith("For your impulse")
        if impulse != any(use["when"] == "impulse" for use in row["uses"]):
            yield "cards", index, "text", 'begins "For your impulse" if it is played so; mend it'
    for unit in sorted(by_card):
        yield "cards", None, "uses", f"no card brings {unit}; add one"


def turns(tables: Tables) -> Iterator[Finding]:
    for index, row in enumerate(tables["turn_track"]):
        if row["turn"] != index + 1:
            yield "turn_track", index, "turn", f"turns stand in order; write {index + 1}"


ALL = (areas, borders, boxes, units, strongpoints, cards, turns)
