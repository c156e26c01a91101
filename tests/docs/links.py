"""Links from prose to lines of code: `python -m tests.docs.links` sets their line numbers to where the names stand now."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
PAGES = ("ARCHITECTURE.md",)
LINK = re.compile(r"\[(?P<text>[^\]]+)\]\((?P<file>[\w/.]+\.(?:py|lua))#L(?P<line>\d+)\)")
FORMS = (r"\s*(def|class|function|local function) {name}\b", r"\s*{name}\b.*=", r"-- .*\b{name}\b")
"""How a name is defined, the surest form first; a Lua script names its keys and arguments in its first comment."""
NAME = re.compile(r"`([\w.]+)`")


class Link(NamedTuple):
    """A link whose text names what stands at a line of a file."""

    name: str
    file: str
    line: int


def links(page: str) -> Iterator[Link]:
    for found in LINK.finditer((ROOT / page).read_text(encoding="utf-8")):
        name = NAME.search(found["text"])
        yield Link(name[1] if name else found["text"], found["file"], int(found["line"]))


def line_of(link: Link) -> int:
    """Where the name is defined; a file's own name stands at its first line. Raises LookupError."""
    if link.name == Path(link.file).name:
        return 1
    text = (ROOT / link.file).read_text(encoding="utf-8").splitlines()
    for form in FORMS:
        for number, line in enumerate(text, 1):
            if re.match(form.format(name=link.name), line):
                return number
    raise LookupError(f"{link.file} does not define {link.name}")


def main() -> None:
    for page in PAGES:
        text = (ROOT / page).read_text(encoding="utf-8")
        for link in links(page):
            text = re.sub(rf"(`{re.escape(link.name)}`[^\]]*\]\({re.escape(link.file)}#L)\d+", rf"\g<1>{line_of(link)}", text)
        (ROOT / page).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
