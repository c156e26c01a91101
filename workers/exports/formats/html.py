"""The html format: a page that replays the game in any browser, offline. It contains everything, and its policy forbids any request."""

import hashlib
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from html import escape
from importlib.resources import files
from string import Template
from typing import Any

import msgspec

from rules.game import Standing
from rules.texts.texts import Texts, messages
from workers import drawing
from workers.exports.by_card import points_by_card
from workers.exports.chart import draw
from workers.exports.format import Format
from workers.exports.frames import frames
from workers.exports.marks import look
from workers.exports.plot import legend
from workers.exports.proving import how_to_verify, proof_lines, taken_over
from workers.exports.text import printable
from workers.exports.transcript import TEXTS, Transcript, TranscriptStep

CHART_HEIGHT, LEAST_LEGEND_SEATS = 226, 4
"""The height of the chart without its legend, and the seats for which the legend always has room."""

MODULES = ("js/dom.js", "js/marks.js", "js/drawing/tints.js", "js/drawing/faces.js", "js/drawing/cards.js")
SHEETS = ("css/palette.css", "css/cards.css")
"""What the page shares with that of the service, in the order in which one needs the other."""

SHEETS_MODULE = "js/drawing/sheets.js"
"""The same for cards on which players write."""

LONG_LOG = 2000
"""Beyond so many events the browser lays out only the visible part of the log."""


def render(transcript: Transcript) -> bytes:
    """One HTML document. Names are in it as text only."""
    more = any(card.written for cards in transcript.steps[-1].scene.cards for card in cards)
    style, script = _style(sheets=more), _script(sheets=more)
    page = Template(_part("page.html")).substitute(
        _page_texts(transcript.texts),
        lang=transcript.texts.language,
        policy=_policy(style, script),
        title=_text(transcript.texts.text("export-document-title", game=transcript.title, result=transcript.result)),
        heading=escape(transcript.title),
        about=escape(_about(transcript)),
        last=len(transcript.steps),
        chart=_chart(transcript),
        result=_result(transcript),
        size=" long" if len(transcript.steps) > LONG_LOG else "",
        log="\n".join(_log(transcript)),
        fairness=_fairness(transcript),
        data=_embedded(frames(transcript)),
        style=style,
        script=script,
    )
    return page.encode("utf-8")


@cache
def _part(name: str) -> str:
    return files("workers.exports").joinpath("page", name).read_text(encoding="utf-8")


@cache
def _style(*, sheets: bool) -> str:
    """The page's style, with that of cards on which players write if there are `sheets`."""
    return "".join([_letters(), *map(drawing.text, SHEETS), _part("page.css"), *([_part("sheets.css")] if sheets else [])])


@cache
def _script(*, sheets: bool) -> str:
    """The page's program, which begins with what it shares with the page of the service."""
    written = [drawing.as_script(SHEETS_MODULE), _part("sheets.js")] if sheets else []
    return "\n".join(['"use strict";', "(() => {", *map(drawing.as_script, MODULES), *written, _part("page.js"), "})();"])


@cache
def _letters() -> str:
    """The page's font, inside its style: the page looks the same wherever it is opened."""
    font = b64encode(files("workers.exports").joinpath("page", "letters.woff2").read_bytes()).decode()
    return f'@font-face {{ font-family: Figtree; src: url("data:font/woff2;base64,{font}") format("woff2"); font-weight: 400 900; }}\n'


def _policy(style: str, script: str) -> str:
    """The content security policy: only this page's own style, font and script, by their hashes; no script may turn text into markup."""
    hashes = [f"'sha256-{b64encode(hashlib.sha256(text.encode()).digest()).decode()}'" for text in (style, script)]
    own = ["default-src 'none'", "style-src {}", "script-src {}", "font-src data:", "img-src data:"]
    rules = [*own, "base-uri 'none'", "form-action 'none'"]
    return "; ".join([*rules, "require-trusted-types-for 'script'", "trusted-types 'none'"]).format(*hashes)


def _page_texts(texts: Texts) -> Mapping[str, str]:
    """The texts of the page itself, by the names of their places in it."""
    return {f"page_{name}".replace("-", "_"): escape(texts.text(f"page-{name}")) for name in messages(TEXTS, texts.language, "page-")}


def _about(transcript: Transcript) -> str:
    """Its size, and when it began and ended, to the minute."""
    began, ended = transcript.span
    day = "" if began[:10] == ended[:10] else f"{ended[:10]} "
    span = {"began": f"{began[:10]} {began[11:16]}", "ended": f"{day}{ended[11:16]}"}
    size = {"seats": len(transcript.seats), "rounds": transcript.steps[-1].round, "count": len(transcript.steps)}
    return transcript.texts.text("export-about", **size, **span)


def _chart(transcript: Transcript) -> str:
    if not transcript.began:
        return ""
    chart = draw(transcript, width=400, height=226 + legend(max(LEAST_LEGEND_SEATS, len(transcript.seats))))
    return f'<section id="chart" class="panel">\n<h2>{escape(transcript.texts.text("export-chart"))}</h2>\n{chart}\n</section>'


def _result(transcript: Transcript) -> str:
    sentence = f"<p>{_text(' '.join(filter(None, (transcript.ending, transcript.result))))}</p>"
    if not transcript.outcome.ranking:
        return sentence
    rows = "\n".join(_ranked(transcript, standing) for standing in transcript.outcome.ranking)
    headings = "".join(f"<th>{transcript.texts.text(f'export-{heading}')}</th>" for heading in ("rank", "name", "points"))
    return f"{sentence}\n<table><thead><tr>{headings}</tr></thead><tbody>\n{rows}\n</tbody></table>{_by_card(transcript)}"


def _by_card(transcript: Transcript) -> str:
    """A table of what each card has brought, folded; nothing in a game without sheets."""
    rows = "".join("".join(_parts_of(name, parts)) for name, parts in points_by_card(transcript))
    summary = escape(transcript.texts.text("export-by-card"))
    return f'\n<details class="by-card"><summary>{summary}</summary><table><tbody>{rows}</tbody></table></details>' if rows else ""


def _parts_of(name: str, parts: Sequence[tuple[str, int]]) -> Iterator[str]:
    yield f'<tr class="won"><td><bdi>{escape(name)}</bdi></td><td>{sum(points for _, points in parts)}</td></tr>'
    yield from (f"<tr><td>{escape(title)}</td><td>{points}</td></tr>" for title, points in parts)


def _ranked(transcript: Transcript, standing: Standing) -> str:
    won = ' class="won"' if standing.seat in transcript.outcome.winners else ""
    name, points = escape(transcript.names[standing.seat]), f"{standing.points}{transcript.mark(standing.seat)}"
    return f"<tr{won}><td>{standing.rank}</td><td><bdi>{name}</bdi></td><td>{points}</td></tr>"


def _log(transcript: Transcript) -> Iterator[str]:
    for heading, steps in transcript.chapters():
        entries = [entry for step in steps for entry in _entries(transcript, step)]
        if entries:
            yield "\n".join([f"<section><h3>{heading}</h3><ol>", *entries, "</ol></section>"])


def _entries(transcript: Transcript, step: TranscriptStep) -> Iterator[str]:
    if step.words:
        yield _entry(step)
    if step.version == transcript.taken_over:
        yield f'<li class="mark">{escape(taken_over(transcript))}</li>'


def _entry(step: TranscriptStep) -> str:
    of_seat = "" if step.seat is None else f' class="{look(step.seat)}"'
    return f'<li><a href="#at={step.version}" data-at="{step.version}"{of_seat}>{_text(step.words)}</a></li>'


def _fairness(transcript: Transcript) -> str:
    lines = "\n".join(f"<dt>{escape(name)}</dt><dd><code>{escape(value)}</code></dd>" for name, value in proof_lines(transcript))
    return f'<p id="check"></p>\n<dl>{lines}</dl>\n<p>{escape(how_to_verify(transcript))}</p>'


def _text(sentence: str) -> str:
    """A sentence with names, none of which can reverse the rest of the line."""
    return escape(printable(sentence))


def _embedded(data: Any) -> str:
    """JSON that an HTML parser reads as one text."""
    return msgspec.json.encode(data).decode().replace("<", "\\u003c")


FORMAT = Format("text/html; charset=utf-8", "html", render)
