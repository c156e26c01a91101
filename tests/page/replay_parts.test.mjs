// The parts of the replay, without a browser. Run by test_parts.py.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

import { verify } from "../../docs/verify.mjs";
import { eventsAfter, TableHistory } from "../../service/web/js/replay/history.js";
import { plotOf, tick, turnTicks } from "../../service/web/js/replay/plot.js";
import { canonical, fileOf } from "../../service/web/js/replay/proof.js";
import { Stepper } from "../../service/web/js/replay/stepper.js";
import { isSecret, wasHidden } from "../../service/web/js/hidden.js";
import { beginningOf, decisionBetween, logLines, scoresOf, stopsOf, withLines } from "../../service/web/js/replay/timeline.js";
import { recompute } from "../../service/web/js/replay/recompute.js";

const GOLDEN = new URL("../golden_tables/dicy-cards/", import.meta.url);
const files = readdirSync(GOLDEN).map((name) => readFileSync(new URL(name, GOLDEN), "utf-8"));
const settled = () => new Promise((done) => setImmediate(done));

function stepping(stops, at = 1) {
  const [shown, states] = [[], []];
  let free = [];
  const stepper = new Stepper({
    at,
    stops,
    show: async (version, before, stillWanted) => void (await settled(), stillWanted() && shown.push(version)),
    pace: () => 1000,
    onState: (state) => states.push(state),
    wait: () => new Promise((done) => free.push(done)),
  });
  const tick = async () => {
    const waiting = free;
    free = [];
    waiting.forEach((done) => done());
    await settled();
    await settled();
  };
  return { stepper, shown, states, tick };
}

test("steps go from one version of the log to the next, and stay inside the game", async () => {
  const { stepper } = stepping([1, 4, 6, 9]);

  const seen = [];
  for (const step of ["forward", "forward", "forward", "forward", "back", "back", "back", "back"]) {
    await stepper[step]();
    seen.push(stepper.at);
  }

  assert.deepEqual(seen, [4, 6, 9, 9, 6, 4, 1, 1]);
});

test("go() accepts any version, and stops at the ends", async () => {
  const { stepper } = stepping([1, 4, 9]);

  const seen = [];
  for (const version of [5, 100, -3]) {
    await stepper.go(version);
    seen.push(stepper.at);
  }

  assert.deepEqual(seen, [5, 9, 1]);
});

test("of many quick steps only the last is drawn", async () => {
  const { stepper, shown } = stepping([1, 2, 3, 4, 5]);

  await Promise.all([stepper.forward(), stepper.forward(), stepper.forward(), stepper.back()]);

  assert.deepEqual(shown, [3]);
});

test("it plays to the end at its pace, and from there once more", async () => {
  const { stepper, shown, states, tick } = stepping([1, 2, 3]);

  void stepper.play();
  for (let step = 0; step < 4; step += 1) await tick();
  const first = [...shown];
  void stepper.play();
  for (let step = 0; step < 5; step += 1) await tick();

  assert.deepEqual(first, [2, 3]);
  assert.deepEqual(shown, [2, 3, 1, 2, 3]);
  assert.equal(states.at(-1).playing, false);
});

test("a pause holds, and a step by hand ends the playing", async () => {
  const { stepper, shown, tick } = stepping([1, 2, 3, 4, 5, 6]);

  void stepper.play();
  await tick();
  stepper.pause();
  for (let step = 0; step < 4; step += 1) await tick();
  const paused = shown.at(-1);
  void stepper.play();
  await stepper.go(6);
  await tick();

  assert.ok(paused < 4);
  assert.equal(shown.at(-1), 6);
  assert.equal(stepper.playing, false);
});

test("whoever pauses and plays on at once sees each step once, at the same pace", async () => {
  const { stepper, tick } = stepping([1, 2, 3, 4, 5, 6, 7]);
  const seen = [];

  void stepper.play();
  stepper.pause();
  void stepper.play();
  for (let step = 0; step < 3; step += 1) {
    seen.push(stepper.at);
    await tick();
  }

  assert.deepEqual(seen, [3, 4, 5]);
});

test("a view is requested once, the next ones ahead, and a failed one again", async () => {
  const requests = [];
  let failing = true;
  const history = new TableHistory(async (path) => {
    requests.push(path);
    if (failing) throw new Error("lost");
    return path;
  }, "t");

  await assert.rejects(history.at(3));
  failing = false;
  await Promise.all([history.at(3), history.at(3)]);
  history.prefetch([1, 3, 5, 6, 7, 8, 9], 3);

  assert.deepEqual(requests, [3, 3, 5, 6, 7, 8].map((version) => `/v1/tables/t?at=${version}`));
});

test("all pages of events are read", async () => {
  const [one, two, three] = [1, 2, 3].map((version) => ({ version, hash: `${version}`.repeat(64) }));
  const pages = { 0: { events: [one, two], next: 2 }, "2-22222222": { events: [three], next: null } };

  const events = await eventsAfter(async (path) => pages[/after=([^&]+)/.exec(path)[1]], "t", 0);

  assert.deepEqual(events, [one, two, three]);
});

test("scales have few round steps around all points", () => {
  const plot = plotOf([[0, 12, 12, 31], [0, -4, 3, 103]], { width: 360, height: 220 });

  assert.deepEqual([tick(7, 5), tick(41, 5), tick(100, 5)], [2, 10, 20]);
  assert.deepEqual([plot.least, plot.most, plot.unit, plot.turns], [-50, 150, 50, 3]);
  assert.deepEqual([0, 1, 2, 3].map((turn) => plot.turnAt(plot.x(turn))), [0, 1, 2, 3]);
  assert.deepEqual(turnTicks(plot), [0, 1, 2, 3]);
  assert.ok(Number.isFinite(plotOf([[0], [0]], { width: 360, height: 220 }).y(0)));
});

test("points by turn follow the score sheet; a skipped turn changes none", () => {
  const sheet = [{ round: 1, turns: [{ seat: 1, points: 9, version: 12 }, { seat: 0, instead: "skipped", version: 20 }] }];

  assert.deepEqual(scoresOf(sheet, 2).map(({ points }) => points), [[0, 0], [0, 9], [0, 9]]);
});

test("points by turn follow what a turn brings or costs others, too", () => {
  const turns = [{ seat: 1, points: 3, version: 9 }, { seat: 0, points: 4, others: { 1: -1 }, version: 12 }];
  const sheet = [{ round: 1, turns }];

  assert.deepEqual(scoresOf(sheet, 2).map(({ points }) => points), [[0, 0], [0, 3], [4, 2]]);
});

test("turns that all seats take at the same time are one turn of the chart", () => {
  const roll = (round, version, ...points) => ({ round, turns: points.map((more, seat) => ({ seat, points: more, version })) });

  const scores = scoresOf([roll(1, 9, 3, 4), roll(2, 14, 0, 0), roll("+", 15, 1, 0)], 2);

  assert.deepEqual(scores.map(({ version }) => version), [1, 9, 14, 15]);
  assert.deepEqual(scores.map(({ points }) => points), [[0, 0], [3, 4], [3, 4], [4, 4]]);
});

test("the log has a heading for each round, also when its events come one by one", () => {
  const events = [
    { version: 1, type: "table.created", seat: null, data: {} },
    { version: 2, type: "table.started", seat: null, data: {} },
    { version: 3, type: "g.moved", seat: 0, data: {} },
    { version: 4, type: "g.turn-ended", seat: 0, data: { round: 2 } },
    { version: 5, type: "g.moved", seat: 1, data: {} },
  ];
  const nextLines = logLines(({ type }) => (type === "g.turn-ended" ? "" : type));

  const entries = events.flatMap((event) => nextLines([event]));

  assert.deepEqual(entries.map(({ version, heading }) => [version, heading !== null]), [[1, true], [2, true], [3, false], [5, true]]);
  assert.deepEqual(stopsOf(entries, 6), [1, 2, 3, 5, 6]);
});

const HIDDEN = { "g.dealt": ["cards", "draw"], "g.answered": ["answer"] };

test("others see nothing of a secret event, before the end and after it; of one that shows something they do", () => {
  const secret = [{ type: "g.answered", data: {} }, { type: "g.answered", data: { answer: 4, blinding: "5f" } }];
  const open = [{ type: "g.dealt", data: { cards: [1], exchange: true } }, { type: "g.rolled", data: {} }];

  assert.deepEqual([...secret, ...open].map((event) => isSecret(HIDDEN, event)), [true, true, false, false]);
});

test("a game may be seen as a seat if a seat has seen what others have not", () => {
  const [deck, hand, roll] = [["g.dealt", null], ["g.dealt", 1], ["g.rolled", 0]].map(([type, seat]) => ({ type, seat }));

  assert.deepEqual([[deck, roll], [deck, hand], []].map((events) => wasHidden(HIDDEN, events)), [false, true, false]);
  assert.equal(wasHidden({}, [deck, hand, roll]), false);
});

test("with the eyes of a seat the steps are the lines of the log and its own decisions, each once", () => {
  const [log, own] = [[3, 5, 9], [4, 5, 11]].map((versions) => versions.map((version) => ({ version, text: `${version}` })));

  const lines = withLines(log, [...own, { version: 7, text: "" }]);

  assert.deepEqual(lines.map(({ version }) => version), [3, 4, 5, 9, 11]);
  assert.deepEqual(stopsOf(lines, 12), [3, 4, 5, 9, 11, 12]);
});

test("a step shows the decision that comes next; of those at the same time that of the chosen seat", () => {
  const decisions = [{ version: 5, seat: 0 }, { version: 9, seat: 0 }, { version: 10, seat: 1 }, { version: 20, seat: 1 }];
  const shown = (seat, at, next) => decisionBetween(decisions, seat, at, next)?.version ?? null;

  assert.deepEqual([shown(0, 4, 6), shown(1, 4, 6), shown(0, 5, 8)], [5, 5, null]);
  assert.deepEqual([shown(0, 8, 12), shown(1, 8, 12), shown(2, 8, 12)], [9, 10, 9]);
  assert.equal(shown(1, 20, 20), null);
});

test("a replay starts at the first pending decision", () => {
  const events = [["table.created", null], ["table.started", null], ["g.first", null], ["g.moved", 3]];
  const log = events.map(([type, decision], at) => ({ version: at + 1, type, decision }));

  assert.deepEqual([beginningOf(log), beginningOf(log.slice(0, 3)), beginningOf(log.slice(0, 1))], [3, 3, 1]);
});

test("the file that the page makes of view and events is the exported one", () => {
  for (const text of files) {
    const file = JSON.parse(text);
    const { table, game, ruleset, options, outcome, client_seeds, commitment, secret } = file;
    const seats = file.seats.map((held) => (held.kind === "open" || held.name ? held : withoutName(held)));
    const view = { table, game, ruleset, options, outcome, seats, fairness: { client_seeds, commitment, secret } };

    assert.equal(canonical(fileOf(view, shownEvents(file), file.receipts)), text.trim());
  }
});

const withoutName = (held) => ({ ...held, name: `Player ${held.seat + 1}`, name_erased: true });

/** The events as the API answers them: with the names that lie beside them in the file. */
function shownEvents({ events, names = [] }) {
  const named = new Map(names.map(({ version, name, salt }) => [version, { name, name_salt: salt }]));
  return events.map((event) => {
    if (event.type !== "table.seat-taken" || event.data.name !== null) return event;
    const { seat, ...erased } = withoutName({ seat: event.seat });
    return { ...event, data: { ...event.data, ...(named.get(event.version) ?? erased) } };
  });
}

test("every draw is reported in order, and Web Crypto gives the same values", async () => {
  let all = 0;
  for (const text of files) {
    const reports = [];
    const verdict = verify(text, { onDraw: (draw) => reports.push(draw) });
    const draws = JSON.parse(text).events.filter(({ data }) => data.draw).map(({ version, data }) => ({ version, draw: data.draw }));
    const results = await Promise.all(reports.map(recompute));

    assert.equal(verdict.status, "right");
    assert.deepEqual(reports.map(({ version, draw }) => ({ version, draw })), draws);
    assert.ok(results.every(({ same }) => same));
    all += draws.length;
  }
  assert.ok(all > 200);
});

test("draws are reported up to the first wrong one, and Web Crypto detects a die that was turned", async () => {
  const file = JSON.parse(files.find((text) => text.includes("dice-rolled")));
  const reports = [];
  verify(canonical(file), { onDraw: (draw) => reports.push(draw) });
  const turned = structuredClone(reports[1]);
  turned.draw.values[0] = (turned.draw.values[0] % 6) + 1;
  const at = file.events.findIndex(({ data }) => data.draw?.n === 1);
  file.events[at].data.draw.values = turned.draw.values;
  const before = [];
  const verdict = verify(canonical(file), { onDraw: (draw) => before.push(draw.draw.n) });

  assert.equal((await recompute(turned)).same, false);
  assert.equal(verdict.status, "wrong");
  assert.deepEqual(before, [0]);
});
