"""The requests of the Python client: what it repeats, for how long, and what it never does."""

from pathlib import Path

import pytest

from rollstream_follow import Client, ServiceProblem
from tests.clients.scripts import moves_of
from tests.service.command_line.stand_in import Scripted, problem, stand_in

FINE = Scripted(200, {"fine": True})
PATIENCE = 12


class Patient:
    """Records a client's reports and its sleeping times."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.slept: list[float] = []

    def client(self, url: str) -> Client:
        return Client(url, self.said.append, self.slept.append, PATIENCE)


@pytest.fixture
def patient() -> Patient:
    return Patient()


def test_too_many_requests_are_waited_for_at_least_as_long_as_the_service_says(patient: Patient) -> None:
    with stand_in(problem(429, "rate-limited", Retry_After="7"), FINE) as service:
        assert patient.client(service.url).get("/v1/games") == {"fine": True}

    [slept] = patient.slept
    assert 7 < slept < 8
    assert patient.said == [f"rate-limited; retrying in {slept:.0f} s"]


@pytest.mark.parametrize("retry_after", ["0", "soon", "Wed, 21 Oct 2026 07:28:00 GMT", "-3", ""])
def test_a_busy_service_that_does_not_say_how_long_is_asked_again_after_growing_pauses(patient: Patient, retry_after: str) -> None:
    with stand_in(problem(503, "table-busy", Retry_After=retry_after), problem(503, "table-busy"), FINE) as service:
        patient.client(service.url).post("/v1/tables", {}, key="k" * 16)
        keys = [headers["idempotency-key"] for _, _, headers in service.requests]

    first, second = patient.slept
    assert 0.25 <= first <= 0.75
    assert 0.5 <= second <= 1.5
    assert keys == ["k" * 16] * 3


def test_clients_that_failed_together_do_not_come_back_together(patient: Patient) -> None:
    with stand_in(problem(503, "table-busy", Retry_After="1")) as service:
        for _ in range(3):
            with pytest.raises(ServiceProblem):
                patient.client(service.url).get("/v1/games")

    assert len({*patient.slept}) == 3 * PATIENCE


def test_a_post_without_a_key_gets_one_of_its_own_which_it_keeps(patient: Patient) -> None:
    with stand_in(problem(503, "table-busy"), FINE) as service:
        client = patient.client(service.url)
        client.post("/v1/tables", {})
        client.post("/v1/tables", {})
        first, again, other = (headers["idempotency-key"] for _, _, headers in service.requests)

    assert first == again != other
    assert len(first) == 32


def test_a_service_that_stays_busy_is_given_up_with_its_last_words(patient: Patient) -> None:
    answer = problem(503, "store-unavailable", Retry_After="30")
    with stand_in(answer) as service, pytest.raises(ServiceProblem, match=r"This is store-unavailable\."):
        patient.client(service.url).get("/v1/games")

    assert len(patient.slept) == PATIENCE


def test_a_service_that_goes_away_is_waited_for(patient: Patient) -> None:
    with stand_in(FINE) as service:
        client = patient.client(service.url)
        client.get("/v1/games")

    with pytest.raises(ServiceProblem, match=f"no rollstream service answers at {service.url}") as away:
        client.get("/v1/games")

    assert away.value.code == "unreachable"
    assert patient.said[0].startswith("unreachable; retrying in ")
    assert len(patient.slept) == PATIENCE


def test_nobody_at_the_address_is_told_at_once(patient: Patient) -> None:
    with stand_in(FINE) as service:
        pass

    with pytest.raises(ServiceProblem, match=f"no rollstream service answers at {service.url}"):
        patient.client(service.url).get("/v1/games")

    assert patient.slept == []


@pytest.mark.parametrize(
    "answer",
    [
        Scripted(200, b"<html>"),
        Scripted(200, b"[1]"),
        Scripted(404, b"not here"),
        Scripted(500, {"error": 1}),
        Scripted(302, b"", (("Location", "/"),)),
        Scripted(204, b""),
    ],
)
def test_something_that_is_no_rollstream_service_is_called_so(patient: Patient, answer: Scripted) -> None:
    told = f"not like a rollstream service .status {answer.status}"
    with stand_in(answer) as service, pytest.raises(ServiceProblem, match=told) as other:
        patient.client(service.url).get("/v1/tables/x")

    assert other.value.code == "unreachable"
    assert patient.slept == []


def test_a_proxy_that_stands_in_for_a_service_that_restarts_is_asked_again(patient: Patient) -> None:
    with stand_in(Scripted(502, b"<html>"), Scripted(504, b"<html>"), FINE) as service:
        assert patient.client(service.url).get("/v1/games") == {"fine": True}

    assert len(patient.slept) == 2


def test_a_refusal_has_the_code_the_words_and_all_of_the_problem(patient: Patient) -> None:
    with stand_in(problem(422, "dice-do-not-fit")) as service, pytest.raises(ServiceProblem, match=r"This is dice-do-not-fit\.") as refused:
        patient.client(service.url).play("x", "token", {"type": "score", "decision": 1})

    assert (refused.value.code, refused.value.status) == ("dice-do-not-fit", 422)
    assert refused.value.document["title"] == "dice-do-not-fit"


@pytest.mark.parametrize("code", ["decision-closed", "table-finished"])
def test_a_move_that_comes_too_late_is_none(patient: Patient, code: str) -> None:
    with stand_in(problem(409, code)) as service:
        assert patient.client(service.url).play("x", "token", {"type": "skip", "decision": 1}) is None


def test_a_move_that_does_not_name_its_decision_is_not_sent(patient: Patient) -> None:
    with stand_in(FINE) as service, pytest.raises(KeyError):
        patient.client(service.url).play("x", "token", {"type": "skip"})

    assert service.requests == []


def test_where_a_request_is_redirected_to_nobody_gets_the_token(patient: Patient) -> None:
    with stand_in(FINE) as other, stand_in(Scripted(302, b"", (("Location", other.url),))) as service:
        with pytest.raises(ServiceProblem):
            patient.client(service.url).get("/v1/tables/x", "a-token")

        assert other.requests == []


def test_the_headers_of_a_client_go_with_every_request_and_a_netrc_file_never_does(
    patient: Patient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".netrc").write_text("default login somebody password secret\n")
    monkeypatch.setenv("NETRC", str(tmp_path / ".netrc"))
    with stand_in(FINE) as service:
        client = Client(service.url, headers={"X-API-Key": "a-key"})
        client.get("/v1/games")
        client.get("/v1/tables/x/moves", "a-token")
        sent = [(headers.get("authorization"), headers["x-api-key"]) for _, _, headers in service.requests]

    assert sent == [(None, "a-key"), ("Bearer a-token", "a-key")]


def test_moves_are_read_part_after_part(patient: Patient) -> None:
    with stand_in(moves_of(7, "a", "b", following=2), moves_of(7, "c")) as service:
        moves = patient.client(service.url).moves("p00-0", "seat.0")
        asked = [path for _, path, _ in service.requests]

    assert [move["type"] for move in moves] == ["a", "b", "c"]
    assert asked == ["/v1/tables/p00-0/moves", "/v1/tables/p00-0/moves?after=2"]


def test_moves_are_read_anew_when_another_decision_is_owed_in_between(patient: Patient) -> None:
    with stand_in(moves_of(7, "a", following=1), moves_of(9, "d"), moves_of(9, "c", "d")) as service:
        moves = patient.client(service.url).moves("p00-0", "seat.0")

    assert moves == [{"type": "c", "decision": 9}, {"type": "d", "decision": 9}]
