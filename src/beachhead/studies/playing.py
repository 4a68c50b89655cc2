"""One game of a study, and the rows that are kept of it: of the game, its turns, its attacks.

Rows hold nothing that differs from run to run, such as times: the same arm and seed give the same
rows wherever they are played.
"""

from __future__ import annotations

import json
import re
import traceback
from collections.abc import Iterator, Mapping
from typing import Any

import beachhead
from beachhead.bots import Bot, Sight, ladder, matches
from beachhead.bots.mind import mind_of
from beachhead.kernel.chance import Dealing
from beachhead.kernel.decision import Option
from beachhead.kernel.play import Event, Game, State
from beachhead.kernel.position import Result
from beachhead.kernel.record import Record
from beachhead.page.after_action import HowItStands

Row = dict[str, Any]

MOST_CHOICES = 100_000
"""A game that asks for more does not end."""


class EndlessError(Exception):
    """A game that does not end."""


class Scripted(Bot):
    """A player who makes some choices as told, each as soon as it is offered, and else plays on as
    another does."""

    def __init__(self, game: Game[Any], script: list[str], other: Bot) -> None:
        super().__init__(game)
        self.script, self.other = script, other

    def choose(self, sight: Sight) -> Option:
        if self.script:
            for option in sight.options:
                if option.id == self.script[0]:
                    self.script.pop(0)
                    return option
        return self.other.choose(sight)

    def close(self) -> None:
        self.other.close()


def play(arm: Mapping[str, Any], seed: int) -> dict[str, Any]:
    """The game of a seed as `game`, `turns` and `attacks`; or, if its rules or a bot stumbled, as
    `poisoned`, with what went wrong and the record up to there."""
    game = beachhead.load(arm["game"])
    chronicler = Chronicler(game)
    players = {seat: _player(game, arm, seat, seed) for seat in arm["bots"]}
    try:
        match = matches.play(
            game,
            players,
            seed,
            scenario=arm["scenario"],
            options=arm["options"],
            opened=chronicler.open,
            watcher=chronicler.hear,
        )
        unmet = _unmet(players)
        if unmet:
            raise EndlessError(unmet)
        rows = chronicler.rows(match)
    except Exception as error:  # whatever it is, the other games go on
        return {"seed": seed, "poisoned": _poisoned(game, arm, seed, chronicler.state, error)}
    finally:
        for bot in players.values():
            bot.close()
    for row in (rows["game"], *rows["turns"], *rows["attacks"]):
        row["seed"] = seed
    return {"seed": seed, **rows}


def _player(game: Game[Any], arm: Mapping[str, Any], seat: str, seed: int) -> Bot:
    bot = ladder.player(game, arm["bots"][seat], f"{seed} {seat}")
    script = list(arm["script"].get(seat, ()))
    return Scripted(game, script, bot) if script else bot


def _unmet(players: Mapping[str, Bot]) -> str:
    """What was never offered of a script: then it was not the set-up that was asked for."""
    for seat, bot in players.items():
        if isinstance(bot, Scripted) and bot.script:
            return f"script.{seat}: {bot.script[0]!r} was never offered; mend its spelling"
    return ""


def _poisoned(
    game: Game[Any],
    arm: Mapping[str, Any],
    seed: int,
    state: State[Any] | None,
    error: Exception,
) -> Row:
    """What went wrong, and the record up to the choice that led there."""
    record = Record(game, arm["scenario"], arm["options"])
    choices = [] if state is None else state.history
    stopped = ""
    for choice in choices:
        try:
            record.choose(choice)
        except Exception:  # the choice that led there
            stopped = choice
            break
    record.dealing = Dealing.of(seed)
    where = traceback.extract_tb(error.__traceback__)[-1]
    return {
        "error": f"{type(error).__name__}: {error}",
        "at": f"{where.name}, {where.filename.rpartition('beachhead')[2].lstrip('/')}",
        "choice": stopped,
        "clock": record.clocks[-1],
        "record": record.to_data(),
    }


class Chronicler:
    """Hears a game between bots, and writes down what happened turn by turn and attack by attack.

    An attack is an event of a kind that the game lists as such (`Game.attacks`); what is hit and
    lost until something else begins is put down to it. Ground changes hands by events of the kinds
    in `Game.captures`."""

    def __init__(self, game: Game[Any]) -> None:
        self.game, self.page = game, game.page()
        self.place = f"{game.board_part}-" if game.board_part else ""
        self.state: State[Any] | None = None
        self.choices = 0
        self.announced = False
        self.turns: list[Row] = []
        self.attacks: list[Row] = []
        self.under_way: Row | None = None
        self.stands: dict[str, str] = {}

    def open(self, state: State[Any]) -> None:
        """Before the first choice: much may have happened already."""
        self.state = state
        self._listen(state, state.news)
        if not self.turns:
            self._begin(self._clock(state))

    def hear(self, state: State[Any], _seat: str, happened: list[Event]) -> None:
        """After every choice of a match."""
        self.choices += 1
        if self.choices > MOST_CHOICES:
            raise EndlessError(f"{MOST_CHOICES} choices, and no end")
        self._listen(state, happened)
        if not self.announced and self._clock(state) != self.turns[-1]["turn"]:
            self._close(state)
            self._begin(self._clock(state))

    def _listen(self, state: State[Any], happened: list[Event]) -> None:
        """An event says that a turn begins; where a game tells none, the clock does."""
        for event in happened:
            if event.manner.begins == "turn":
                self.announced = True
                name = event.text.rstrip(".").partition(",")[0]
                if self.turns and name != self.turns[-1]["turn"]:
                    self._close(state)
                if not self.turns or name != self.turns[-1]["turn"]:
                    self._begin(name)
            self._write(event)

    def _clock(self, state: State[Any]) -> str:
        return self.game.clock(state.position).partition(",")[0]

    def _begin(self, name: str) -> None:
        self.under_way = None
        self.turns.append(
            {
                "number": len(self.turns) + 1,
                "turn": name,
                "attacks": 0,
                "hit": 0,
                "lost": [],
                "lost_at": [],
                "lost_kind": [],
                "lost_by": [],
                "taken": [],
                "taken_by": [],
                "figures": {},
            }
        )

    def _close(self, state: State[Any]) -> None:
        """How it stood when the turn had ended."""
        self.turns[-1]["figures"] = figures_of(self.page.standing(state.position, None))

    def _write(self, event: Event) -> None:
        places = [each for each in event.touches if self._is_place(each)]
        pieces = [each for each in event.touches if not self._is_place(each)]
        if len(places) == 1:
            self.stands.update(dict.fromkeys(pieces, places[0]))
        if not self.turns:  # what is set up
            return
        if event.kind in self.game.attacks:
            self._attack(event, pieces, places)
        elif event.manner.begins:
            self.under_way = None
        if event.manner.motion in ("hit", "loss"):
            self._hurt(event, pieces, places)
        if event.kind in self.game.captures and places:
            self.turns[-1]["taken"].append(places[-1])
            self.turns[-1]["taken_by"].append(str(event.detail.get("side", "")))

    def _is_place(self, id_: str) -> bool:
        return bool(self.place) and id_.startswith(self.place)

    def _where(self, pieces: list[str], places: list[str]) -> str:
        """The place that an event is about, or else where its pieces were last."""
        if places:
            return places[-1]
        return next((self.stands[each] for each in reversed(pieces) if each in self.stands), "")

    def _attack(self, event: Event, pieces: list[str], places: list[str]) -> None:
        source = event.way[0] if event.way else pieces[0] if pieces else ""
        self.turns[-1]["attacks"] += 1
        self.under_way = {
            "number": len(self.attacks) + 1,
            "turn_number": self.turns[-1]["number"],
            "turn": self.turns[-1]["turn"],
            "kind": event.kind,
            "rule": event.rule,
            "source": source,
            "by": self.game.owner(source),
            "place": self._where(pieces, places),
            "pieces": pieces,
            "hits": 0,
            "losses": 0,
            "detail": json.dumps(event.detail, sort_keys=True, ensure_ascii=False),
        }
        self.attacks.append(self.under_way)

    def _hurt(self, event: Event, pieces: list[str], places: list[str]) -> None:
        turn, lost = self.turns[-1], event.manner.motion == "loss"
        if lost:
            turn["lost"].append(pieces[0] if pieces else "")
            turn["lost_at"].append(self._where(pieces, places))
            turn["lost_kind"].append(event.kind)
            turn["lost_by"].append(self.game.owner(pieces[0]) if pieces else "")
        else:
            turn["hit"] += 1
        if self.under_way is not None:
            self.under_way["losses" if lost else "hits"] += 1
            if not self.under_way["place"]:
                self.under_way["place"] = self._where(pieces, places)

    def rows(self, match: matches.Match) -> dict[str, Any]:
        """All that was written down, when the game is over."""
        self._close(match.state)
        return {
            "game": dict(self._game(match)),
            "turns": self.turns,
            "attacks": self.attacks,
        }

    def _game(self, match: matches.Match) -> Iterator[tuple[str, Any]]:
        result, seats = match.result, match.state.seats
        mind = mind_of(self.game)
        yield "result", result.text
        yield "rule", result.rule
        yield "ending", ending(result)
        yield "winners", list(result.winners)
        yield "points", float(mind.outcome(result, seats[0]).points)
        yield "turns", len(self.turns)
        yield "last_turn", self.turns[-1]["turn"]
        yield "attacks", len(self.attacks)
        yield "lost", sum(len(each["lost"]) for each in self.turns)
        yield "won", {seat: ladder.won(self.game, result, seat, seats) for seat in seats}
        yield "choices", dict(match.choices)
        yield "score", {name: float(value) for name, value in result.score.items()}
        yield "digest", match.state.digest()


def figures_of(standing: HowItStands) -> dict[str, float]:
    """The figures that a game follows from turn to turn, by the name of plot and line."""
    return {
        f"{each.plot}: {each.line}" if each.line else each.plot: float(each.value)
        for each in standing.figures
    }


def ending(result: Result) -> str:
    """How a game ended, without its figures, so that like endings are counted together.

    >>> ending(Result([], "US defeat with 13 VP.", "13.2"))
    'US defeat with … VP.'
    """
    return re.sub(r"[-−+]?\b\d+\b", "…", result.text)
