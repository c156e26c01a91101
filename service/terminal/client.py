"""A client of the public HTTP API that retries while the service is busy or unavailable."""

import time
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any

import requests
from requests.auth import AuthBase

MOST_WAIT = 120.0
"""Maximum total seconds of pauses for one request while the service is busy or unavailable."""

_SHORTEST_PAUSE = 1.0
_BUSY = {HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE}


class Unreachable(Exception):
    """No server answers at this address, or it is not a rollstream service."""


class ServiceRefusal(Exception):
    """The service refused a request; `code` is the problem code."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(detail)
        self.code = code


class Client:
    """A client of one service. Every request is safe to repeat: moves because of their decision, creations because of their key."""

    def __init__(self, url: str, report: Callable[[str], None], sleep: Callable[[float], None] = time.sleep) -> None:
        """`report` receives the reason for each pause, as text."""
        self.url = url.rstrip("/")
        self._report = report
        self._sleep = sleep
        self._session = requests.Session()
        self._has_answered = False

    def get(self, path: str, token: str | None = None, **query: int | str) -> Any:
        return self._request("GET", path, token, params=query)

    def post(self, path: str, body: Mapping[str, Any], token: str | None = None, key: str | None = None) -> Any:
        """`key` is sent as the Idempotency-Key."""
        return self._request("POST", path, token, json=body, headers={"Idempotency-Key": key} if key else None)

    def _request(self, method: str, path: str, token: str | None, **content: Any) -> Any:
        waited = 0.0
        while True:
            response = self._send(method, path, token, content)
            if response is not None and response.status_code not in _BUSY:
                self._has_answered = True
                return _answer(self.url, response)
            pause = _SHORTEST_PAUSE if response is None else _retry_after(response)
            if waited + pause > MOST_WAIT:
                if response is not None:
                    return _answer(self.url, response)
                raise Unreachable(f"{self.url} has not answered for {waited:.0f} seconds")
            self._report(f"{_reason(response)}; retrying in {pause:.0f} s")
            self._sleep(pause)
            waited += pause

    def _send(self, method: str, path: str, token: str | None, content: Mapping[str, Any]) -> requests.Response | None:
        """The response; None if a service that has answered before is unavailable now. Raises `Unreachable`."""
        try:
            return self._session.request(
                method, f"{self.url}/v1{path}", auth=_Bearer(token), timeout=(5, 30), allow_redirects=False, **content
            )
        except (requests.ConnectionError, requests.Timeout) as error:
            if self._has_answered:
                return None
            raise Unreachable(f"no rollstream service answers at {self.url}") from error


class _Bearer(AuthBase):
    """Sends a seat's token, or no credentials at all: otherwise requests would send those of a .netrc file."""

    def __init__(self, token: str | None) -> None:
        self._token = token

    def __call__(self, request: requests.PreparedRequest) -> requests.PreparedRequest:
        if self._token is not None:
            request.headers["Authorization"] = f"Bearer {self._token}"
        return request


def _answer(url: str, response: requests.Response) -> Any:
    try:
        body = response.json()
        if response.ok and isinstance(body, dict):
            return body
        raise ServiceRefusal(body["code"], body["detail"])
    except (ValueError, KeyError, TypeError) as error:
        raise Unreachable(f"{url} answers, but not like a rollstream service (status {response.status_code})") from error


def _retry_after(response: requests.Response) -> float:
    text = response.headers.get("Retry-After", "")
    return max(_SHORTEST_PAUSE, float(text)) if text.isdecimal() else _SHORTEST_PAUSE


def _reason(response: requests.Response | None) -> str:
    if response is None:
        return "the service is unavailable"
    return "too many requests" if response.status_code == HTTPStatus.TOO_MANY_REQUESTS else "the service is busy"
