from functools import cache

import pytest

from events.proof.verdict import Verdict
from events.proof.verify import verify
from tests.events.proof.dicy_forgeries import DICY_FORGERIES
from tests.events.proof.forging import Forgery, chained_anew, parsed
from tests.events.proof.ice_forgeries import ICE_FORGERIES
from tests.events.proof.second import second_verdicts
from tests.events.proof.tables import GAMES, made

ALL = (*DICY_FORGERIES, *ICE_FORGERIES)
NAMES = [f"{forgery.change.__name__.replace('_', '-')}: {forgery.table}" for forgery in ALL]


@cache
def forged(forgery: Forgery) -> tuple[bytes, int | None]:
    value = parsed(made(forgery.table))
    wrong = forgery.change(value)
    return chained_anew(value), wrong


@pytest.fixture(scope="module")
def second() -> dict[Forgery, Verdict]:
    """The verdict of the second verifier on each forgery."""
    return dict(zip(ALL, second_verdicts(forged(forgery)[0] for forgery in ALL), strict=True))


@pytest.mark.parametrize("forgery", ALL, ids=NAMES)
def test_a_forgery_whose_hashes_all_fit_is_found_where_it_begins(forgery: Forgery) -> None:
    file, wrong = forged(forgery)

    verdict = verify(file, GAMES)

    assert (verdict.status, verdict.version, verdict.code) == ("wrong", wrong, forgery.code), verdict.detail


@pytest.mark.parametrize("forgery", ALL, ids=NAMES)
def test_the_second_verifier_finds_it_at_the_same_event(forgery: Forgery, second: dict[Forgery, Verdict]) -> None:
    verdict = second[forgery]

    assert (verdict.status, verdict.version, verdict.code) == ("wrong", forged(forgery)[1], forgery.code), verdict.detail
