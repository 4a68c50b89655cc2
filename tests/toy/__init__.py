"""Picket: a toy game that uses every feature of the kernel.

Two scouts on a board of nine hexes, a secret mine each, a secret hand each, a die. Two seats,
two scenarios, one option; secrets, chance, choices in small steps, refusals.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from beachhead.bots.mind import Mind
from beachhead.errors import BeachheadError
from beachhead.kernel.agenda import Steps
from beachhead.kernel.bits import members
from beachhead.kernel.chance import Generator
from beachhead.kernel.grid import HexGrid
from beachhead.kernel.plain import dataclass, field
from beachhead.kernel.play import (
    Chance,
    Decision,
    Game,
    Option,
    Position,
    Refusal,
    Result,
    Scenario,
    Setting,
)
from beachhead.kernel.record import RecordError as RecordError
from beachhead.kernel.rulebook import RuleIndex
from beachhead.kernel.telling import Kind
from beachhead.kernel.topic import Shows, Topic
from beachhead.page import Page

GRID = HexGrid(lines=3, length=3, shifted="odd")
SEATS = ("blue", "red")
CARDS = range(1, 10)
steps = Steps()

DEAL = Kind("deal", "▯", weight="aside")
WATCH = Kind("watch", weight="silent")
LAID = Kind("laid", "✹", weight="aside")
MINE = Kind("mine", "✹", weight="scene", motion="loss", tone="bad")
MOVE = Kind("move", "→", motion="travel", begins="deed")
PASS = Kind("pass", "–", weight="aside")
CARD = Kind("card", "▤", weight="beat", begins="deed")
ROLL = Kind("roll", "⚄", weight="scene")
TURN = Kind("turn", weight="scene", begins="turn")
END = Kind("end", "★", weight="scene")


@dataclass(slots=True, eq=False)
class Picket(Position):
    turns: int = 4
    turn: int = 0
    dice: int = 6
    deck: list[int] = field(default_factory=lambda: list(CARDS))
    hands: list[list[int]] = field(default_factory=lambda: [[], []])
    mines: list[int] = field(default_factory=lambda: [-1, -1])
    scouts: list[int] = field(default_factory=lambda: [GRID.hex("0101"), GRID.hex("0303")])
    scores: list[int] = field(default_factory=lambda: [0, 0])
    discards: list[int] = field(default_factory=list)

    steps = steps


# --- what is on the board, by the ids of its drawing


def tag(hex_: int) -> str:
    return f"hex-{GRID.name(hex_)}"


def scout(side: int) -> str:
    return f"unit-{SEATS[side]}"


# --- 1 set-up


@steps.question("toy.deal")
def deal(position: Picket, side: int) -> Chance[int]:
    return Chance(
        lambda position, side: f"Deal a card to {SEATS[side]}.",
        "1",
        take_card,
        position.deck,
        lambda card: Option(f"card-{card}", lambda: f"card {card}", card),
        arguments=(side,),
    )


def take_card(position: Picket, card: int, side: int) -> None:
    position.deck.remove(card)
    position.hands[side].append(card)
    position.hands[side].sort()
    seat = SEATS[side]
    position.tell("1a", DEAL, lambda: f"You are dealt card {card}.", seats=[seat], card=card)
    position.tell("1a", DEAL, lambda: f"{seat} is dealt a card.")
    position.tell("1a", WATCH, lambda: f"You see {seat} take a card.", seats=[SEATS[1 - side]])


LAY = Topic("lay", "Laying mines", must="One of the three hexes in the middle row.")


@steps.question("toy.lay_mine")
def lay_mine(position: Picket, side: int) -> Decision:
    middle = [GRID.at(1, place) for place in range(3)]
    return Decision(
        SEATS[side],
        "Lay your mine in the middle row.",
        "1",
        mine_laid,
        [mine(hex_) for hex_ in middle],
        (side,),
        topic=LAY,
    )


def mine(hex_: int) -> Option:
    name = GRID.name(hex_)
    return Option(f"mine-{name}", lambda: f"Mine {name}", hex_, (tag(hex_),))


def mine_laid(position: Picket, hex_: int, side: int) -> None:
    position.mines[side] = hex_
    seat, where = SEATS[side], GRID.name(hex_)
    position.tell("1b", LAID, lambda: f"{seat} lays a mine.")
    position.tell("1b", LAID, lambda: f"Your mine is in {where}.", [tag(hex_)], seats=[seat])


# --- 2 moving


@steps.step("toy.next_turn")
def next_turn(position: Picket) -> None:
    if position.turn == position.turns:
        position.then(final_score)
        return
    turn = position.turn = position.turn + 1
    position.tell("2", TURN, lambda: f"Turn {turn}.")
    position.then((move, 0), (play_card, 0), (move, 1), (play_card, 1), next_turn)


def refuse_turn(position: Picket, side: int) -> Refusal | None:
    if position.asked(move) == (side,):
        return None
    return Refusal("2", f"it is not for {SEATS[side]} to move now")


def refuse_move(position: Picket, side: int, to: int) -> Refusal | None:
    if to == position.scouts[1 - side]:
        return Refusal("2b", f"the other scout is in {GRID.name(to)}")
    here = position.scouts[side]
    if to != here and not GRID.adjacent[here] >> to & 1:
        return Refusal("2a", f"{GRID.name(to)} is not adjacent to {GRID.name(here)}")
    return None


SCOUT = Topic(
    "moved",
    "Moving the scout",
    must="Move to a hex that lights up, or stay.",
    about=lambda position, side: [scout(side)],
    drag=True,
)


@steps.question("toy.move")
def move(position: Picket, side: int) -> Decision:
    return Decision(SEATS[side], "Move your scout.", "2", moved, moves, (side,), topic=SCOUT)


def moves(position: Picket, side: int) -> list[Option]:
    return [
        move_to(hex_) for hex_ in members(GRID.all) if refuse_move(position, side, hex_) is None
    ]


def move_to(hex_: int) -> Option:
    name = GRID.name(hex_)
    return Option(f"move-{name}", lambda: f"Move to {name}", hex_, (tag(hex_),), "2a")


def moved(position: Picket, to: int, side: int) -> None:
    position.scouts[side] = to
    touched = [scout(side), tag(to)]
    position.tell("2a", MOVE, lambda: f"{SEATS[side]} moves to {GRID.name(to)}.", touched)
    if to == position.mines[1 - side]:
        position.tell("2c", MINE, lambda: f"{SEATS[side]} steps on a mine.", touched)
        winner = SEATS[1 - side]
        position.finish(Result([winner], f"{winner}'s mine went off.", "2c"))


# --- 3 cards


PLAY = Topic(
    "play",
    "A card and the die",
    may=lambda position, side: ["Play one card and roll the die.", "Pass, and keep them all."],
    charts=("scoring",),
    shows=lambda position, option, side: Shows(card=f"card-{option.value}"),
)


@steps.question("toy.play_card")
def play_card(position: Picket, side: int) -> Decision | None:
    hand = position.hands[side]
    if not hand:
        return None
    return Decision(
        SEATS[side],
        "Play a card, or pass.",
        "3",
        card_played,
        [*map(play, hand), Option("pass", "Pass", 0, ends=True)],
        (side,),
        topic=PLAY,
    )


def play(card: int) -> Option:
    return Option(f"play-{card}", lambda: f"Play card {card} and roll the die", card, commits=True)


def card_played(position: Picket, card: int, side: int) -> None:
    if card == 0:
        position.tell("3", PASS, lambda: f"{SEATS[side]} passes.")
        return
    position.hands[side].remove(card)
    position.discards.append(card)
    position.tell("3b", CARD, lambda: f"{SEATS[side]} plays card {card}.")
    position.then((roll, card, side))


@steps.question("toy.roll")
def roll(position: Picket, card: int, side: int) -> Chance[int]:
    faces = list(range(1, position.dice + 1))
    weights = [2 if face == 1 else 1 for face in faces]
    return Chance(
        "Roll the die.",
        "3a",
        rolled,
        faces,
        lambda face: Option(f"die-{face}", lambda: f"a {face}", face),
        weights,
        (card, side),
    )


def rolled(position: Picket, face: int, card: int, side: int) -> None:
    if face <= card:
        position.scores[side] += card
    seat, score = SEATS[side], position.scores[side]
    position.tell("3a", ROLL, lambda: f"The die shows {face}: {seat} has {score}.", dice=[face])


# --- 4 winning


@steps.step("toy.final_score")
def final_score(position: Picket) -> None:
    blue, red = position.scores
    winners = [SEATS[0]] if blue > red else [SEATS[1]] if red > blue else []
    position.tell("4a", END, lambda: f"The score is {blue} to {red}.")
    position.finish(Result(winners, f"{blue} to {red}.", "4a", {"blue": blue, "red": red}))


class PicketGame(Game[Picket]):
    name = "picket"
    title = "Picket"
    version = "1"
    scenarios = {  # noqa: RUF012
        "short": Scenario("short", "Short", "Two turns.", "1"),
        "long": Scenario("long", "Long", "Six turns.", "1"),
    }
    settings = {  # noqa: RUF012
        "dice": Setting("dice", "How many faces the die has.", (4, 6), 6, "3a"),
    }
    steps = steps
    rules = RuleIndex.load(Path(__file__).with_name("rules.json"))
    position = Picket
    seat_names = MappingProxyType({"blue": "the blue player", "red": "the red player"})

    def seats(self, scenario: str, options: Mapping[str, Any]) -> tuple[str, ...]:
        return SEATS

    def begin(self, scenario: str, options: Mapping[str, Any]) -> Picket:
        position = Picket(turns=2 if scenario == "short" else 6, dice=options["dice"])
        deals = [(deal, side) for side in (0, 1) for _ in range(3)]
        position.then(*deals, (lay_mine, 0), (lay_mine, 1), next_turn)
        return position

    def see(self, position: Picket, seat: str | None) -> dict[str, Any]:
        return {
            "turn": position.turn,
            "scouts": [GRID.name(hex_) for hex_ in position.scouts],
            "scores": position.scores[:],
            "discards": position.discards[:],
            "cards left": len(position.deck),
            "hands": [
                hand[:] if SEATS[side] == seat else len(hand)
                for side, hand in enumerate(position.hands)
            ],
            "mines": [
                mine if SEATS[side] == seat else mine >= 0
                for side, mine in enumerate(position.mines)
            ],
        }

    def redeal(self, position: Picket, seat: str | None, generator: Generator) -> None:
        for side in (0, 1):
            if SEATS[side] != seat:
                self.redeal_side(position, side, generator)

    def redeal_side(self, position: Picket, other: int, generator: Generator) -> None:
        hidden = sorted(position.deck + position.hands[other])
        for number in range(len(position.hands[other])):
            position.hands[other][number] = hidden.pop(generator.pick(len(hidden)))
        position.hands[other].sort()
        position.deck = hidden
        if position.mines[other] >= 0:
            middle = [
                hex_
                for hex_ in (GRID.at(1, place) for place in range(3))
                if hex_ not in position.scouts or hex_ == position.mines[other]
            ]
            position.mines[other] = middle[generator.pick(len(middle))]

    def why_not(self, position: Picket, /, **question: Any) -> Refusal | None:
        if question.keys() not in ({"unit", "to"}, {"unit", "action"}):
            raise BeachheadError("why_not: say whose scout, and where to; unit='blue', to='0102'")
        unit, to = question["unit"], question.get("to")
        if unit not in SEATS:
            raise BeachheadError(f"unit: there is no {unit!r}; choose one of {', '.join(SEATS)}")
        if to is None:
            return refuse_turn(position, SEATS.index(unit))
        if to not in GRID.numbers:
            raise BeachheadError(f"to: there is no hex {to!r}; write it as 0102")
        return refuse_move(position, SEATS.index(unit), GRID.hex(to))

    def clock(self, position: Picket) -> str:
        return f"Turn {position.turn}" if position.turn else "Set-up"

    def mind(self) -> Mind[Picket]:
        from toy.mind import PicketMind

        return PicketMind()

    def page(self) -> Page[Picket]:
        from toy.page import PicketPage

        return PicketPage()


GAME = PicketGame()
