"""The flipbook: where we are, what must and may be done now, sums, hands, points, arrivals."""

from __future__ import annotations

from functools import cache

from beachhead.kernel.bits import members
from beachhead.kernel.play import Decision
from beachhead.kernel.rulebook import rule_index
from beachhead.page import Price, book
from beachhead.storm import movement
from beachhead.storm.attacks.attack_points import targets
from beachhead.storm.cards import hands
from beachhead.storm.cards.card_list import cards
from beachhead.storm.damage.damage_points import row_of
from beachhead.storm.page import charts, victory_sheet
from beachhead.storm.page.sums import sum_of
from beachhead.storm.reinforcements.schedule import due, schedule
from beachhead.storm.sequence import PHASES
from beachhead.storm.table import schema, state
from beachhead.storm.table.board import board
from beachhead.storm.table.pieces import StormUnit, pieces
from beachhead.storm.table.schema import LAST_TURN, SIDES
from beachhead.storm.table.secrets import seen
from beachhead.storm.table.state import ALLIED, GERMAN, Attack, CardSet, StormTable
from beachhead.storm.victory import victory_points


def flipbook(table: StormTable, seat: str | None, decision: Decision | None) -> book.Flipbook:
    """5.0 Everything the flipbook shows to a seat."""
    attack: Attack | None = None if decision is None else decision.built()
    return book.Flipbook(
        turn=table.turn,
        last_turn=LAST_TURN,
        time=board().dates[table.turn - 1],
        phase=table.phase,
        phases=_phases(table.turn, table.phase),
        now=book.game_over(table, "15.0")
        if decision is None
        else book.now(_title(table), decision, seat),
        sum=None if attack is None else sum_of(table, attack),
        tables=_tables(table, decision),
        track=_track(table),
        gauges=_gauges(table),
        victory=victory_sheet.sheet(table),
        hand=_hand(table, seat, decision),
        piles=_piles(table, seat),
        sections=[_coming(table)],
    )


# --- where we are


@cache
def _phases(turn: int, here: str) -> list[book.PhaseNow]:
    listed = [each for each in PHASES.values() if turn == 1 or each.id in ("impulses", "end")]
    return book.phases(rule_index("storm"), listed, listed.index(PHASES[here]))


def _title(table: StormTable) -> str:
    if table.phase == "impulses":
        return f"{SIDES[table.impulse].title()} impulse"
    return PHASES[table.phase].name


# --- tables


def _tables(table: StormTable, decision: Decision | None) -> list[book.Chart]:
    listed = [
        book.lit(charts.damage(), decision, _damage_rows(table)),
        book.lit(charts.KEPT["attack"], decision),
    ]
    if table.phase == "impulses":
        listed.append(book.lit(charts.KEPT["movement"], decision))
    elif table.phase in CHARTS:
        listed.append(book.lit(CHARTS[table.phase](), decision))
    return listed


CHARTS = {"invasion": charts.scatter, "end": charts.hands}
"""The chart of a phase, beside those of attacks."""


def _damage_rows(table: StormTable) -> list[tuple[int, int | None]]:
    """10.0 The rows of the units that have received damage."""
    attack = table.attack
    if attack is None or not attack.damage:
        return []
    heads = {row_of(table, unit) for unit in members(targets(table, attack))}
    rows = enumerate(charts.damage().rows)
    return [(number, None) for number, row in rows if row.head in heads]


# --- the track, arrivals


def _track(table: StormTable) -> list[book.TrackTurn]:
    coming = schedule(table)
    return [
        book.TrackTurn(
            turn,
            date,
            book.tense(turn, table.turn),
            [book.Arrival(unit.name, _where(unit), unit.side) for unit in coming.get(turn, ())],
        )
        for turn, date in enumerate(board().dates, start=1)
    ]


def _where(unit: StormUnit) -> str:
    return " or ".join(map(state.place_name, board().set_up_places(unit.setup)))


def _coming(table: StormTable) -> book.Section:
    """12.1 The reinforcements of both sides, turn by turn."""
    lines = [
        book.Line(
            f"End of Turn {turn}, {side.title()}: "
            + ", ".join(f"{unit.name} ({_where(unit)})" for unit in listed),
            sorted(
                {state.place_tag(p) for unit in listed for p in board().set_up_places(unit.setup)}
            ),
        )
        for turn, units in sorted(schedule(table).items())
        for side in SIDES
        if (listed := [unit for unit in units if unit.side == side])
    ]
    return book.Section("coming", "Reinforcements to come", "12.1", lines)


# --- how it stands


def _gauges(table: StormTable) -> list[book.Gauge]:
    change = victory_sheet.signed(sum(victory_sheet.change(table).values()))
    held = victory_points.beaches_held(table)
    beaches = f"{held} of 6 beaches are Allied; 5 are needed"
    points = (
        f"{table.victory} victory points; as things stand {change} at the end of this turn. "
        f"The Allies need more than {victory_points.points_to_beat(table)}. {beaches}."
    )
    support = f"{table.support} Allied Support Points left this turn"
    found = [
        book.Gauge("VP", str(table.victory), f"{change} this turn", points),
        book.Gauge("Beaches", f"{held}/6", title=f"{beaches}."),
        book.Gauge("Support", str(table.support), title=support),
    ]
    for number, side in enumerate(SIDES):
        held = table.hands[number].bit_count()
        said = f"{hands.hand_size(table, number)} at the start of a turn as things stand"
        title = f"{side.title()} hand: {held} cards; {said}"
        left = f"{table.stock[number].bit_count()} to draw"
        found.append(book.Gauge(f"{side.title()} cards", str(held), left, title))
    return found


# --- hands


def _hand(table: StormTable, seat: str | None, decision: Decision | None) -> book.Hand | None:
    """6.2 The seat's own cards, and those of the enemy that it has looked at."""
    if seat not in SIDES:
        return None
    side = SIDES.index(seat)
    usable: dict[str, list[str]] = {}
    if decision is not None and decision.seat == seat:
        for option in decision.options:
            usable.setdefault(decision.shows(option).card, []).append(option.id)
    return book.Hand(
        "Your hand",
        [_card(card, usable) for card in members(table.hands[side])],
        [_card(card, usable) for card in members(seen(table, state.enemy(side), seat))],
        "Cards you have seen in the enemy hand",
    )


def _card(card: int, usable: dict[str, list[str]]) -> book.HeldCard:
    row, tag = cards()[card], state.card_tag(card)
    return book.HeldCard(tag, f"card-{row.type.id}", row.name, row.text, usable.get(tag, []))


def _piles(table: StormTable, seat: str | None) -> list[book.Pile]:
    """6.4 What everybody may see of the cards of both sides."""
    found = [
        book.Pile(
            f"{'Your' if side == seat else side.title()} discards",
            _faces(table.discards[number]),
            side.title(),
            table.hands[number].bit_count(),
            table.stock[number].bit_count(),
        )
        for number, side in enumerate(SIDES)
    ]
    return [*found, *([book.Pile("Out of play", _faces(table.removed))] if table.removed else [])]


def _faces(held: CardSet) -> list[str]:
    return [f"card-{cards()[card].type.id}" for card in members(held)]


# --- what will cost


def warnings(table: StormTable, _: str | None) -> list[Price]:
    """12.2 Reinforcements that would find no room."""
    if table.result is not None or table.phase in ("setup", "invasion"):
        return []
    coming: dict[tuple[int, int], list[int]] = {}
    for side in (ALLIED, GERMAN):
        for unit in members(due(table, side)):
            places = board().set_up_places(pieces().units[unit].setup)
            if len(places) == 1 and state.is_area(places[0]):
                coming.setdefault((side, places[0]), []).append(unit)
    found = []
    for (side, place), units in coming.items():
        room = schema.STACKING_LIMIT - movement.stack(table, side, place).bit_count()
        if len(units) > room:
            who = ", ".join(map(state.unit_name, units))
            text = (
                f"{who} arrive{'s' if len(units) == 1 else ''} in {state.place_name(place)} at the "
                f"end of the turn, where there is room for {max(0, room)}: the others would be "
                "eliminated."
            )
            found.append(Price(text, "12.2", [state.place_tag(place)]))
    return found
