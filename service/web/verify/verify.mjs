// Checks the file of a finished rollstream table with nothing but this file and the rules of its game.

import { brokenLink, wrongSecret } from "./chain.mjs";
import { Wrong, plain, short } from "./faults.mjs";
import { checkShape, wrongMembers } from "./members.mjs";
import { erasedNames, wrongNames } from "./names.mjs";
import { issuedBy, keysOf, wrongReceipts } from "./receipts.mjs";
import { replayed } from "./table/replayed.mjs";
import { read } from "./text.mjs";
import { surveyed } from "./unknown_game/surveyed.mjs";

const STATUS = { unreadable: "uncheckable", "event-unknown": "uncheckable", "game-unknown": "partial" };

/**
 * Checks a file. Returns `status`: right, wrong, partial (the game is unknown here: chain, dice and table are right, the moves were not
 * checked) or uncheckable. Unless right, also `code` and `detail`, and the `version` of the first wrong event (null: the fault is not in
 * an event). `figures` counts what was checked. A right or partial file also has `erased`, the names that were erased from it: how many
 * `names`, and up to which version the chain does not bind its events to later ones (`unbound`, 0: it binds all). Never throws, whatever
 * the text is.
 *
 * With an `issuer` it returns a promise of that, because only Web Crypto checks signatures. For a right or partial file the result also has
 * `issued`, whether the service with these keys has issued it: `{by, detail}`. `by` is the id of the key that signed its end. It is null if
 * the file is not issued, and undefined if Web Crypto does not support Ed25519, so that the check is impossible. `detail` says why.
 *
 * @param {string | Uint8Array} input the file
 * @param {{games?: Object<string, Object>, sets?: Object<string, string[]>, boards?: Object<string, Object>, issuer?: Object,
 *   onDraw?: function(Object): void}} options `games`: the known games by name, each as in `games/`. `sets`: a deployment's own five cards
 *   in place of stand-in sets of Dicy Cards. `boards`: its own boards by game,
 *   `{"ice-dice": {lines: [[{number, colour, back: {number, colour}}, …], …]}}`. `issuer`: the public keys of a service, a JWK Set; null:
 *   no check of the issuer. `onDraw` is called with each right draw, in order: `{version, draw, secret, message}`; the HMAC-SHA256 of the
 *   message with the secret is the draw's first 32 bytes
 */
export function verify(input, { games = {}, sets = {}, boards = {}, issuer = null, onDraw = () => {} } = {}) {
  const figures = { events: 0, appends: 0, draws: 0 };
  try {
    const keys = issuer === null ? null : keysOf(issuer);
    const { file, unknown } = checkedFile(input, { games, sets, boards, onDraw }, figures);
    const right = { status: "right", code: null, detail: null, version: null, figures };
    const verdict = { ...(unknown ? verdictOn(unknown, figures) : right), erased: erasedNames(file) };
    return keys ? issuedBy(file, keys).then((issued) => ({ ...verdict, issued })) : verdict;
  } catch (wrong) {
    const verdict = verdictOn(wrong, figures);
    return issuer === null ? verdict : Promise.resolve(verdict);
  }
}

/** The file if nothing in it is wrong, and why its moves were not checked, if they were not; otherwise throws the first fault. */
function checkedFile(input, own, figures) {
  const file = read(input);
  checkShape(file);
  const game = Object.hasOwn(own.games, file.game) ? own.games[file.game] : null;
  const unknown = game?.ruleset === file.ruleset ? null : unknownGame(file);
  const found = [brokenLink(file), wrongSecret(file), ...wrongNames(file)].filter(Boolean);
  if (found.some(({ code }) => code === "commitment-wrong")) throw first(found);
  const { faults, creationEnds } = unknown ? surveyed(file, own, figures) : replayed(file, game, own, figures);
  found.push(...faults);
  if (!found.length) found.push(...wrongMembers(file), ...wrongReceipts(file, creationEnds));
  if (found.length) throw first(found);
  return { file, unknown };
}

const first = (found) => found.reduce((one, next) => ((next.version ?? Infinity) < (one.version ?? Infinity) ? next : one));

function unknownGame({ game, ruleset }) {
  const why = `This verifier does not know ruleset ${ruleset} of ${game}`;
  return new Wrong("game-unknown", `${why}: it has checked the chain, the dice and the table, but no move and no result.`);
}

function verdictOn(wrong, figures) {
  const { code, detail, version } = wrong instanceof Wrong ? wrong : new Wrong("unreadable", `This cannot be read: ${wrong}.`);
  return { status: STATUS[code] ?? "wrong", code, detail: plain(short(detail)), version, figures };
}
