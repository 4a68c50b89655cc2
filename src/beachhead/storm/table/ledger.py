"""The events of a game held against its table: whoever only hears them knows the table."""

from __future__ import annotations

from collections.abc import Iterator

from beachhead.kernel import ledger
from beachhead.kernel.bits import members
from beachhead.kernel.ledger import units_of
from beachhead.kernel.play import Event
from beachhead.storm import invasion
from beachhead.storm.cards.card_list import cards
from beachhead.storm.table import state
from beachhead.storm.table.board import AREAS, board
from beachhead.storm.table.pieces import pieces
from beachhead.storm.table.schema import SIDES
from beachhead.storm.table.state import ALLIED, CardSet, StormTable, UnitSet


class StormBooks(ledger.Books[StormTable]):
    """Every unit and card, every sum, and whose every area is."""

    kept = {  # noqa: RUF012
        "places": "{} is in {}, by the events in {}",
        "spent": "spent units",
        "allied": "areas under Allied control",
        "lost": "units lost",
        "removed": "cards out of play",
        "hands": "the {} hand is {}, by the events {}",
        "discards": "{} discards are {}, by the events {}",
        "turn": "the turn",
        "support": "Support Points",
        "victory": "the Allied total",
        "released": "the release",
        "early": "early reinforcements",
    }

    def __init__(self, start: StormTable) -> None:
        self.turn = start.turn
        self.places = {
            state.unit_name(unit): state.place_name(place) if place >= 0 else ""
            for unit, place in enumerate(start.where)
        }
        self.spent = _names(start.spent)
        self.acting: set[str] = set()
        """7.1 Units of the action under way: they are spent when it is over."""
        self.allied = {state.place_name(area) for area in members(start.allied_control)}
        self.hands = _piles(start.hands)
        self.discards = _piles(start.discards)
        self.removed = _card_ids(start.removed)
        self.support = start.support
        self.unassigned = invasion.SUPPORT_POINTS - sum(
            points for beach, points in start.assigned.items() if beach >= 0
        )
        self.keeps_unassigned = state.plays_otherwise(start, "invasion-support")
        self.victory, self.change = start.victory, 0
        self.lost = _names(start.lost)
        self.released, self.early = start.released, start.early_panzers

    def on_turn(self, event: Event) -> Iterator[str]:
        """7.1 Who has acted is spent; 13.0 every area has its right owner."""
        self.spent |= {unit for unit in self.acting if self.places[unit]}
        self.acting.clear()
        if event.kind == "turn" and event.detail["turn"] not in (self.turn, self.turn + 1):
            yield f"{event.text} But Turn {self.turn} came before."
        if event.kind == "turn":
            self.turn = event.detail["turn"]
        if event.kind == "turn" and self.turn == 1 and self.keeps_unassigned:
            self.support = self.unassigned
        if event.kind != "impulse":
            return
        for area in map(state.place_name, AREAS):
            sides = self._sides_in(area)
            if len(sides) == 1 and sides != {self._owner(area)}:
                yield f"{event.text} But {area} should have passed to {min(sides)} control."

    on_impulse = on_phase = on_turn

    def on_setup(self, event: Event) -> None:
        self.places |= dict.fromkeys(units_of(event), event.detail["place"])

    on_landing = on_reinforcement = on_stays = on_back = on_setup

    def on_move(self, event: Event) -> Iterator[str]:
        """8.0, 10.2, 11.0 From where they were, fresh by an action and spent in a retreat."""
        start, end = event.detail.get("start"), event.detail["end"]
        for unit in units_of(event):
            if start is not None and self.places[unit] != start:
                yield f"{event.text} But {unit} was in {self.places[unit] or 'no place'}."
            if (unit in self.spent) != (event.kind == "retreat"):
                yield f"{event.text} But {unit} was {'' if unit in self.spent else 'not '}spent."
            self.places[unit] = end
            if event.kind == "move":
                self.acting.add(unit)

    on_retreat = on_move

    def on_attack(self, event: Event) -> Iterator[str]:
        """9.3 The sum is right, and those that attack are there and fresh."""
        told = event.detail
        points = sum(told["dice"]) + sum(told["attack"].values()) - sum(told["defense"].values())
        if told["damage"] != max(0, points):
            yield f"{event.text} But the damage is {max(0, points)}."
        for unit in units_of(event):
            if self.places[unit] != told["area"] or unit in self.spent:
                yield f"{event.text} But {unit} is spent or elsewhere."
        if not told["stays_fresh"]:
            self.acting |= set(units_of(event))

    def on_spent(self, event: Event) -> Iterator[str]:
        for unit in units_of(event):
            if unit in self.spent:
                yield f"{event.text} But {unit} was spent before."
            self.spent.add(unit)

    def on_fresh(self, event: Event) -> None:
        self.spent -= set(units_of(event))

    def on_refresh(self, _: Event) -> None:
        self.spent.clear()
        self.support = 0

    def on_eliminated(self, event: Event) -> None:
        (unit,) = units_of(event)
        self.places[unit] = ""
        self.spent.discard(unit)
        at_once = event.detail.get("points", 0)
        self.victory += at_once
        if pieces().unit[unit].side == SIDES[ALLIED] and not at_once:
            self.lost.add(unit)

    def on_control(self, event: Event) -> Iterator[str]:
        """13.0 Only an area that its owner has left to the enemy."""
        area, side = event.detail["area"], event.detail["side"]
        if self._owner(area) == side or self._sides_in(area) != {side}:
            yield f"{event.text} But it should not."
        if side == SIDES[ALLIED]:
            self.allied.add(area)
        else:
            self.allied.discard(area)

    def on_card(self, event: Event) -> Iterator[str]:
        """6.1 to 6.4 Cards come into a hand and go from it."""
        if event.kind == "shuffle":
            self.discards[event.detail["side"]].clear()
            return
        card = event.detail["card"]
        row = next(each for each in cards() if each.id == card)
        hand = self.hands[row.side]
        if (card in hand) != (event.kind != "draw"):
            yield f"{event.text} But it was {'' if card in hand else 'not '}in the hand."
        if event.kind == "draw":
            hand.add(card)
            return
        hand.discard(card)
        gone = event.kind == "card" and row.removed_after_play
        (self.removed if gone else self.discards[row.side]).add(card)

    on_draw = on_discard = on_shuffle = on_card

    def on_support(self, event: Event) -> Iterator[str]:
        """4.0, 5.0, 9.3.3 Support Points assigned, drawn, added to an attack or lost."""
        if event.rule == "4.0":
            self.unassigned -= event.detail["points"]
            return
        if "points" in event.detail:
            self.support -= abs(event.detail["points"])
            if self.support != event.detail["left"]:
                yield f"{event.text} But {self.support} should be left."
        self.support = event.detail["left"]

    def on_points(self, event: Event) -> None:
        self.change += event.detail["points"]

    def on_total(self, event: Event) -> Iterator[str]:
        """15.0 The items of a turn make the change of the total."""
        self.victory += self.change
        if event.detail["points"] != self.victory:
            yield f"{event.text} But it should be {self.victory}."
        self.change = 0
        self.lost.clear()

    def on_release(self, _: Event) -> None:
        self.released = True

    def on_early(self, _: Event) -> None:
        self.early = True

    def on_end(self, event: Event) -> Iterator[str]:
        beaches = {state.place_name(beach) for beach in members(board().beaches)}
        if event.detail["beaches"] != len(beaches & self.allied):
            yield f"{event.text} But they have {len(beaches & self.allied)} beaches."

    def _owner(self, area: str) -> str:
        return SIDES[0] if area in self.allied else SIDES[1]

    def _sides_in(self, area: str) -> set[str]:
        return {pieces().unit[unit].side for unit, place in self.places.items() if place == area}


ledger_problems = StormBooks.problems


def _names(units: UnitSet) -> set[str]:
    return {state.unit_name(unit) for unit in members(units)}


def _piles(piles: list[CardSet]) -> dict[str, set[str]]:
    return {side: _card_ids(pile) for side, pile in zip(SIDES, piles, strict=True)}


def _card_ids(held: CardSet) -> set[str]:
    return {cards()[card].id for card in members(held)}
