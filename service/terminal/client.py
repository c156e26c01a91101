"""The public HTTP API, asked by a patient client: whatever may be asked again is asked again."""

import time
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any

import requests
from requests.auth import AuthBase

PATIENCE = 120.0
"""Seconds to wait in all for one answer while the service is busy or away."""

_SOON = 1.0
_BUSY = {HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE}


class Unreachable(Exception):
    """Nobody answers at this address, or something that is no rollstream service."""


class ServiceRefusal(Exception):
    """The service says no; `code` is the problem's."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(detail)
        self.code = code


class Client:
    """Asks one service. Every request of it is safe to repeat: moves by their decision, creating by its key."""

    def __init__(self, url: str, say: Callable[[str], None], sleep: Callable[[float], None] = time.sleep) -> None:
        """`say` is told why there is a pause."""
        self.url = url.rstrip("/")
        self._say = say
        self._sleep = sleep
        self._session = requests.Session()
        self._met = False

    def get(self, path: str, token: str | None = None, **query: int | str) -> Any:
        return self._ask("GET", path, token, params=query)

    def post(self, path: str, body: Mapping[str, Any], token: str | None = None, key: str | None = None) -> Any:
        """`key` is the Idempotency-Key."""
        return self._ask("POST", path, token, json=body, headers={"Idempotency-Key": key} if key else None)

    def _ask(self, method: str, path: str, token: str | None, **content: Any) -> Any:
        waited = 0.0
        while True:
            response = self._sent(method, path, token, content)
            if response is not None and response.status_code not in _BUSY:
                self._met = True
                return _answer(self.url, response)
            pause = _SOON if response is None else _retry_after(response)
            if waited + pause > PATIENCE:
                if response is not None:
                    return _answer(self.url, response)
                raise Unreachable(f"{self.url} has not answered for {waited:.0f} seconds")
            self._say(f"{_reason(response)}; retrying in {pause:.0f} s")
            self._sleep(pause)
            waited += pause

    def _sent(self, method: str, path: str, token: str | None, content: Mapping[str, Any]) -> requests.Response | None:
        """The response, or None while a service that has answered before is away."""
        try:
            return self._session.request(
                method, f"{self.url}/v1{path}", auth=_Bearer(token), timeout=(5, 30), allow_redirects=False, **content
            )
        except (requests.ConnectionError, requests.Timeout) as error:
            if self._met:
                return None
            raise Unreachable(f"no rollstream service answers at {self.url}") from error


class _Bearer(AuthBase):
    """A seat's token, or deliberately nothing: without this, requests would send what a .netrc file holds for the host."""

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
    return max(_SOON, float(text)) if text.isdecimal() else _SOON


def _reason(response: requests.Response | None) -> str:
    if response is None:
        return "the service is unavailable"
    return "too many requests" if response.status_code == HTTPStatus.TOO_MANY_REQUESTS else "the service is busy"
