"""The responses of refused requests, from the codes that an operation can answer with. Status and title of a code come from the service."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any, Final, NamedTuple

from contract.names import known_games, pascal
from contract.shorthand import Node, reference
from rules.table import REJECTIONS
from rules.texts.catalogue import catalogue
from service.http.problem_codes import CODES, UNPROCESSABLE

KIND: Final = "application/problem+json"
REFUSED: Final = "The rules do not allow this"
INSTANCE: Final = "urn:uuid:6f1c2a0e-5d0b-4c1f-9b9e-1f6f0c7a3d52"
WAITING: Final = frozenset({"bot-unavailable", "rematch-waiting", *(code for code, kind in CODES.items() if kind.status in {429, 503})})
"""The codes whose response can have `Retry-After`; those with the statuses 429 and 503 always have it."""
MORE_HEADERS: Final = {
    "method-not-allowed": {"Allow": "Allow"},
    "range-not-satisfiable": {"Content-Range": "Content-Range"},
    "content-encoding-unsupported": {"Accept-Encoding": "Accept-Encoding"},
}
NOT_UNDERSTOOD: Final = ("request-unreadable", "uri-too-long", "headers-too-large", "too-many-connections")
"""The codes of requests that are no HTTP, or come over one connection too many: they can hit any operation."""


def refusals_of_moves() -> Iterable[str]:
    """Every code with which the rules of a game refuse a move."""
    return (code for code in chain.from_iterable(sorted(game.rejections) for game in known_games().values()) if code not in UNPROCESSABLE)


def status_of(code: str) -> int:
    """The HTTP status of a code. A code that only a game has is one of its rules."""
    if code in CODES:
        return CODES[code].status
    return 422 if code in UNPROCESSABLE else 409


class Problems(NamedTuple):
    """Writes responses. `examples`: for each code the detail of an example, or that and its other members."""

    examples: Mapping[str, Any]
    meanings: Mapping[str, str]

    @classmethod
    def of(cls, examples: Mapping[str, Any]) -> "Problems":
        of_games = {code: text for game in known_games().values() for code, text in catalogue(game, "en")["rejections"].items()}
        return cls(examples, {**of_games, **REJECTIONS, **{code: kind.meaning for code, kind in CODES.items()}})

    def by_status(self, codes: Iterable[str]) -> Mapping[int, Sequence[str]]:
        """The codes of each status, in the order of statuses."""
        found = defaultdict[int, list[str]](list)
        for code in dict.fromkeys(codes):
            found[status_of(code)].append(code)
        return dict(sorted(found.items()))

    def response(self, codes: Sequence[str], headers: Mapping[str, str]) -> Node:
        """The response with one of these codes, and with these headers (name -> component)."""
        whole = {**headers, **self._more_headers(codes)}
        return {
            "description": self._described(codes),
            "headers": {name: {"$ref": f"#/components/headers/{component}"} for name, component in whole.items()},
            "content": {KIND: {"schema": reference("Problem"), "examples": {code: {"value": self._example(code)} for code in codes}}},
            "x-problems": [*codes],
        }

    def _more_headers(self, codes: Sequence[str]) -> dict[str, str]:
        more = {name: component for code in codes for name, component in MORE_HEADERS.get(code, {}).items()}
        if any(status_of(code) == 401 for code in codes):
            more["WWW-Authenticate"] = "WWW-Authenticate"
        if waiting := [code for code in codes if code in WAITING]:
            always = waiting == [*codes] and all(status_of(code) in {429, 503} for code in codes)
            more["Retry-After"] = "Retry-After" if always else "Retry-After-Or-Not"
        return more

    def _described(self, codes: Sequence[str]) -> str:
        if len(codes) == 1:
            return f"`{codes[0]}`: {self.meanings[codes[0]]}"
        return "\n".join(f"- `{code}`: {self.meanings[code]}" for code in codes) + "\n"

    def _example(self, code: str) -> Node:
        told = self.examples.get(code, self.meanings[code])
        members = {"detail": told} if isinstance(told, str) else told
        title = CODES[code].title if code in CODES else REFUSED
        own = {"type": f"/docs/problems#{code}", "title": title, "status": status_of(code)}
        return {**own, "detail": members["detail"], "code": code, "instance": INSTANCE, **members}


def component_name(operation: str, codes: Sequence[str], *, outside: bool) -> str:
    """The name of a response among the components; those outside `/v1` have no rate limit."""
    own = "Or".join(map(pascal, codes)) if len(codes) <= 3 else f"{pascal(operation)}{status_of(codes[0])}"
    return f"{own}OfPage" if outside else own
