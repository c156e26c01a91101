// Reads {expressions, rolls} on standard input and writes, for each roll, the number that each expression makes by the second verifier.
import { readFileSync } from "node:fs";

import { made } from "../../../service/web/verify/games/ice-dice/expressions.mjs";

const { expressions, rolls } = JSON.parse(readFileSync(0, "utf-8"));
console.log(JSON.stringify(rolls.map((dice) => expressions.map((expression) => made(expression, dice)))));
