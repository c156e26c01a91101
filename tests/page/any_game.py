"""The board of the page for any game: visitors whose page has no other, and how they play."""

import re
from typing import Any

from playwright.sync_api import Route

from tests.page.visitor import Visitor

WANTED = (
    *("score", "take", "shift", "setup", "mark", "keep", "exchange", "freeze", "reset", "roll"),
    *("pass", "skip", "strike", "reroll"),
)
"""The types of moves of all games, in the order in which the visitors here prefer them: so that games end."""

ADDRESS = re.compile(r"/(?:\?.*)?$|/t/[^/]*$")


def without_own_boards(visitor: Visitor) -> Visitor:
    """The visitor's page is that of a service that has a board for no game."""

    def unnamed(route: Route) -> None:
        answer = route.fetch()
        headers = {name: value for name, value in answer.headers.items() if name != "content-encoding"}
        body = re.sub(r'(<meta name="own-boards" content=")[^"]*', r"\1", answer.text())
        route.fulfill(status=answer.status, headers=headers, body=body)

    visitor.deceive(ADDRESS, unnamed)
    return visitor


def play_a_move(visitor: Visitor) -> None:
    """Choose a move step by step, the first of a preferred type, and play it."""
    sent = False
    while not sent:
        options: Any = visitor.page.locator(".options button").evaluate_all("(all) => all.map(({ dataset }) => [dataset.type, dataset.do])")
        preferred = min(range(len(options)), key=lambda at: WANTED.index(options[at][0]))
        sent = options[preferred][1] == "move"
        visitor.page.locator(".options button").nth(preferred).click()
