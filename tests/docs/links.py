"""Links from documentation to lines of code: `python -m tests.docs.links` updates their line numbers."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
PAGES = ("ARCHITECTURE.md",)
LINK = re.compile(r"\[(?P<text>[^\]]+)\]\((?P<file>[\w/.]+\.(?:py|lua))#L(?P<line>\d+)\)")
FORMS = (r"\s*(def|class|function|local function) {name}\b", r"\s*{name}\b.*=", r"-- .*\b{name}\b")
"""Patterns of a name's definition, the most specific first. A Lua script names its keys and arguments in its first comment."""
NAME = re.compile(r"`([\w.]+)`")


class Link(NamedTuple):
    """A link to the line of a file that defines a name."""

    name: str
    file: str
    line: int


def links(page: str) -> Iterator[Link]:
    for found in LINK.finditer((ROOT / page).read_text(encoding="utf-8")):
        name = NAME.search(found["text"])
        yield Link(name[1] if name else found["text"], found["file"], int(found["line"]))


def line_of(link: Link) -> int:
    """The line number of the name's definition; 1 for the name of the file itself. Raises LookupError."""
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
