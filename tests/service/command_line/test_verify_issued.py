"""`rollstream verify --issuer` and `--receipt`: who issued a table, and whether it is the table of the player's receipt."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import click.testing
import pytest
from msgspec import to_builtins

from events.fairness.public_keys import SET_MEMBERS, PublicKey, key_set
from events.fairness.receipts import RECEIPT_MEMBERS, Receipts
from events.fairness.signing import SigningKey
from events.proof.issuing import not_issued, receipts_in
from events.proof.verify import verify as checked
from events.tables.envelope import NO_HASH, canonical, chained
from rules.table_commands import Create
from service.command_line import main
from tests.events.proof.forging import chained_anew, find, with_names_in_events
from tests.events.proof.playthrough import GAMES, HUMAN, Playthrough
from tests.signing import KEY

OTHER = SigningKey(b"o" * 32)


class Story(NamedTuple):
    """A finished table, its file, and its receipts as a player keeps them."""

    table: str
    file: bytes
    receipts: Receipts


def played(whims: str = "", key: SigningKey | None = KEY) -> Story:
    """A finished table, always with the same id, secret and first events; `whims` seeds the players' choices."""
    playthrough = Playthrough(21, key=key)
    table = playthrough.create_table("dicy-cards", Create(options={"mode": "glacial"}, seats=(HUMAN, HUMAN)))
    playthrough.chance.seed(whims)
    playthrough.play(table)
    return Story(table, playthrough.file(table), playthrough.receipts(table))


@pytest.fixture(scope="module")
def story() -> Story:
    return played()


@pytest.fixture
def keep(tmp_path: Path) -> Callable[[str, Any], Path]:
    """Writes JSON to a file with this name."""

    def written(name: str, content: Any) -> Path:
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else json.dumps(to_builtins(content)).encode())
        return path

    return written


Keep = Callable[[str, Any], Path]


def keys(*of: SigningKey, **times: str) -> Any:
    return key_set([PublicKey(kid=key.id, x=key.x, **times) for key in of])


def verify(*arguments: str | Path) -> click.testing.Result:
    return click.testing.CliRunner().invoke(main, ["verify", *map(str, arguments)])


def test_a_file_that_the_service_has_signed_is_right_and_issued(story: Story, keep: Keep) -> None:
    file = keep("game.json", story.file)

    result = verify(file, "--issuer", keep("jwks.json", keys(OTHER, KEY)))

    assert result.exit_code == 0, result.output
    assert result.output.splitlines()[0] == f"The file is valid, issued by {KEY.id}."
    assert verify(file).output.splitlines()[0] == "The file is valid."


def test_a_file_without_receipts_is_right_but_not_issued(keep: Keep) -> None:
    file = keep("game.json", played(key=None).file)

    result = verify(file, "--issuer", keep("jwks.json", keys(KEY)))

    assert result.exit_code == verify("--quiet", file, "--issuer", keep("jwks.json", keys(KEY))).exit_code == 1
    assert result.output.splitlines()[0] == "The file is valid, but not issued by this service: it has no receipt of its end."
    assert verify(file).exit_code == 0


def test_a_file_of_the_first_format_is_not_issued(story: Story, keep: Keep) -> None:
    content = with_names_in_events(json.loads(played(key=None).file))
    content["events"][0] |= {
        "schema": 3,
        "data": {name: value for name, value in content["events"][0]["data"].items() if name not in {"reserved", "advice"}},
    }
    del content["receipts"]
    file = keep("game.json", canonical(rechained({**content, "format": "rollstream-table-1"})))

    assert verify(file).exit_code == 0, verify(file).output
    assert "but not issued by this service: it has no receipt of its end." in verify(file, "--issuer", keep("jwks.json", keys(KEY))).output


def rechained(content: dict[str, Any]) -> dict[str, Any]:
    """The file with recomputed hashes."""
    head = NO_HASH
    for event in content["events"]:
        body = {name: value for name, value in event.items() if name != "hash"}
        head = event["hash"] = chained(head, {**body, "table": content["table"]})
    return {**content, "head": head}


def test_a_file_that_another_service_has_signed_is_not_issued_by_this_one(story: Story, keep: Keep) -> None:
    result = verify(keep("game.json", story.file), "--issuer", keep("jwks.json", keys(OTHER)))

    assert result.exit_code == 1
    assert (
        f"but not issued by this service: the receipt of its end names the key {KEY.id}, which is not a key of this service."
        in result.output
    )


@pytest.mark.parametrize("of", ["created", "finished"])
def test_a_signature_that_is_not_the_keys_issues_nothing(story: Story, keep: Keep, of: str) -> None:
    content = json.loads(story.file)
    content["receipts"][of]["signature"] = OTHER.sign(b"")
    file = keep("game.json", canonical(content))

    result = verify(file, "--issuer", keep("jwks.json", keys(KEY)))

    what = {"created": "creation", "finished": "end"}[of]
    assert result.exit_code == 1
    assert f"the receipt of its {what} has no valid signature by the key {KEY.id}." in result.output
    assert verify(file).exit_code == 0


def test_a_receipt_from_outside_its_keys_time_issues_nothing(story: Story, keep: Keep) -> None:
    jwks = keep("jwks.json", keys(KEY, valid_from="2026-01-01T00:00:00.000Z", valid_until="2026-02-01T00:00:00.000Z"))

    result = verify(keep("game.json", story.file), "--issuer", jwks)

    assert result.exit_code == 1
    assert f"but the key {KEY.id} was valid from 2026-01-01T00:00:00.000Z to 2026-02-01T00:00:00.000Z." in result.output


@pytest.mark.parametrize("of", ["created", "finished"])
@pytest.mark.parametrize(
    ("member", "value"),
    [("version", 2), ("head", "0" * 64), ("commitment", "0" * 64), ("at", "2026-01-01T00:00:00.000Z"), ("table", "p00-" + "0" * 26)],
)
def test_a_receipt_that_says_something_else_than_the_events_makes_the_file_wrong_whoever_signed_it(
    story: Story, keep: Keep, of: str, member: str, value: Any
) -> None:
    content = json.loads(story.file)
    receipt = content["receipts"][of]
    receipt[member] = value
    del receipt["signature"]
    receipt["signature"] = KEY.sign(canonical({**receipt, "format": "rollstream-receipt-1"}))

    result = verify(keep("game.json", canonical(content)), "--issuer", keep("jwks.json", keys(KEY)))

    assert result.exit_code == 1
    assert "[member-wrong]" in result.output
    assert of in result.output


@pytest.mark.parametrize("keeps", ["one", "both", "answer", "file"])
def test_a_file_is_compared_with_the_receipts_that_a_player_has_kept(story: Story, keep: Keep, keeps: str) -> None:
    kept = {
        "one": story.receipts.finished,
        "both": story.receipts,
        "answer": {"view": 1, "receipt": story.receipts.created},
        "file": story.file,
    }
    file, receipt = keep("game.json", story.file), keep("kept.json", kept[keeps])

    result = verify(file, "--receipt", receipt)

    assert result.exit_code == 0, result.output
    assert f"It is the table that {receipt} was given for, up to version " in result.output


def test_a_file_whose_game_is_not_installed_is_compared_with_kept_receipts_too(keep: Keep) -> None:
    value = json.loads(played(key=None).file)
    find(value, "table.created")["data"]["game"] = "chess"
    file = keep("chess.json", chained_anew(value))
    end = json.loads(file.read_bytes())["events"][-1]
    signed = {"table": value["table"], "commitment": value["commitment"], "version": end["version"], "head": end["hash"], "at": end["at"]}
    own, other = (keep(f"{head[:4]}.json", by_service({**signed, "head": head})) for head in (end["hash"], "0" * 64))

    same, another = verify(file, "--receipt", own), verify(file, "--receipt", other)

    assert same.exit_code == 3, same.output
    assert f"It is the table that {own} was given for, up to version {end['version']}." in same.output
    assert another.exit_code == 1
    assert f"It is not the table that {other} was given for: at version {end['version']} the receipt has the hash 0000" in another.output


def by_service(receipt: Mapping[str, Any]) -> Mapping[str, Any]:
    named = {**receipt, "key": KEY.id}
    return {**named, "signature": KEY.sign(canonical({**named, "format": "rollstream-receipt-1"}))}


def test_an_operator_who_rewrites_a_finished_game_is_found_by_the_player_who_kept_its_receipt(story: Story, keep: Keep) -> None:
    rewritten = played("what the operator would have liked better")
    file, jwks, kept = keep("game.json", rewritten.file), keep("jwks.json", keys(KEY)), keep("kept.json", story.receipts)

    alone = verify(file, "--issuer", jwks)
    compared = verify(file, "--issuer", jwks, "--receipt", kept)

    assert rewritten.table == story.table
    assert rewritten.receipts.created == story.receipts.created
    assert (alone.exit_code, alone.output.splitlines()[0]) == (0, f"The file is valid, issued by {KEY.id}.")
    assert compared.exit_code == verify(file, "--receipt", kept).exit_code == 1
    assert (
        f"It is not the table that {kept} was given for: the receipt is of version 235, the file ends with version 215." in compared.output
    )
    assert compared.output.count("This service has signed both.") == 1
    assert "This service has signed both." not in verify(file, "--receipt", kept).output


def test_the_receipt_of_the_creation_alone_fixes_the_dice_but_not_what_was_played_with_them(story: Story, keep: Keep) -> None:
    file, kept = keep("game.json", played("other whims").file), keep("kept.json", story.receipts.created)

    assert verify(file, "--receipt", kept).exit_code == 0


def test_a_kept_receipt_that_this_service_did_not_sign_says_nothing_against_it(story: Story, keep: Keep) -> None:
    kept = keep("kept.json", played("a game that was never played", key=OTHER).receipts.finished)

    result = verify(keep("game.json", story.file), "--issuer", keep("jwks.json", keys(KEY)), "--receipt", kept)

    assert result.exit_code == 1
    assert f"{kept} is not from this service: the receipt names the key {OTHER.id}, which is not a key of this service." in result.output


def test_a_receipt_of_a_table_that_is_not_there_is_said(story: Story, keep: Keep) -> None:
    assert story.receipts.finished is not None
    kept = keep("kept.json", {**to_builtins(story.receipts.finished), "table": "p00-\x1b[31m"})

    result = verify(keep("game.json", story.file), "--receipt", kept)

    assert result.exit_code == 1
    assert f"{kept} is a receipt of table p00-\ufffd[31m, and no right file here is of that table.\n" in result.output
    assert "\x1b" not in result.output


@pytest.mark.parametrize(
    ("option", "complaint"), [("--issuer", f"is no set of keys: {SET_MEMBERS}"), ("--receipt", f"is no receipt: {RECEIPT_MEMBERS}")]
)
def test_what_is_no_set_of_keys_or_receipt_leaves_the_files_unchecked(story: Story, keep: Keep, option: str, complaint: str) -> None:
    other = keep("other.json", {})

    result = verify(keep("game.json", story.file), option, other)

    assert (result.exit_code, result.output) == (2, f"Error: {other} {complaint}\n")


@pytest.mark.parametrize("option", ["--issuer", "--receipt"])
def test_a_number_of_thousands_of_digits_is_refused_in_our_words(story: Story, keep: Keep, option: str) -> None:
    other = keep("other.json", b'{"version": ' + b"9" * 6000 + b"}")

    result = verify(keep("game.json", story.file), option, other)

    assert (result.exit_code, result.output) == (2, f"Error: {other} has a number with too many digits\n")


def test_with_the_keys_every_changed_byte_of_a_receipt_is_noticed(story: Story) -> None:
    known, start = {KEY.id: PublicKey(kid=KEY.id, x=KEY.x)}, story.file.index(b'"receipts":')
    end = story.file.index(b"}}", start)
    assert story.receipts == receipts_in(story.file)
    for place in range(start, end, 7):
        changed = story.file[:place] + bytes([story.file[place] ^ 1]) + story.file[place + 1 :]
        assert not checked(changed, GAMES).ok or not_issued(receipts_in(changed), known) is not None, place
