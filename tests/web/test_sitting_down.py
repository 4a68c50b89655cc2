"""Play by link: invitations, nonces, and dice that nobody chose."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

import beachhead
from beachhead.cli import main
from beachhead.kernel import record as records
from beachhead.kernel.chance import Dealing

OMAHA = {"scenario": "first-waves", "options": {"players": 2}, "seating": "link"}


def founded(server, **asked: Any) -> Any:
    answer = server.client.post("/api/tables", json={"game": "picket", "seating": "link", **asked})
    assert answer.status_code == 201, answer.text
    return answer.json()


def claim(server, table: str, code: str, status: int = 200, **more: Any) -> Any:
    body = {"invitation": code, "nonce": "n" * 32, **more}
    answer = server.client.post(f"/api/tables/{table}/claim", json=body)
    assert answer.status_code == status, answer.text
    return answer.json()


def look(server, table: str, token: str | None = None) -> Any:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    return server.client.get(f"/api/tables/{table}", headers=headers).json()


def play_out(seats, seed: int = 1) -> Any:
    """Random choices by whoever decides, until the game is over."""
    rng = random.Random(seed)
    players = [seat for name, seat in seats.items() if name]
    now = players[0].get()
    while now["view"]["result"] is None:
        deciding = seats[now["view"]["decision"]["seat"]]
        now = deciding.get()
        options = now["view"]["decision"]["options"]
        now = deciding.choose(rng.choice(options)["id"], now)
    return now


# --- sitting down


def test_the_founder_gets_invitations_and_sits_nowhere(server) -> None:
    made = founded(server)
    assert made["tokens"] == {}
    assert set(made["invitations"]) == {"blue", "red"}
    for code in made["invitations"].values():
        headers = {"Authorization": f"Bearer {code}"}
        answer = server.client.get(f"/api/tables/{made['table']}", headers=headers)
        assert answer.status_code == 401, "an invitation is no token"


def test_an_invitation_is_claimed_once(server) -> None:
    made = founded(server)
    code = made["invitations"]["red"]
    taken = claim(server, made["table"], code)
    assert (taken["seat"], taken["commitment"]) == ("red", made["commitment"])
    assert look(server, made["table"], taken["token"])["seats"] == ["red"]
    error = claim(server, made["table"], code, 409)["error"]
    assert error["field"] == "invitation"
    assert "can be used once" in error["text"]
    other = claim(server, made["table"], code, 409, token="t" * 32)["error"]
    assert other["field"] == "invitation"
    assert look(server, made["table"])["awaited"] == ["blue"]


def test_who_lost_the_answer_asks_again(server) -> None:
    made = founded(server)
    code, token = made["invitations"]["red"], "a-token-of-my-own-that-is-long-enough"
    first = claim(server, made["table"], code, token=token)
    again = claim(server, made["table"], code, token=token)
    assert first == again
    assert again["token"] == token


def test_claims_that_are_refused(server) -> None:
    made, other = founded(server), founded(server)
    table, code = made["table"], made["invitations"]["red"]
    assert claim(server, table, other["invitations"]["red"], 401)["error"]["field"] == "invitation"
    assert claim(server, table, "nonsense", 401)["error"]["field"] == "invitation"
    assert claim(server, table, code, 400, nonce="short")["error"]["field"] == "nonce"
    assert claim(server, table, code, 400, token="short")["error"]["field"] == "token"
    assert claim(server, "nowhere", code, 404)["error"]["field"] == "table"
    assert look(server, table)["awaited"] == ["blue", "red"]
    solo = server.solo(seed=1)
    assert claim(server, solo.table, "nonsense", 401)


def test_nothing_is_dealt_before_all_sit(server) -> None:
    made = founded(server)
    waiting = look(server, made["table"])
    assert waiting["view"]["decision"]["seat"] == "chance"
    assert (waiting["made"], waiting["awaited"]) == (0, ["blue", "red"])
    claim(server, made["table"], made["invitations"]["blue"])
    assert look(server, made["table"])["made"] == 0
    red = claim(server, made["table"], made["invitations"]["red"])
    now = look(server, made["table"], red["token"])
    assert (now["awaited"], now["view"]["decision"]["seat"]) == ([], "blue")
    assert now["made"] == 6, "six cards are dealt"


def test_a_restarted_server_remembers_who_sits(server, restarted) -> None:
    made = founded(server)
    claim(server, made["table"], made["invitations"]["blue"], nonce="b" * 32)
    assert look(restarted, made["table"])["awaited"] == ["red"]
    claim(restarted, made["table"], made["invitations"]["red"], nonce="r" * 32)
    now = look(restarted, made["table"])
    assert now["dealing"]["nonces"] == {"blue": "b" * 32, "red": "r" * 32}
    again = server.client.post(
        f"/api/tables/{made['table']}/claim",
        json={"invitation": made["invitations"]["red"], "nonce": "x" * 32},
    )
    assert again.status_code == 409, "the first server learns that the seat is taken"


# --- what seats are shown


def test_the_commitment_comes_before_the_nonces_and_the_secret_at_the_end(server) -> None:
    made = founded(server)
    assert len(made["commitment"]) == 64
    shown = look(server, made["table"])["dealing"]
    assert (shown["commitment"], shown["secret"]) == (made["commitment"], None)
    assert shown["nonces"] == {"blue": None, "red": None}
    seats = server.found(game="picket", seating="link")
    during = [seat.get()["dealing"] for seat in seats.values()]
    assert all(each["secret"] is None and each["seed"] is None for each in during)
    over = play_out(seats)["dealing"]
    dealing = Dealing(secret=over["secret"], nonces=over["nonces"])
    assert dealing.commitment == during[0]["commitment"]


def test_a_typed_seed_is_shown_to_all_seats(server) -> None:
    seats = server.found(seed=7, **OMAHA)
    for seat in seats.values():
        dealing = seat.get()["dealing"]
        assert (dealing["typed"], dealing["seed"], dealing["commitment"]) == (True, None, None)
    assert server.found(**OMAHA)["1st"].get()["dealing"]["typed"] is False
    assert server.solo(seed=7).get()["dealing"]["seed"] == 7


def test_what_a_game_began_from_is_shown_to_all_seats(server) -> None:
    seats = server.found(**OMAHA)
    assert seats["1st"].get()["origin"] == {"kind": "scenario", "made": 0}
    alone = server.solo(scenario="first-waves", options={"players": 2}, seating="hotseat")
    alone.play(30)
    document, notation = alone.get("/record"), alone.get("/notation.txt")
    begun = server.found(record=document, seating="link")
    for seat in begun.values():
        now = seat.get()
        assert now["origin"] == {"kind": "record", "made": len(document["choices"])}
        assert now["dealing"]["commitment"] != document["dealing"]["commitment"]
    written = server.found(notation=notation, seating="link")
    for seat in written.values():
        assert seat.get()["origin"]["kind"] == "situation"


def test_a_record_that_goes_on_by_link_is_not_dealt_by_its_own_secret(server) -> None:
    """The founder knows the secret of his record: what follows comes from a new one."""
    alone = server.solo(game="picket", scenario="long", seating="hotseat")
    alone.play(5)
    document = alone.get("/record")
    seats = server.found(game="picket", record=document, seating="link")
    play_out(seats)
    whole = seats[""].get("/record")
    assert whole["dealing"]["secret"] != document["dealing"]["secret"]
    assert whole["dealing"]["since"] == len(document["choices"])
    assert records.verify(server.client.app.state.tables.games["picket"], whole)


# --- the end


def test_after_the_end_nothing_is_taken_back_by_link(server) -> None:
    seats = server.found(game="picket", seating="link")
    play_out(seats)
    for name in ("blue", "red"):
        now = seats[name].get()
        assert now["dealing"]["secret"], "the record is open"
        assert not now["undo"]["possible"]
        assert seats[name].post("/undo", 403)["error"]["field"] == "undo"
        assert seats[name].post("/undo", 403, to=now["made"] - 1)["error"]["field"] == "undo"
        assert seats[name].get()["made"] == now["made"]


def test_after_the_end_who_plays_alone_takes_back(server) -> None:
    for seating in ("solo", "hotseat"):
        seats = server.found(game="picket", seating=seating)
        play_out(seats)
        assert seats["blue"].post("/undo")["view"]["result"] is None


def test_taking_back_ends_where_somebody_first_chose(server) -> None:
    """The opening draws are nobody's choice; the table stays in memory."""
    seat = server.solo(seed=5)
    begun = seat.play(0)
    seat.play(3)
    tables = server.client.app.state.tables
    live = tables._live[seat.table]
    for to in range(begun["made"]):
        assert seat.post("/undo", 400, to=to)["error"]["field"] == "to"
    assert seat.post("/undo", to=begun["made"])["view"] == begun["view"]
    assert seat.post("/undo", 400)["error"]["field"] == "undo"
    assert tables._live[seat.table] is live


# --- verify


@pytest.fixture(scope="module")
def document(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """A whole game of Storm by link, dealt from a secret and two nonces."""
    from storm_players import bold

    dealing = Dealing.fresh(["german", "allied"])
    dealing = dealing.claim("german", "g" * 32).claim("allied", "a" * 32)
    record = records.Record(beachhead.load("storm"), seed=dealing)
    rng = random.Random(1)
    while not record.state.over:
        record.choose(bold(record.state, rng))
    data: dict[str, Any] = record.to_data()
    return data


def sealed(data: dict[str, Any]) -> dict[str, Any]:
    """What a forger writes: the seal is no secret."""
    return data | {"seal": records.seal(data)}


def changed_draw(data: dict[str, Any]) -> dict[str, Any]:
    choices = data["choices"][:]
    number = next(n for n, choice in enumerate(choices) if choice.startswith(("roll-", "die-")))
    state = records.Record(beachhead.load("storm")).state
    for choice in choices[:number]:
        state.apply(choice)
    choices[number] = next(o.id for o in state.decision.options if o.id != choices[number])
    return data | {"choices": choices}


def exchanged_nonce(data: dict[str, Any]) -> dict[str, Any]:
    return data | {
        "dealing": data["dealing"] | {"nonces": {"german": "a" * 32, "allied": "g" * 32}}
    }


def other_secret(data: dict[str, Any]) -> dict[str, Any]:
    return data | {"dealing": data["dealing"] | {"secret": "5a" * 32}}


def removed_choice(data: dict[str, Any]) -> dict[str, Any]:
    middle = len(data["choices"]) // 2
    return data | {"choices": data["choices"][:middle] + data["choices"][middle + 1 :]}


def removed_last(data: dict[str, Any]) -> dict[str, Any]:
    marks = {made: mark for made, mark in data["marks"].items() if int(made) < len(data["choices"])}
    return data | {"choices": data["choices"][:-1], "marks": marks}


def test_an_honest_record_holds(
    document: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(document))
    shown = document["dealing"]["commitment"]
    flags = ["--commitment", shown, "--nonce", f"german={'g' * 32}"]
    assert main(["verify", str(file), *flags]) == 0
    out = capsys.readouterr().out
    assert (
        "draws are those that the secret deals, mixed with the nonces of german and allied" in out
    )
    assert "This record holds." in out
    assert main(["verify", str(file), "--commitment", "0" * 64]) == 1
    assert "which you were shown" in capsys.readouterr().out
    assert main(["verify", str(file), "--nonce", f"allied={'x' * 32}"]) == 1
    assert "which this seat added" in capsys.readouterr().out
    assert main(["verify", str(file), "--nonce", "allied"]) == 2
    assert main(["verify", str(tmp_path / "none.json")]) == 2


@pytest.mark.parametrize(
    "forge", [changed_draw, exchanged_nonce, other_secret, removed_choice, removed_last]
)
@pytest.mark.parametrize("forger", [dict, sealed], ids=["", "and-sealed"])
def test_a_forged_record_does_not_hold(
    document: dict[str, Any],
    forge: Any,
    forger: Any,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Neither as it is nor with a new seal: the draws themselves give it away."""
    file = tmp_path / "game.json"
    file.write_text(json.dumps(forger(forge(document))))
    assert main(["verify", str(file)]) == 1
    assert "This record does not hold: " in capsys.readouterr().out


def test_a_draw_that_was_not_dealt_is_named(document: dict[str, Any]) -> None:
    """With everything else made to fit: only the dealing tells."""
    game = beachhead.load("storm")
    forged = changed_draw(document)
    record = records.Record(game)
    number = next(
        n
        for n, (a, b) in enumerate(zip(document["choices"], forged["choices"], strict=True))
        if a != b
    )
    for choice in forged["choices"][: number + 1]:
        record.choose(choice)
    data = record.to_data() | {"dealing": document["dealing"]}
    with pytest.raises(records.RecordError, match=rf"choices\[{number}\]: .* was not dealt"):
        records.verify(game, sealed(data))
