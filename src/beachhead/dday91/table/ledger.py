"""The events of a game held against its table: whoever only hears them knows the table."""

from __future__ import annotations

from collections.abc import Iterator

from beachhead.dday91.combat.modifiers import losses_by, total
from beachhead.dday91.table import state
from beachhead.dday91.table.board import board
from beachhead.dday91.table.pieces import pieces
from beachhead.dday91.table.schema import SIDES
from beachhead.dday91.table.state import ALLIED, DDayTable, UnitSet
from beachhead.kernel import ledger
from beachhead.kernel.bits import members
from beachhead.kernel.ledger import units_of
from beachhead.kernel.play import Event

OFF = {
    state.WAITING: "no place yet",
    state.ELIMINATED: "the eliminated",
    state.EXITED: "the exited",
    state.UNUSED: "the unused",
}
GONE = (OFF[state.ELIMINATED], OFF[state.EXITED])
IN_ITS_PORTION = ("move", "transfer", "invasion", "occupied", "landing", "drop", "reinforcement")
"""What only the side does whose portion of the Turn it is."""
BY_STEPS = ("4e2", "4d4", "13b2", "15b")
"""4e1 Losses that flip a unit first, if it has a reduced side."""


class DDayBooks(ledger.Books[DDayTable]):
    """Every unit, every sum, and whose every city is."""

    kept = {  # noqa: RUF012
        "places": "{} is in {}, by the events in {}",
        "reduced": "reduced units",
        "cities": "cities under Allied control",
        "still_unsupplied": "unsupplied",
        "corps_lost": "corps lost",
        "turn": "the Turn",
        "side": "the portion",
        "moves": "{} Moves are {}, by the events {}",
        "bad_weather": "the weather",
        "initiative": "the initiative",
        "returns": "{} is back on Turn {}, by the events {}",
    }

    def __init__(self, start: DDayTable) -> None:
        self.turn, self.side = start.turn, SIDES[start.side]
        self.places = {
            state.row(unit).id: board().name(place) if place >= 0 else OFF[place]
            for unit, place in enumerate(start.hex)
        }
        self.reduced = _ids(start.reduced)
        self.moves = dict(zip(SIDES, start.moves, strict=True))
        self.cities = set(board().names_of(start.allied_control & board().cities))
        self.unsupplied = _ids(start.unsupplied)
        self.found_unsupplied: set[str] = set()
        """3c What the supply step of this portion has found so far."""
        self.bad_weather, self.initiative = start.bad_weather, SIDES[start.initiative]
        self.corps_lost = _ids(start.corps_lost)
        self.returns = {state.row(unit).id: turn for unit, turn in start.returns.items()}
        self.dice: list[int] = []
        self.loser, self.due = "", 0
        self.involved: list[str] = []

    # --- the time

    def on_turn(self, event: Event) -> Iterator[str]:
        """2b Turn follows on Turn; the weather is good until somebody rolls for it."""
        if event.detail["turn"] not in (self.turn, self.turn + 1):
            yield f"{event.text} But Turn {self.turn} came before."
        self.turn, self.bad_weather = event.detail["turn"], False

    def on_portion(self, event: Event) -> Iterator[str]:
        """2b The Allies first; 3c who was not found out of supply is in supply."""
        self.side = event.detail["side"]
        yield from self._no_losses_due(event)
        self._check_supply()
        at_sea = [unit for unit, place in self.places.items() if _is_sea(place)]
        if at_sea:
            yield f"{event.text} But {', '.join(at_sea)} should be lost at sea."

    def _check_supply(self) -> None:
        self.unsupplied, self.found_unsupplied = self.found_unsupplied, set()

    def on_unsupplied(self, event: Event) -> None:
        self.found_unsupplied |= set(event.detail["units"])

    def on_weather(self, event: Event) -> None:
        self.bad_weather = event.detail["bad"]

    def on_initiative(self, event: Event) -> Iterator[str]:
        if event.detail["side"] == self.initiative:
            yield f"{event.text} But it was there."
        self.initiative = event.detail["side"]

    # --- where units are

    def on_setup(self, event: Event) -> Iterator[str]:
        if "end" not in event.detail:
            return
        for unit in units_of(event):
            if event.kind == "reinforcement":
                if self.places[unit] not in OFF.values():
                    yield f"{event.text} But it was in {self.places[unit]}."
                self.returns.pop(unit, None)
            self.places[unit] = event.detail["end"]
            if event.detail.get("reduced"):
                self.reduced.add(unit)
        yield from self._in_its_portion(event)

    on_reinforcement = on_reaction = on_drop = on_bombing = on_return = on_setup

    def on_move(self, event: Event) -> Iterator[str]:
        for unit in units_of(event):
            if self.places[unit] != event.detail["start"]:
                yield f"{event.text} But {unit} was in {self.places[unit]}."
            self.places[unit] = event.detail["end"]
        yield from self._in_its_portion(event)

    on_transfer = on_invasion = on_retreat = on_occupied = on_landing = on_move

    def on_taken_back(self, event: Event) -> None:
        self.places[event.detail["unit"]] = OFF[state.WAITING]
        self.reduced.discard(event.detail["unit"])

    def on_exit(self, event: Event) -> None:
        self.places |= dict.fromkeys(units_of(event), OFF[state.EXITED])

    def _in_its_portion(self, event: Event) -> Iterator[str]:
        for unit in units_of(event):
            if event.kind in IN_ITS_PORTION and pieces().unit[unit].side != self.side:
                yield f"{event.text} But it is the {self.side} portion."

    def on_loss(self, event: Event) -> Iterator[str]:
        """4e1 A unit is flipped first; 6b3 an Allied corps counts as lost for good."""
        unit = event.detail["unit"]
        if self.places[unit] in OFF.values():
            yield f"{event.text} But it was in {self.places[unit]}."
        whole = unit not in self.reduced and not pieces().unit[unit].elim
        if event.rule in BY_STEPS and whole != (event.kind == "loss"):
            yield f"{event.text} But it was {'not ' if whole else ''}reduced."
        if event.rule == "4e2":
            self.due -= 1
            if self.due < 0:
                yield f"{event.text} But no loss was due."
        if event.kind == "loss":
            self.reduced.add(unit)
            return
        self.places[unit] = OFF[state.ELIMINATED]
        self.reduced.discard(unit)
        if pieces().unit[unit].corps and pieces().unit[unit].side == SIDES[ALLIED]:
            self.corps_lost.add(unit)

    on_eliminated = on_loss

    def on_detached(self, event: Event) -> Iterator[str]:
        """16a, 16b A corps shows its back and a division appears, or the other way round."""
        unit, division = event.detail["unit"], event.detail["division"]
        detached = event.kind == "detached"
        if (unit in self.reduced) == detached:
            yield f"{event.text} But it was {'' if detached else 'not '}reduced."
        self.places[division] = self.places[unit] if detached else OFF[state.WAITING]
        if detached:
            self.reduced.add(unit)
            self.unsupplied.discard(division)
        else:
            self.reduced.discard(unit)

    on_recombined = on_detached

    def on_restored(self, event: Event) -> Iterator[str]:
        if event.detail["unit"] not in self.reduced:
            yield f"{event.text} But it was."
        self.reduced.discard(event.detail["unit"])

    def on_bought_back(self, event: Event) -> None:
        self.returns[event.detail["unit"]] = event.detail["turn"]

    def on_control(self, event: Event) -> Iterator[str]:
        """2e A city passes to the side that did not have it."""
        name, allied = event.detail["hex"], event.detail["side"] == SIDES[ALLIED]
        if (name in self.cities) == allied:
            yield f"{event.text} But it was so."
        self.cities ^= {name}

    # --- sums

    def on_moves(self, event: Event) -> Iterator[str]:
        """3d1 Moves gained and expended, between 0 and 27."""
        told = event.detail
        change = told["gained"] if event.kind == "moves" else -told["moves"]
        self.moves[told["side"]] = min(state.MOST_MOVES, self.moves[told["side"]] + change)
        if self.moves[told["side"]] != told["left"] or told["left"] < 0:
            yield f"{event.text} But {self.moves[told['side']]} should be left."

    on_spend = on_moves

    def on_dice(self, event: Event) -> None:
        self.dice = event.detail["dice"]

    def on_combat(self, event: Event) -> Iterator[str]:
        """4c2 The sums are right, of the dice that were told."""
        told = event.detail
        yield from self._no_losses_due(event)
        if told["dice"] != self.dice:
            yield f"{event.text} But the dice were {self.dice}."
        attack, defense = told["dice"][0], told["dice"][1]
        difference = attack + total(told["attack"]) - defense - total(told["defense"])
        attacker_lost = told["loser"] == self.side
        if told["losses"] != losses_by(abs(difference)) or attacker_lost == (difference > 0):
            yield f"{event.text} But the difference is {difference}."
        self.loser, self.due, self.involved = told["loser"], told["losses"], told["units"]

    def on_fight_on(self, event: Event) -> Iterator[str]:
        yield from self._no_losses_due(event)
        self.due = 1

    def _no_losses_due(self, event: Event) -> Iterator[str]:
        """4e2 Every loss is marked, unless nobody is left who could take it."""
        left = [
            unit
            for unit in self.involved
            if pieces().unit[unit].side == self.loser and self.places[unit] not in GONE
        ]
        if self.due > 0 and left:
            yield f"{event.text} But losses of {', '.join(left)} were not told."
        self.due = 0

    def on_end(self, event: Event) -> Iterator[str]:
        """6b3, 6c3 The corps that were lost."""
        yield from self._no_losses_due(event)
        self._check_supply()
        if event.detail["corps"] != len(self.corps_lost):
            yield f"{event.text} But {len(self.corps_lost)} corps were lost."

    @property
    def still_unsupplied(self) -> set[str]:
        """3c Those on the board."""
        return {unit for unit in self.unsupplied if self.places[unit] not in OFF.values()}


ledger_problems = DDayBooks.problems


def _is_sea(place: str) -> bool:
    return place not in OFF.values() and board().is_sea(board().hex(place))


def _ids(units: UnitSet) -> set[str]:
    return {state.row(unit).id for unit in members(units)}
