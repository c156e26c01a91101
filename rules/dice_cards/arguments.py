"""What the sentence of an event needs besides the event's own fields."""

from rules.dice_cards.events import AnswersTold, Event, GameEnded
from rules.dice_cards.outcome import solo_rank
from rules.dice_cards.state import State


def arguments(state: State, event: Event) -> dict[str, int | str | tuple[int, ...]]:
    """The seats that have marked and those that have struck; the rank of a player who was alone."""
    match event:
        case AnswersTold(answers=answers):
            given = {seat: answer for seat, answer in enumerate(answers) if answer is not None}
            marked = [answer for answer in given.values() if answer.card is not None]
            single = marked[0] if len(given) == len(marked) == 1 else None
            return {
                "marked": tuple(seat for seat, answer in given.items() if answer.card is not None),
                "struck": tuple(seat for seat, answer in given.items() if answer.card is None),
                "card": 0 if single is None or single.card is None else single.card,
                "number": 0 if single is None else single.number,
            }
        case GameEnded():
            return {"rank": solo_rank(state) or "none"}
        case _:
            return {}
