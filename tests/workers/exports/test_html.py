"""The replay page as a file: small, without access to other origins, and players' input appears only as text."""

import hashlib
import json
import re
from base64 import b64encode
from html.parser import HTMLParser
from typing import Any

from rules.texts.catalogue import catalogue
from tests.workers.exports.tables import forked, left, long_story, played, resigned
from workers.exports.format import formats
from workers.exports.transcript import Transcript

EVIL = ("<img src=x onerror=alert(1)>", "</script><script>alert(2)</script>", "{{7*7}}", '" onmouseover="alert(3)')


class Tags(HTMLParser):
    """Every element with its attributes, and the text of scripts and styles."""

    def __init__(self) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.inline: list[tuple[str, dict[str, str | None], str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        if self.elements and self.elements[-1][0] in {"script", "style"} and data.strip():
            self.inline.append((*self.elements[-1], data))


def page_of(transcript: Transcript) -> str:
    return formats()["html"].render(transcript).decode()


def read(page: str) -> Tags:
    tags = Tags()
    tags.feed(page)
    return tags


def data_of(page: str) -> Any:
    return next(json.loads(text) for tag, attributes, text in read(page).inline if attributes.get("id") == "data" and tag == "script")


def test_its_policy_knows_its_own_script_and_style_and_lets_nothing_else_in(transcript: Transcript) -> None:
    tags = read(page_of(transcript))
    policy = next(attributes["content"] for tag, attributes in tags.elements if tag == "meta" and "http-equiv" in attributes) or ""
    rules = {name: rule for name, _, rule in (rule.partition(" ") for rule in policy.split("; "))}
    style, _, script = (text for _, _, text in tags.inline)

    assert rules["default-src"] == "'none'"
    assert rules["style-src"] == f"'sha256-{b64encode(hashlib.sha256(style.encode()).digest()).decode()}'"
    assert rules["script-src"] == f"'sha256-{b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"
    assert not re.search(r"unsafe|http|\*", policy)


def test_it_names_no_outside_address_and_has_no_style_or_handler_in_any_element(transcript: Transcript) -> None:
    page = page_of(transcript)

    assert set(re.findall(r"\w+://[^\s\"'<>]*", page)) == {"http://www.w3.org/2000/svg"}
    for tag, attributes in read(page).elements:
        assert (attributes.get("href") or "#").startswith(("#", "data:image/svg+xml,")), tag
        assert not {name for name in attributes if name.startswith("on") or name in {"style", "src"}}, tag


def test_names_are_nothing_but_text_in_it() -> None:
    ordinary, evil = read(page_of(played("Ada", "Grace", "Linus", "Zoë", seed=3))), page_of(played(*EVIL, seed=3))

    assert [tag for tag, _ in read(evil).elements] == [tag for tag, _ in ordinary.elements]
    assert data_of(evil)["names"] == list(EVIL)
    assert "&lt;img src=x onerror=alert(1)&gt; joins." in evil
    assert "{{7*7}} joins." in evil


def test_no_name_turns_a_sentence_around() -> None:
    page = page_of(played("\u202eeve", "\u2067ada", seed=3))

    assert "\ufffdeve joins." in page
    assert "<bdi>\u202eeve</bdi>" in page
    sentences = re.findall(r"<title>.*?</title>|<p>.*?</p>|<li>.*?</li>", page)
    assert not [sentence for sentence in sentences if re.search("[\u202a-\u202e\u2066-\u2069]", sentence)]


def test_an_ordinary_game_is_a_small_file(any_story: Transcript) -> None:
    page = page_of(any_story)
    font = max(re.findall(r"base64,([\w+/=]+)", page), key=len)

    assert len(font) <= 40_000
    assert len(page) - len(font) < 40_000 + 200 * len(any_story.steps)


def test_the_file_of_a_long_game_grows_with_its_events() -> None:
    assert len(page_of(long_story(3000))) < 150 * 3000


def test_a_step_says_only_what_has_changed(transcript: Transcript) -> None:
    steps = data_of(page_of(transcript))["steps"]

    assert len(steps) == len(transcript.steps)
    scored = next(step for step in transcript.steps if step.recorded_event.recorded.type == "dicy-cards.card-scored")
    assert steps[scored.version - 1] == {"points": list(scored.scores)}
    assert steps[0] == {}


def test_what_lies_on_the_table_is_told_anew_only_where_it_changed(ice: Transcript) -> None:
    steps = data_of(page_of(ice))["steps"]
    taken = next(step for step in ice.steps if step.recorded_event.recorded.type == "ice-dice.token-taken")
    shift, take = steps[taken.version - 2], steps[taken.version - 1]

    assert shift.keys() == {"shared"}
    assert shift["shared"].keys() == {"0", "1"}
    assert shift["shared"]["0"].count(None) == ice.steps[taken.version - 2].scene.shared[0].cards.count(None) > 0
    assert take.keys() == {"shared", "cards", "points"}
    assert take["shared"].keys() == {"1"}
    assert take["cards"].keys() == {str(taken.seat)}


def test_a_token_that_lies_on_its_other_side_is_told_by_what_it_is() -> None:
    told = played("Ada", "Grace", game="ice-dice", options={"variant": "experienced"})
    data, texts = data_of(page_of(told)), {card["id"]: card["text"] for card in catalogue(told.loaded.game, "en")["cards"]}
    created_table = next(step for step in told.steps if step.scene.shared).scene.shared[0].cards

    shown = [(data["cards"][code // 2], data["texts"][code // 2], data["tints"][code // 2]) for code in dealt(data)]

    assert shown == [(card.title, texts[card.id], card.tint) for card in created_table if card is not None]
    assert any(card.title != card.id for card in created_table if card is not None)


def dealt(data: Any) -> list[int]:
    """The cards of the first pile at the beginning."""
    codes: list[int] = next(step["shared"]["0"] for step in data["steps"] if "shared" in step)
    return codes


def test_a_table_that_was_never_played_has_a_page_that_says_so() -> None:
    page = page_of(left("Ada", "Grace"))

    assert "3 seats · never begun · 7 events" in page
    assert "<p>No one wins: the table was abandoned before the start.</p>" in page
    assert "Rank" not in page
    assert 'id="chart"' not in page


def test_seats_that_resigned_are_marked_where_they_are_ranked() -> None:
    page = page_of(resigned("Ada", "Grace", "Linus"))

    assert sorted(re.findall(r"<bdi>(\w+)</bdi></td><td>\d+ \(resigned\)</td>", page)) == ["Ada", "Grace"]
    assert "<p>Linus wins: all other players resigned.</p>" in page


def test_the_log_of_a_fork_says_where_the_part_ends_that_it_has_taken_over() -> None:
    told = forked("Ada", "Grace")
    assert told.origin is not None

    before, mark, after = page_of(told).partition(f'<li class="mark">Taken over from table {told.origin.table} up to here.</li>')

    assert mark
    assert max(map(int, re.findall(r'data-at="(\d+)"', before))) <= told.taken_over < int(re.findall(r'data-at="(\d+)"', after)[0])


def test_secret_commitment_and_last_hash_are_told(transcript: Transcript) -> None:
    page = page_of(transcript)

    for told in (transcript.table.commitment, transcript.table.secret, transcript.loaded.head, transcript.loaded.id, "lucky"):
        assert f"<code>{told}</code>" in page
