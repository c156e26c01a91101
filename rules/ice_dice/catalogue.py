"""The catalogue: what a creator chooses from."""

from collections.abc import Iterator

from rules.catalogue import Catalogue, CatalogueCard
from rules.ice_dice.boards import STAND_IN, Board
from rules.ice_dice.setup import OPTIONS


def catalogue(board: Board) -> Catalogue:
    """Options and tokens, by number. The tokens of the stand-in board do not lie as the printed ones do."""
    return Catalogue(options=OPTIONS, cards=sorted(_tokens(board), key=lambda token: int(token.id)))


def _tokens(board: Board) -> Iterator[CatalogueCard]:
    for line, tokens in enumerate(board, start=1):
        for (number, colour), (back, back_colour) in tokens:
            about = {"number": number, "line": line, "colour": colour, "back": back, "back_colour": back_colour}
            yield CatalogueCard(id=str(number), message="token", arguments=about, stand_in=board is STAND_IN)
