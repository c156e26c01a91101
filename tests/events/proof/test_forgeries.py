"""Forgeries by hand, in which all hashes fit: both verifiers find each of them where it begins."""

from events.proof.verdict import Verdict
from events.proof.verify import verify
from tests.events.proof.dice_forgeries import DICE_FORGERIES
from tests.events.proof.dicy_forgeries import DICY_FORGERIES
from tests.events.proof.forging import chained_anew, parsed
from tests.events.proof.ice_forgeries import ICE_FORGERIES
from tests.events.proof.second import second_verdicts
from tests.events.proof.tables import GAMES, made


def found(verdict: Verdict) -> tuple[str, int | None, str | None]:
    return verdict.status, verdict.version, verdict.code


def test_a_forgery_is_found_by_both_verifiers_where_it_begins() -> None:
    files, wrong = {}, {}
    for number, forgery in enumerate((*DICY_FORGERIES, *ICE_FORGERIES, *DICE_FORGERIES)):
        value, name = parsed(made(forgery.table)), f"{forgery.change.__name__} {number}: {forgery.table}"
        wrong[name] = ("wrong", forgery.change(value), forgery.code)
        files[name] = chained_anew(value)

    second = dict(zip(files, second_verdicts(files.values()), strict=True))

    assert {name: found(verify(file, GAMES)) for name, file in files.items()} == wrong
    assert {name: found(verdict) for name, verdict in second.items()} == wrong
    assert len(wrong) > 100
