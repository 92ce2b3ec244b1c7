"""Tables begun by an older server under scheme 1: lobbies switch to the new scheme, and games finish with their own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from lastcard import InvalidOption
from lastcard.rules.fair import SCHEME, commitment, mixed_seed
from lastcard.server.table import log
from lastcard.server.table.archive import Unplayed
from lastcard.server.table.table import Table
from lastcard.server.wire import commands as wire
from lastcard.verify import verify
from live_server import serving
from table_logs import SECRET, Desk, told_state

TABLE = "table-1"
Upgrade = Callable[[], None]


@pytest.fixture
def upgrade(monkeypatch: pytest.MonkeyPatch) -> Upgrade:
    """Make the server act like version 1, which writes no scheme, until this is called."""
    monkeypatch.setattr("lastcard.server.table.table.SCHEME", 1)
    return lambda: monkeypatch.setattr("lastcard.server.table.table.SCHEME", SCHEME)


def folded(desk: Desk) -> Desk:
    """The same table as a current server reads it."""
    assert not any(b"scheme" in entry for entry in desk.log)
    desk.table = desk.folded()
    return desk


def ready(desk: Desk) -> list[bool]:
    """Who is ready, as everyone is told."""
    return [seat["ready"] for seat in told_state(desk.table, None)["seats"]]


def test_a_lobby_of_version_1_shows_the_new_commitment(upgrade: Upgrade) -> None:
    """After the upgrade, an open lobby commits to the deal under the new scheme, and says so."""
    desk = Desk()
    assert told_state(desk.table, None)["commitment"] == commitment(SECRET, TABLE, 1)
    upgrade()
    told = told_state(folded(desk).table, None)
    assert (told["commitment"], told["scheme"]) == (commitment(SECRET, TABLE, 2), 2)


def test_readiness_under_the_old_commitment_is_taken_back(upgrade: Upgrade) -> None:
    """Players who were ready must look again, and the host cannot start before they do."""
    desk = Desk()
    desk.ready()
    upgrade()
    assert ready(folded(desk)) == [False, False]
    assert desk.code(0, wire.Start()) == "not-ready"


def test_readiness_under_the_new_commitment_stays(upgrade: Upgrade) -> None:
    """Only readiness given under the old commitment is taken back, and later readings of the log leave the rest."""
    desk = Desk()
    desk.ready()
    upgrade()
    folded(desk).ready(1)
    assert [seat["ready"] for seat in told_state(desk.folded(), None)["seats"]] == [False, True]


def test_a_lobby_of_version_1_is_dealt_by_the_new_scheme(upgrade: Upgrade) -> None:
    """Once ready again, the deal uses scheme 2 with the earlier contributions, however often its log is read."""
    desk = Desk()
    desk.do(1, wire.Contribute(hex="c0ffee"))
    desk.ready()
    upgrade()
    folded(desk).start()
    assert desk.game.seed == mixed_seed(SECRET, ["", "c0ffee"], TABLE, 2)
    assert desk.states(desk.folded()) == desk.states()


def test_a_running_game_of_version_1_goes_on(upgrade: Upgrade) -> None:
    """If the deal was made under scheme 1, hands and commitment stay the same."""
    desk = Desk().start()
    hands, promised = desk.game.hands, told_state(desk.table, None)["commitment"]
    upgrade()
    folded(desk)
    assert desk.game.hands == hands
    assert (told_state(desk.table, 0)["commitment"], told_state(desk.table, 0)["scheme"]) == (promised, 1)


def test_readiness_between_rounds_of_an_old_game_stays(upgrade: Upgrade) -> None:
    """A game finishes with its own scheme, and nobody has to agree to its next round twice."""
    desk = play(Desk(options={"target": 5000}).start(), until="between")
    desk.ready(0)
    upgrade()
    assert ready(folded(desk)) == [True, False]
    desk.ready(1)
    assert (desk.table.stage, desk.table.scheme) == ("playing", 1)


def play(desk: Desk, until: str) -> Desk:
    """Play on with the first move that does not draw."""
    while desk.table.stage != until:
        desk.later(2)
        seat = desk.game.to_move[0]
        moves = desk.table.moves(seat)
        desk.move(seat, next((move for move in moves if move not in ("draw", "pass")), moves[0]))
    return desk


def test_a_game_of_version_1_is_verified_by_its_scheme(upgrade: Upgrade) -> None:
    """The record of a game begun before the upgrade and finished after it matches what was told before."""
    desk = Desk().start()
    upgrade()
    record = play(folded(desk), until="over").table.record()
    assert sorted(record["fair"]) == ["commitment", "contributions", "secret"]
    assert all(finding.holds for finding in verify(wire.encode(record), commitment(SECRET, TABLE, 1)))


def test_the_old_commitment_holds_for_a_lobby_that_went_over(upgrade: Upgrade) -> None:
    """A player who noted the lobby's commitment before the upgrade can verify the game by it, or by the new one."""
    desk = Desk()
    promised = told_state(desk.table, None)["commitment"]
    upgrade()
    record = play(folded(desk).start(), until="over").table.record()
    for told in (promised, record["fair"]["commitment"]):
        assert all(finding.holds for finding in verify(wire.encode(record), told))


@pytest.mark.parametrize("scheme", [1, 2])
def test_a_record_from_the_log_alone_names_its_scheme(scheme: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A record made without playing the game through has the seed and proof of its own scheme."""
    monkeypatch.setattr("lastcard.server.table.table.SCHEME", scheme)
    desk = Desk()
    desk.do(1, wire.Contribute(hex="c0ffee"))
    play(desk.start(), until="over")
    monkeypatch.undo()
    record = Unplayed(map(log.decode, desk.log)).record()
    assert (record["seed"], record["fair"]) == (desk.game.seed, desk.table.record()["fair"])
    assert all(finding.holds for finding in verify(wire.encode(record)))


def test_a_scheme_of_the_future_is_refused() -> None:
    """A log whose deal uses an unknown scheme is not misread as another."""
    desk = Desk().start()
    entries = [log.decode(entry.replace(b'"scheme":2', b'"scheme":3')) for entry in desk.log]
    with pytest.raises(InvalidOption, match="scheme 1 or 2, not 3"):
        Table(entries)


@pytest.mark.anyio
async def test_a_lobby_goes_over_while_its_server_restarts(upgrade: Upgrade, tmp_path: Path) -> None:
    """Over the wire, a player who was ready under the old commitment returns to the new one, gets ready again and plays."""
    async with serving(tmp_path) as old:
        made = await old.create(bots=1)
        async with old.player(made["table"], made["token"]) as ann:
            await ann.ready()
            assert (ann.state["scheme"], ann.state["seats"][0]["ready"]) == (1, True)
            before = ann.state["commitment"]
    upgrade()
    async with serving(tmp_path) as new, new.player(made["table"], made["token"]) as ann:
        assert (ann.state["scheme"], ann.state["seats"][0]["ready"]) == (2, False)
        assert ann.state["commitment"] != before
        await ann.ready()
        await ann.do("start")
        assert ann.state["stage"] == "playing"
