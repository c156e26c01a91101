"""`make verifier`: writes the stand-in deck of Dice Cards for the second verifier, which reads no TOML: the cards without their words."""

import json
import tomllib
from typing import Any, Final

from tests.docs.links import ROOT
from tests.verifier.build import PARTS

DECK: Final = ROOT / "rules" / "dice_cards" / "deck.toml"
SCRIPT: Final = PARTS / "games" / "dice-cards" / "deck.mjs"
MEMBERS: Final = ("number", "mechanism", "board", "colours", "score", "tickets", "young")


def script() -> str:
    """The deck as a script, one card in a line."""
    cards = tomllib.loads(DECK.read_text(encoding="utf-8"))["cards"]
    lines = "".join(f"  {json.dumps(_without_words(card), ensure_ascii=False)},\n" for card in cards)
    return f"// The stand-in deck of Dice Cards, which `make verifier` writes.\n\nexport const DECK = [\n{lines}];\n"


def _without_words(card: dict[str, Any]) -> dict[str, Any]:
    return {name: card[name] for name in MEMBERS if name in card}


def main() -> None:
    SCRIPT.write_text(script(), encoding="utf-8")


if __name__ == "__main__":
    main()
