"""What is said over HTTP: requests, answers, errors. `/openapi.json` is made from these types."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from beachhead.errors import BeachheadError
from beachhead.kernel.play import Illegal
from beachhead.kernel.telling import Kind
from beachhead.page import Price, StackTerm
from beachhead.page.book import Flipbook, Line
from beachhead.page.lessons import Guided
from beachhead.page.overlays import Offer
from beachhead.web.store import CorruptError, StoreError

LONGEST_NOTATION = 200_000
"""As many characters a situation may have."""

MOST_CHOICES = 200
"""As many choices an order may have."""

Count = Annotated[int, Meta(ge=0, le=10**9)]
Word = Annotated[str, Meta(min_length=1, max_length=200)]
Nonce = Annotated[str, Meta(pattern=r"\A[A-Za-z0-9_-]{32,200}\Z")]
Seating = Literal["solo", "hotseat", "link"]

# --- requests


class Request(Struct, forbid_unknown_fields=True):
    """What a page sends."""


class BotSeat(Struct, forbid_unknown_fields=True):
    """A bot that plays a seat: its level, and how long it may think about a decision."""

    level: Word
    seconds: Annotated[float, Meta(gt=0, le=60)] | None = None


class NewTable(Request):
    """Found a table: a scenario, a situation in the game's notation, or a record to go on with.
    Seats that bots play are nobody else's; if bots play all, they are the founder's to take."""

    game: Word
    scenario: Word | None = None
    options: dict[str, Any] = {}
    seed: Annotated[str, Meta(min_length=1, max_length=100)] | int | None = None
    seating: Seating = "solo"
    title: Annotated[str, Meta(max_length=80)] | None = None
    notation: Annotated[str, Meta(max_length=LONGEST_NOTATION)] | None = None
    record: dict[str, Any] | None = None
    bots: dict[Word, BotSeat] = {}


class Claim(Request):
    """Take a seat by its invitation. The nonce is what this seat adds to the dealing: random, and
    made by whoever sits down. The token will hold the seat; left out, the server makes one."""

    invitation: Word
    nonce: Nonce
    token: Nonce | None = None


class Choose(Request):
    """Make a choice; `made` and `revision` say which moment it is meant for."""

    choice: Word
    made: Count
    revision: Count | None = None
    since: Count | None = None


class Carry(Request):
    """Carry out an order: the choices to make now, all of them or none, and those to make later:
    when others, who are asked in between, have let it pass; of a patient order, whatever they and
    chance decide."""

    choices: Annotated[list[Word], Meta(min_length=1, max_length=MOST_CHOICES)]
    made: Count
    later: Annotated[list[Word], Meta(max_length=MOST_CHOICES)] = []
    patient: bool = False
    revision: Count | None = None
    since: Count | None = None


class Undo(Request):
    """Take back the last choice, or all after the first `to`."""

    to: Count | None = None
    made: Count | None = None
    revision: Count | None = None
    since: Count | None = None


class Redo(Request):
    """Make again what was taken back."""

    made: Count | None = None
    revision: Count | None = None
    since: Count | None = None


Ask = Literal["always", "when-possible", "not-this-turn"]


class Preferences(Request):
    """How this token's seats want to be asked what they may decline."""

    ask: Ask
    revision: Count | None = None
    since: Count | None = None


class Relief(Request):
    """Hand a seat of one's own to a bot, or, without one, take it back; or let a bot stand in for
    somebody who has left."""

    seat: Word
    bot: BotSeat | None = None
    since: Count | None = None
    revision: Count | None = None


Name = Annotated[str, Meta(min_length=1, max_length=80)]


class NewBranch(Request):
    """Branch off from a game to analyze it: at a moment (the present one if none is named), or by
    the record of a branch that was taken away before."""

    at: Count | None = None
    name: Name | None = None
    record: dict[str, Any] | None = None


class Comment(Request):
    """Write something at a moment of a branch; nothing takes what is there away."""

    made: Count
    text: Annotated[str, Meta(max_length=2000)]


class Rename(Request):
    """Call a branch something else."""

    name: Name


class Removal(Request):
    """Remove a branch."""


class Hurry(Request):
    """Let the bot that thinks choose now."""

    since: Count | None = None
    revision: Count | None = None


# --- answers


class LevelInfo(Struct):
    """How well a bot plays."""

    id: str
    title: str
    text: str
    patient: bool
    """Whether it thinks as long as one lets it."""


class StandingInfo(Struct):
    """How a seat stands: its chance, from 0 to 1, where it is known well enough to be told, and
    what it is the chance of; and the points that it can expect."""

    chance: float | None
    chance_is: str
    points: float


class CauseInfo(Struct):
    """What an order changes, and whether that is good for who gives it."""

    text: str
    good: bool


class AdviceInfo(Struct):
    """An order, what touches it on the board, what it is worth if that can be said, what throws and
    cards promise, and why; of what one has in mind, where it falls short of the best."""

    text: str
    choices: list[str]
    pieces: list[str]
    goal: list[str]
    standing: StandingInfo | None
    odds: list[str]
    causes: list[CauseInfo]


class CounselInfo(Struct):
    """How the seat stands that decides, if that can be said, what it could do, the best first, and
    what comes of what it has in mind, if it asked."""

    seat: str
    now: StandingInfo | None
    best: list[AdviceInfo]
    considered: AdviceInfo | None


class Reading(Struct):
    """How the seats stood at one moment."""

    made: int
    clock: str
    standings: dict[str, StandingInfo]


class Readings(Struct):
    """How the seats stood, turn by turn, and stand now."""

    readings: list[Reading]


class StrokeInfo(Struct):
    """A card or die that changed a game: after how many choices, when, what was told of it, and by
    how many points it helped the first seat."""

    made: int
    clock: str
    text: str
    points: float


class MistakeInfo(Struct):
    """An order that cost its seat something: after how many choices and when it was given, what it
    was, how many points less it promised than the best, and what that was."""

    made: int
    clock: str
    seat: str
    text: str
    cost: float
    better: str


class Reckoned(Struct):
    """What a game owes to chance and to choices, in points for its first seat; what changed it
    most; and how that seat stood after each choice, before the first one first."""

    seat: str
    luck: float
    play: dict[str, float]
    strokes: list[StrokeInfo]
    mistakes: list[MistakeInfo]
    curve: list[float]


class SettingInfo(Struct):
    """One choice made before the game."""

    id: str
    text: str
    values: list[Any]
    default: Any
    rule: str
    group: str
    refused: dict[str, str] = {}
    """Why a scenario does not go with the setting, by scenario."""
    suggested: Any = None
    """What to propose for a new game, if not the default."""


class ScenarioInfo(Struct):
    """One way to set a game up."""

    id: str
    title: str
    text: str
    rule: str


class GameInfo(Struct):
    """A game as the catalogue has it."""

    id: str
    title: str
    version: str
    notice: str | None
    board: str
    reference: str
    scenarios: list[ScenarioInfo]
    settings: list[SettingInfo]
    seats: dict[str, dict[str, list[str]]]
    overlays: list[Offer]
    guided: Guided | None
    style: str | None
    secrets: bool = False
    """Whether a seat knows what another may not see: a shared screen is covered in between."""
    names: dict[str, str] = {}
    """What to call who sits in a seat."""
    seatings: dict[str, str] = {}
    """What each way to sit down means in this game."""
    signs: dict[str, str] = {}
    """Words that stand with a sign before them in what is told."""
    colors: dict[str, str] = {}
    """The color of each seat."""
    stack: list[StackTerm] = []
    """What to say of the counters of a stack together."""
    notation: bool = False
    """Whether a situation can be written as text."""
    levels: list[LevelInfo] = []
    """How well bots can play it; none if they do not know how."""


class Catalogue(Struct):
    """The games that can be played."""

    games: list[GameInfo]


class Founded(Struct):
    """A new table and the tokens of its seats; by link, an invitation for each seat instead."""

    table: str
    tokens: dict[str, str]
    invitations: dict[str, str]
    seating: str
    title: str
    commitment: str | None


class Claimed(Struct):
    """A seat that was taken, the token that holds it, and the commitment of the dealing."""

    table: str
    seat: str
    token: str
    commitment: str | None


class DealingInfo(Struct):
    """What cards and dice come from, as far as the seat may know. `typed`: the founder chose the
    seed and can know what follows. The secret is shown when the game is over."""

    dealer: str
    typed: bool
    seed: Any
    commitment: str | None
    secret: str | None
    nonces: dict[str, str | None]


class Origin(Struct):
    """What the founder began from: "scenario", "situation" or "record", and how many choices came
    with it. What was hidden in a situation or a record the founder knows."""

    kind: str
    made: int


class TableInfo(Struct):
    """A table in the list of one's own."""

    table: str
    game: str
    scenario: str
    title: str
    seating: str
    seats: list[str]
    clock: str
    made: int
    over: bool
    created: str
    changed: str
    bots: bool = False
    """Whether bots play seats of it."""


class TableList(Struct):
    """One's own tables, latest change first."""

    tables: list[TableInfo]


class Happened(Struct):
    """An event that the seat may know; `made` is the choice that brought it about."""

    index: int
    made: int
    rule: str
    kind: str
    text: str
    touches: list[str]
    detail: dict[str, Any]
    way: list[str]
    """Ids on the board, from where to where."""
    cell: list[str] | None
    """The chart, row and column that it was read from."""
    manner: Kind
    """How its kind is told."""


class Step(Struct):
    """Whether one can take back or make again, and what."""

    possible: bool
    label: str | None
    to: int | None = None


class TurningPoint(Struct):
    """A moment at which the clock changed; at the start of a turn `turn` and `text` say so."""

    made: int
    clock: str
    turn: int | None
    text: str | None


class Snapshot(Struct):
    """A table as one seat may see it at one moment."""

    table: str
    game: str
    scenario: str
    title: str
    options: dict[str, Any]
    dealing: DealingInfo | None
    origin: Origin
    awaited: list[str]
    resumed: str | None
    seating: str
    seat: str | None
    seats: list[str]
    made: int
    revision: int
    live: bool
    total: int
    view: dict[str, Any]
    yours: bool
    events_from: int
    events_total: int
    events: list[Happened]
    undo: Step
    redo: Step
    counters: str
    flipbook: Flipbook | None
    glow: dict[str, list[str]]
    """What lights up, and is clicked, for each option."""
    routes: dict[str, list[str]]
    """The way an option leads, for those that lead farther than a step."""
    notes: dict[str, str]
    """A few words where an option leads."""
    looks: dict[str, str]
    """Options that are costly, hostile or free."""
    figures: bool
    """Whether there are figures to ask for."""
    risks: dict[str, list[str]]
    commits: dict[str, str]
    subject: list[str]
    """What the decision is about, as ids on the board."""
    around: list[str]
    """What to keep in view besides the options."""
    warnings: list[Price]
    sharing: SharingInfo | None
    """What this decision and those that follow share out."""
    proposal: ProposalInfo | None
    """What one may agree with instead of choosing step by step."""
    final: bool
    """Whether chance or another seat decides after what closes this decision."""
    turning_points: list[TurningPoint]
    ask: Ask | None = None
    bots: dict[str, BotSeat] = {}
    """The seats that bots play."""
    absent: str | None = None
    """The seat of somebody who must decide and has left: a bot may stand in for him."""
    contested: bool = False
    """Whether people play against each other by link and it is not over: nobody is advised."""
    analysis: AnalysisInfo | None = None
    """What this is a branch of; null: it is a game."""


class CommentInfo(Struct):
    """What was written at a moment of a branch, after so many choices."""

    made: int
    text: str


class AnalysisInfo(Struct):
    """A branch: of which game (null: of one that is not here), what it is called, at which moment
    it leaves the game, and what is written along its line."""

    game: str | None
    title: str
    made: int
    clock: str
    supposed: bool
    """Whether what the seat could not know there was dealt anew."""
    since: int
    """How many choices of the branch are those of the game."""
    comments: list[CommentInfo]


class BranchInfo(Struct):
    """A branch in the list of a game's."""

    table: str
    name: str
    made: int
    clock: str
    total: int
    since: int
    comments: int
    changed: str
    yours: bool


class Branches(Struct):
    """The branches of a game that the token may see, and why no other can be made just now."""

    branches: list[BranchInfo]
    refusal: str | None


class Change(Struct):
    """What the stream tells: that something changed, and how far."""

    table: str
    revision: int
    made: int
    clock: str
    seat: str | None
    over: bool


class Answer(Struct):
    """Why something may not be done; null if it may."""

    refusal: dict[str, str] | None


class Chosen(Struct):
    """One choice of the past."""

    made: int
    seat: str
    id: str | None
    label: str | None
    clock: str


class FigureInfo(Struct):
    """A figure on the board, what it says in full, and what it comes from."""

    at: str
    text: str
    words: str
    look: str
    reasons: list[Line]


class OrderInfo(Struct):
    """What some pieces can do together: who, where to and by which way, as ids on the board."""

    label: str
    rule: str
    choices: list[str]
    pieces: list[str]
    goal: list[str]
    way: list[str]
    note: str
    hostile: bool
    risks: list[str]


class Figures(Struct):
    """The figures of the present decision, and the attacks that those it is about could make
    instead, if the last choice is taken back."""

    figures: list[FigureInfo]
    instead: list[OrderInfo]


class Orders(Struct):
    """The orders that can be given to some pieces, or why none can."""

    orders: list[OrderInfo]
    refusal: dict[str, Any] | None


class PlanInfo(Struct):
    """An order as it would be carried out: the choices to make now and later, whether it commits,
    whether it leads to a draw or a roll, and its odds."""

    now: list[str]
    later: list[str]
    commits: bool
    draws: bool
    odds: list[str]


class ShareInfo(Struct):
    """What a place may get, and what each number promises there, from 0 on."""

    at: str
    name: str
    promises: list[str]


class SharingInfo(Struct):
    """A number to share out: option ids are `id` and a number, one share after the other."""

    total: int
    whole: bool
    id: str
    label: str
    shares: list[ShareInfo]


class ProposalInfo(Struct):
    """What most players would choose, to agree with: the choices to make now and later."""

    label: str
    now: list[str]
    later: list[str]
    patient: bool


class History(Struct):
    """The choices of the past."""

    choices: list[Chosen]


class ProblemFile(Struct, omit_defaults=True):
    """What helps to find a problem: the version, the place, the rule, and the record; without it,
    why it is missing, and what the seat has seen, chosen and heard."""

    beachhead: str
    python: str
    game: str
    rules: str
    scenario: str
    options: dict[str, Any]
    seating: str
    seats: list[str]
    clock: str
    made: int
    rule: str
    prompt: str
    record: dict[str, Any] | None = None
    without_record: str = ""
    view: dict[str, Any] | None = None
    counters: str = ""
    choices: list[Chosen] = []
    log: str = ""


class ErrorText(Struct):
    """What was wrong, where, and what to do."""

    field: str
    text: str
    rule: str | None = None


class Error(Struct, omit_defaults=True):
    """Every refusal; a stale one brings a fresh snapshot."""

    error: ErrorText
    snapshot: Snapshot | None = None


class Problem(BeachheadError):  # noqa: N818
    """A request that cannot be granted."""

    def __init__(
        self,
        status: int,
        field: str,
        text: str,
        rule: str | None = None,
        snapshot: Snapshot | None = None,
    ) -> None:
        super().__init__(f"{field}: {text}")
        self.status = status
        self.body = Error(ErrorText(field, text, rule), snapshot)


# --- reading and explaining

R = TypeVar("R", bound=Request)

_READERS: dict[type[Request], msgspec.json.Decoder[Any]] = {
    kind: msgspec.json.Decoder(kind) for kind in Request.__subclasses__()
}


def parse(body: bytes, kind: type[R]) -> R:
    """A request from its JSON; a wrong one is refused by naming the field."""
    try:
        request: R = _READERS[kind].decode(body or b"{}")
    except msgspec.ValidationError as error:
        field, text = _explained(str(error))
        raise Problem(400, field, text) from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Problem(400, "body", f"is not JSON in UTF-8: {error}") from error
    except RecursionError as error:
        raise Problem(400, "body", "is nested too deeply") from error
    return request


def _explained(text: str) -> tuple[str, str]:
    """The field and the complaint in a message of the decoder."""
    what, _, path = text.partition(" - at `$")
    field = path.rstrip("`").lstrip(".").removesuffix("[...]")
    if missing := re.fullmatch(r"Object missing required field `(\w+)`", what):
        name = missing[1]
        return f"{field}.{name}".lstrip("."), f"{name} is missing"
    if unknown := re.fullmatch(r"Object contains unknown field `(.*)`", what, re.DOTALL):
        return f"{field}.{unknown[1]}".lstrip("."), "there is no such field; leave it out"
    plain = what.replace("`", "").replace("null", "nothing")
    return field or "body", plain[:1].lower() + plain[1:]


def problem_of(error: BeachheadError) -> Problem:
    """An error of the table as an answer: `field: text`, as all of them begin."""
    if isinstance(error, Problem):
        return error
    if isinstance(error, CorruptError):
        return Problem(409, "table", f"{error}; the other games are unharmed")
    if isinstance(error, StoreError):
        return Problem(503, "store", f"{error}. Try again.")
    if isinstance(error, Illegal):
        return Problem(400, "choice", error.refusal.text, error.refusal.rule)
    named = re.match(r"([A-Za-z_][\w.\[\]-]*): (?=.)", str(error))
    field, text = (named[1], str(error)[named.end() :]) if named else ("request", str(error))
    return Problem(400, field, text)
