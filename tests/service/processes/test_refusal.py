import pytest
from gunicorn.http import errors

from service.http.problem_codes import CODES
from service.processes.refusal import SERVER_ERRORS, Refusal


@pytest.mark.parametrize("error", [ValueError("token"), *[kind("token") for kind in SERVER_ERRORS]])
def test_what_the_service_did_wrong_is_not_put_on_the_client(error: Exception) -> None:
    refusal = Refusal(error)

    assert refusal.code == "internal-error"
    assert b"token" not in refusal.answer()


def kinds() -> list[type[errors.ParseException]]:
    return [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, errors.ParseException)]


@pytest.mark.parametrize("kind", [kind for kind in kinds() if kind not in SERVER_ERRORS])
def test_every_error_of_the_parser_has_an_answer_that_repeats_nothing(kind: type[Exception]) -> None:
    refusal = Refusal(kind("token"))

    assert 400 <= CODES[refusal.code].status < 500
    assert b"token" not in refusal.answer()
