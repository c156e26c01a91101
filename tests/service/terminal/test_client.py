from pathlib import Path

import pytest

from service.terminal.client import MOST_WAIT, Client, ServiceRefusal, Unreachable
from tests.service.command_line.stand_in import Scripted, problem, stand_in

FINE = Scripted(200, {"fine": True})


class Patient:
    """Records a client's output and its sleeping times."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.slept: list[float] = []

    def client(self, url: str) -> Client:
        return Client(url, self.said.append, self.slept.append)


@pytest.fixture
def patient() -> Patient:
    return Patient()


def test_too_many_requests_are_waited_for_as_long_as_the_service_says(patient: Patient) -> None:
    with stand_in(problem(429, "rate-limited", Retry_After="7"), FINE) as service:
        assert patient.client(service.url).get("/games") == {"fine": True}

    assert patient.slept == [7.0]
    assert patient.said == ["too many requests; retrying in 7 s"]


@pytest.mark.parametrize("retry_after", ["0", "soon", "Wed, 21 Oct 2026 07:28:00 GMT", "-3", ""])
def test_a_busy_service_that_does_not_say_how_long_is_asked_again_after_a_second(patient: Patient, retry_after: str) -> None:
    with stand_in(problem(503, "table-busy", Retry_After=retry_after), problem(503, "table-busy"), FINE) as service:
        patient.client(service.url).post("/tables", {}, key="k" * 16)
        keys = [headers["idempotency-key"] for _, _, headers in service.requests]

    assert patient.slept == [1.0, 1.0]
    assert keys == ["k" * 16] * 3


def test_a_service_that_stays_busy_is_given_up_with_its_last_words(patient: Patient) -> None:
    answer = problem(503, "store-unavailable", Retry_After="30")
    with stand_in(answer) as service, pytest.raises(ServiceRefusal, match=r"This is store-unavailable\."):
        patient.client(service.url).get("/games")

    assert sum(patient.slept) == MOST_WAIT


def test_a_service_that_goes_away_is_waited_for(patient: Patient) -> None:
    with stand_in(FINE) as service:
        client = patient.client(service.url)
        client.get("/games")

    with pytest.raises(Unreachable, match="has not answered for 120 seconds"):
        client.get("/games")

    assert patient.said[0] == "the service is unavailable; retrying in 1 s"
    assert len(patient.slept) == MOST_WAIT


def test_nobody_at_the_address_is_told_at_once(patient: Patient) -> None:
    with stand_in(FINE) as service:
        pass

    with pytest.raises(Unreachable, match=f"no rollstream service answers at {service.url}"):
        patient.client(service.url).get("/games")

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
    with stand_in(answer) as service, pytest.raises(Unreachable, match=f"not like a rollstream service .status {answer.status}"):
        patient.client(service.url).get("/games")


def test_a_refusal_has_the_code_and_the_words_of_the_problem(patient: Patient) -> None:
    with stand_in(problem(409, "decision-closed")) as service, pytest.raises(ServiceRefusal, match=r"This is decision-closed\.") as refused:
        patient.client(service.url).post("/tables/x/moves", {}, "token")

    assert refused.value.code == "decision-closed"


def test_a_netrc_file_never_gets_into_a_request(patient: Patient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".netrc").write_text("default login somebody password secret\n")
    monkeypatch.setenv("NETRC", str(tmp_path / ".netrc"))
    with stand_in(FINE) as service:
        client = patient.client(service.url)
        client.get("/games")
        client.get("/tables/x/moves", "a-token")
        sent = [headers.get("authorization") for _, _, headers in service.requests]

    assert sent == [None, "Bearer a-token"]
