"""The replay page of a game with coloured cards: chips on shared boards, distinguishable with and without colours."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser

from tests.browser import DESKTOP, PHONE, Watched, watching
from tests.contrast import contrast
from workers.exports.format import formats
from workers.exports.tints import TINTS
from workers.exports.transcript import PicturedCard, Transcript

READ = """() => {
    const chips = (panel) => [...panel.querySelectorAll("li")].map((chip) => chip.matches(".gap") ? null : chip.textContent);
    return {
        piles: [...document.querySelectorAll(".pile")].map((pile) => [pile.querySelector("h3").textContent, chips(pile)]),
        seats: [...document.querySelectorAll(".seat")].map((seat) => [seat.querySelector(".points").textContent, chips(seat)]),
        dice: [...document.querySelectorAll("#dice svg")].map((die) => die.dataset.face ? Number(die.dataset.face) : null),
    };
}"""
"""Reads what the page shows of a version."""

LOOKS = """() => {
    const look = (chip, mark) => ({
        text: getComputedStyle(chip).color,
        fill: getComputedStyle(chip).backgroundColor,
        border: getComputedStyle(chip).borderTopColor,
        mark: getComputedStyle(mark).fill,
        shape: mark.firstChild.getAttribute("d"),
    });
    const chips = [...document.querySelectorAll(".pile .chip:not(.gap)")];
    return Object.fromEntries(chips.map((chip) => [chip.textContent.split(", ")[1], look(chip, chip.querySelector(".mark"))]));
}"""
"""Reads the appearance of the chips of each colour."""

GROUNDS = (
    """() => [".pile", ".seat.turn", ".seat:not(.turn)"].map((place) => getComputedStyle(document.querySelector(place)).backgroundColor)"""
)
"""Reads the background colours behind the chips."""


@pytest.fixture(scope="module")
def address(ice: Transcript, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The page of a game for six, as a local file."""
    page = tmp_path_factory.mktemp("replay") / "game.html"
    page.write_bytes(formats()["html"].render(ice))
    return page.as_uri()


@pytest.fixture(scope="module")
def watched(browser: Browser, address: str) -> Iterator[Watched]:
    """The page on a phone; fails if the page has caused complaints in the end."""
    with watching(browser, PHONE) as watched:
        watched.open(address)
        yield watched
    assert watched.complaints == []


def expected(ice: Transcript, version: int) -> Any:
    """What the page should show."""
    step = ice.steps[version - 1]
    return {
        "piles": [[f"{pile.title} {sum(card is not None for card in pile.cards)}", chips(pile.cards)] for pile in step.scene.shared],
        "seats": [[str(points), chips(cards)] for points, cards in zip(step.scores, step.scene.cards, strict=True)],
        "dice": list(step.scene.dice),
    }


def chips(cards: Sequence[PicturedCard | None]) -> list[str | None]:
    """The accessible text of each chip: the number and the colour."""
    return [None if card is None else f"{card.title}, {TINTS[card.tint or 0].name}" for card in cards]


def first(ice: Transcript, type: str) -> int:
    """The version of the first event of this type."""
    return next(step.version for step in ice.steps if step.recorded_event.recorded.type == type)


def marked(watched: Watched, place: str) -> list[str]:
    return watched.page.locator(f"{place} .changed").all_text_contents()


def test_every_version_shows_the_tokens_of_that_version_at_their_places(watched: Watched, ice: Transcript) -> None:
    created_table = first(ice, "ice-dice.board-laid")
    watched.page.locator("#slider").fill(str(created_table))

    walk = "for (let step = 0; step < steps; step++) { document.querySelector('#forward').click(); seen.push(read()); }"
    seen = watched.page.evaluate(
        f"(steps) => {{ const read = {READ}; const seen = [read()]; {walk} return seen; }}", len(ice.steps) - created_table
    )

    assert seen == [expected(ice, version) for version in range(created_table, len(ice.steps) + 1)]


def test_before_the_game_the_boards_are_empty(watched: Watched) -> None:
    watched.page.keyboard.press("Home")

    assert watched.page.evaluate(READ)["piles"] == [["Big board 0", []], ["Medium board 0", []]]


def test_a_token_that_has_been_moved_is_marked_and_so_is_the_place_that_it_left(watched: Watched, ice: Transcript) -> None:
    taken = first(ice, "ice-dice.token-taken")
    shifted = ice.steps[taken - 2].recorded_event.event.number
    seat, number = ice.steps[taken - 1].seat, ice.steps[taken - 1].recorded_event.event.number

    watched.page.locator("#slider").fill(str(taken - 1))
    assert marked(watched, ".pile:first-child") == [""]
    assert [text.partition(",")[0] for text in marked(watched, ".pile:last-child")] == [str(shifted)]

    watched.page.keyboard.press("ArrowRight")
    assert marked(watched, ".pile") == []
    assert [text.partition(",")[0] for text in marked(watched, f".seat:nth-child({(seat or 0) + 1})")] == [str(number)]


def test_nothing_is_marked_where_the_boards_are_laid(watched: Watched, ice: Transcript) -> None:
    watched.page.locator("#slider").fill(str(first(ice, "ice-dice.board-laid")))

    assert watched.page.locator(".changed").count() == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_chips_are_told_apart_by_mark_and_are_easily_seen_and_read(
    browser: Browser, address: str, ice: Transcript, scheme: Literal["light", "dark"]
) -> None:
    with watching(browser, scheme=scheme) as watched:
        watched.open(f"{address}#at={first(ice, 'ice-dice.token-set-up')}")
        looks, grounds = watched.page.evaluate(LOOKS), watched.page.evaluate(GROUNDS)

    assert looks.keys() == {tint.name for tint in TINTS}
    for look in looks.values():
        assert contrast(look["text"], look["fill"]) >= 4.5
        assert contrast(look["mark"], look["fill"]) >= 3
        assert all(contrast(look["border"], ground) >= 3 for ground in grounds)
    for one, other in combinations(looks.values(), 2):
        assert all(one[part] != other[part] for part in ("fill", "border", "mark", "shape"))


@pytest.mark.parametrize("size", [PHONE, DESKTOP, (320, 640)])
def test_lines_stay_lines_nothing_sticks_out_and_chips_hold_their_numbers(
    browser: Browser, address: str, ice: Transcript, size: tuple[int, int]
) -> None:
    tops = "[...document.querySelectorAll('.pile:first-child .chip')].map((chip) => chip.offsetTop)"
    overfull = "[...document.querySelectorAll('.chip')].filter((chip) => chip.scrollWidth > chip.clientWidth).length"
    with watching(browser, size) as watched:
        watched.open(f"{address}#at={first(ice, 'ice-dice.board-laid')}")
        rows = watched.page.evaluate(tops)
        watched.page.keyboard.press("End")

        assert [rows.count(top) for top in sorted(set(rows))] == [6] * 6
        assert watched.page.evaluate("document.documentElement.scrollWidth") <= size[0]
        assert watched.page.evaluate(overfull) == 0
        assert watched.complaints == []
