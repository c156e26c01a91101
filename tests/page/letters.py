"""Finds the fonts that the browser uses in a page."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from playwright.sync_api import Error, Page

ELEMENT, TEXT = 1, 3
"""Types of nodes."""

OTHER_SCRIPT: Final = re.compile(r"[^\u0000-\u024f\u2000-\u20cf]")
"""A letter that is not Latin."""


def strangers(page: Page) -> Mapping[str, str]:
    """Fonts of the machine that are visible in the page, each with an element; empty if all letters use the page's font. Names of players
    in other scripts, which the font does not have, do not count.

    To ask for an element's fonts takes milliseconds, and most elements have no letters, or those of another one of the same kind at a place
    of the same kind, which has the same fonts.
    """
    found: dict[str, str] = {}
    known: set[tuple[str, str]] = set()
    session: Any = page.context.new_cdp_session(page)
    session.send("DOM.enable")
    session.send("CSS.enable")
    root = session.send("DOM.getDocument", {"depth": -1})["root"]
    for where, node in _elements(root):
        text = _text(node)
        if node["localName"] == "bdi" and OTHER_SCRIPT.search(text):
            continue
        letters = {(where, letter) for letter in text if not letter.isspace()}
        if letters <= known and not _is_drawn_on(node):
            continue
        fonts = [*_fonts(session, node)]
        if fonts:  # an element that is hidden says nothing about those like it
            known |= letters
        for font in fonts:
            if not font["isCustomFont"] or not font["familyName"].startswith("Figtree"):
                found[font["familyName"]] = f"{node['localName']} {node['attributes']}"
    session.detach()
    return found


def _text(node: Mapping[str, Any]) -> str:
    return "".join(child["nodeValue"] for child in node.get("children", ()) if child["nodeType"] == TEXT)


def _is_drawn_on(node: Mapping[str, Any]) -> bool:
    """Whether an element has texts that are not in the document: those that a style sheet adds, or a field's inside."""
    return "pseudoElements" in node or "shadowRoots" in node


def _fonts(session: Any, node: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """The fonts of an element; none if the running page has removed it."""
    try:
        yield from session.send("CSS.getPlatformFontsForNode", {"nodeId": node["nodeId"]})["fonts"]
    except Error as error:
        if "Could not find node" not in error.message:
            raise


def _elements(node: Mapping[str, Any], within: str = "") -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Every element, with the names and classes of the elements around it and its own."""
    for child in node.get("children", ()):
        if child["nodeType"] == ELEMENT and child["localName"] != "head":
            where = f"{within} {child['localName']}.{_class(child)}"
            yield where, child
            yield from _elements(child, where)


def _class(node: Mapping[str, Any]) -> str:
    attributes = iter(node["attributes"])
    return str(dict(zip(attributes, attributes, strict=True)).get("class", ""))
