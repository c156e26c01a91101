// What the sentences about events need besides the events' own fields, as rules/dice_cards/arguments.py has it.

const ARGUMENTS = {
  "answers-told": ({ data: { answers } }) => answered(answers.map((answer, seat) => ({ seat, answer })).filter(({ answer }) => answer !== null)),
  "game-ended": (_, { state }) => ({ rank: state.rank ?? "none" }),
};

/** The seats that have marked and those that have struck, and the only mark if one seat has answered; the rank of a player who was alone. */
export const argumentsOf = (event, view) => ARGUMENTS[event.type.replace("dice-cards.", "")]?.(event, view) ?? {};

function answered(given) {
  const [marked, struck] = [true, false].map((wanted) => given.filter(({ answer }) => (answer.card !== null) === wanted));
  const single = given.length === 1 ? marked[0]?.answer : null;
  return {
    marked: marked.map(({ seat }) => seat),
    struck: struck.map(({ seat }) => seat),
    card: single?.card ?? 0,
    number: single?.number ?? 0,
  };
}
