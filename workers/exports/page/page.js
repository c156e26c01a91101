// The replay: it follows the shared drawing code inside one function.

const data = JSON.parse(document.getElementById("data").textContent);
const say = (name, values) => data.say[name].replace(/\{(\w+)\}/g, (_, place) => values[place]);
const byId = (id) => document.getElementById(id);
const frames = unfoldFrames();
const last = frames.length - 1;
const entries = entriesByVersion();
let at = 0;
let timer = null;

// The picture of every version. What a step does not change is the same object as before.
function unfoldFrames() {
  const all = [];
  const empty = { shared: data.piles.map(() => []), cards: data.names.map(() => []), written: data.names.map(() => ({})) };
  let frame = { dice: [], turn: null, round: 0, count: 0, points: null, ...empty, gone: [], over: false };
  for (const step of data.steps) {
    const written = frame.written.map((marks, seat) => (step.written?.[seat] ? { ...marks, ...step.written[seat] } : marks));
    const dice = step.written && step.dice?.every((face) => face === null) ? frame.dice : (step.dice ?? frame.dice); // what is written came of them
    frame = { ...frame, ...step, dice, shared: withChanges(frame.shared, step.shared), cards: withChanges(frame.cards, step.cards), written };
    all.push(frame);
  }
  return all;
}

function withChanges(piles, changed) {
  return changed ? piles.map((cards, index) => changed[index] || cards) : piles;
}

// The log entry of every version, or the last one before it.
function entriesByVersion() {
  const links = new Map(Array.from(document.querySelectorAll("#log a"), (link) => [Number(link.dataset.at), link]));
  const found = [];
  for (let version = 1; version <= frames.length; version++) found[version] = links.get(version) || found[version - 1];
  return found;
}

function die(face, look, index) {
  const body = svg("rect", { x: 4, y: 4, width: 92, height: 92, rx: 20 });
  const attributes = { viewBox: "0 0 100 100", class: face === null ? "die none" : `die of-${index} ${look}`, "data-face": face ?? "", "aria-hidden": "true" };
  return svg("svg", attributes, body, faceMarks(face, data.pips));
}

// A card by its code; null is a missing card.
function card(code, changed) {
  const [number, active] = [code >> 1, code % 2 === 1];
  const known = code === null ? null : { title: data.cards[number], text: data.texts[number], active, tint: data.tints[number] };
  return cardItem(known, { words: { frozen: data.say.frozen, tints: data.colours }, changed });
}

// Changed cards are marked, but not the cards at the start of the game.
function showCards(list, cards, old, before, written = {}, past = null) {
  const isNew = (code, index) => (old.length === cards.length ? old[index] !== code : !old.includes(code));
  if (cards.length && data.sheets[cards[0] >> 1]) {
    list.classList.add("sheets");
    list.replaceChildren(...cards.map((code, index) => sheetItem(code, written[index] ?? [0, []], past && past[index])));
    return;
  }
  list.classList.remove("sheets");
  list.replaceChildren(...cards.map((code, index) => card(code, before && before.points && isNew(code, index))));
}

const piles = data.piles.map((title) => {
  const count = h("span", { class: "count" });
  const cards = h("ul", { class: "cards" });
  byId("shared").append(h("div", { class: "pile", role: "group", "aria-label": title }, h("h3", {}, title, " ", count), cards));
  return { count, cards };
});

const seats = data.names.map((name, seat) => {
  const tag = h("span", { class: "tag on", hidden: true });
  const kind = h("span", { class: "tag" });
  const gain = h("span", { class: "gain" });
  const points = h("span", { class: "points" });
  const cards = h("ul", { class: "cards" });
  const who = h("div", { class: "who" }, seatMark(seat), h("bdi", { title: name }, name), tag, kind, gain, points);
  const panel = h("div", { class: `seat ${seatClass(seat)}`, role: "group", "aria-label": name }, who, cards);
  byId("seats").append(panel);
  return { panel, tag, kind, gain, points, cards };
});

function showDice(frame, before) {
  const changed = (index) => before && frame.dice !== before.dice && frame.dice[index] !== null && frame.dice[index] !== before.dice[index];
  const animation = before && before.dice.some((face) => face !== null) ? "rerolled" : "rolled";
  byId("dice").replaceChildren(...frame.dice.map((face, index) => die(face, changed(index) ? animation : "", index)));
  const faces = frame.dice.filter((face) => face !== null);
  byId("dice").setAttribute("aria-label", faces.length ? say("dice", { faces: faces.join(", ") }) : data.say["no-dice"]);
}

function showSeat(seat, frame, before) {
  const { panel, tag, kind, gain, points, cards } = seats[seat];
  const won = frame.over && data.winners.includes(seat);
  panel.classList.toggle("turn", frame.turn === seat || won);
  tag.textContent = won ? data.say.winner : data.say.turn;
  tag.hidden = !won && frame.turn !== seat;
  kind.textContent = frame.gone.includes(seat) ? data.say.resigned : data.kinds[seat];
  kind.hidden = !kind.textContent;
  points.textContent = frame.points ? frame.points[seat] : "";
  const more = frame.points && before && before.points ? frame.points[seat] - before.points[seat] : 0;
  gain.textContent = more ? (more > 0 ? `+${more}` : `−${-more}`) : "";
  showCards(cards, frame.cards[seat], before ? before.cards[seat] : [], before, frame.written[seat], before && before.written[seat]);
}

function showPile(pile, frame, before) {
  const { count, cards } = piles[pile];
  const codes = frame.shared[pile];
  count.textContent = codes.filter((code) => code !== null).length;
  showCards(cards, codes, before ? before.shared[pile] : [], before);
}

function showEntry() {
  const entry = entries[at + 1];
  const current = document.querySelector("#log [aria-current]");
  if (entry && entry !== current) {
    if (current) {
      current.removeAttribute("aria-current");
      document.querySelectorAll("#log .now").forEach((item) => item.classList.remove("now"));
    }
    entry.setAttribute("aria-current", "step");
    entry.parentElement.classList.add("now");
    entry.closest("section").classList.add("now");
  }
  if (entry) requestAnimationFrame(() => reveal(entry, 4));
  const caption = byId("caption");
  caption.textContent = entry ? entry.textContent : "";
  caption.className = entry ? entry.className : "";
}

// Only the log scrolls, never the page. The browser lays out only the visible part of a long log, so positions change for some frames.
function reveal(entry, frames) {
  if (!entry.hasAttribute("aria-current")) return;
  const box = document.querySelector("#log .scroll");
  const inside = entry.getBoundingClientRect();
  const around = box.getBoundingClientRect();
  if (inside.top < around.top + 8 || inside.bottom > around.bottom - 8) {
    box.scrollTop += inside.top - around.top - around.height / 2 + inside.height / 2;
  }
  if (frames) requestAnimationFrame(() => reveal(entry, frames - 1));
}

// A table whose game never began has no chart.
const chart = document.querySelector("#chart svg");
const { left, right, top: ceiling, bottom: floor, turns, least, most } = Object.fromEntries(Object.entries(chart?.dataset ?? {}).map(([key, value]) => [key, Number(value)]));
const cursor = svg("path", { class: "cursor" });
const dots = data.names.map(() => svg("circle", { r: 5, class: "dot" }));
chart?.append(cursor, ...dots.map((dot, seat) => svg("g", { class: seatClass(seat) }, dot)));

function showCursor(frame) {
  if (!chart) return;
  const x = left + ((right - left) * frame.count) / Math.max(1, turns);
  cursor.setAttribute("d", `M${x},${ceiling}V${floor}`);
  dots.forEach((dot, seat) => {
    dot.setAttribute("cx", x);
    dot.setAttribute("cy", floor - ((floor - ceiling) * ((frame.points ? frame.points[seat] : 0) - least)) / (most - least));
  });
}

function show(index) {
  const before = index === at + 1 ? frames[at] : index > 0 ? frames[index - 1] : null;
  at = index;
  const frame = frames[at];
  showDice(frame, before);
  byId("shared").className = frame.turn === null ? "" : seatClass(frame.turn);
  piles.forEach((_, pile) => showPile(pile, frame, before));
  seats.forEach((_, seat) => showSeat(seat, frame, before));
  showEntry();
  showCursor(frame);
  byId("when").textContent = !frame.round ? data.say.before : frame.count ? say("when", { round: frame.round, turn: frame.count }) : data.say["before-turns"];
  byId("slider").value = at + 1;
  byId("slider").setAttribute("aria-valuetext", say("event", { number: at + 1, words: byId("caption").textContent }));
  byId("position").textContent = `${at + 1} / ${last + 1}`;
  document.documentElement.dataset.at = at + 1;
}

function go(index) {
  pause();
  show(Math.max(0, Math.min(last, index)));
  updateAddress();
}

// Browsers limit how often a page may do this, so not while it plays.
function updateAddress() {
  try {
    history.replaceState(null, "", `#at=${at + 1}`);
  } catch {
    // Then the address does not contain the version. Nothing else depends on it.
  }
}

function play() {
  if (at === last) show(start());
  byId("play").setAttribute("aria-pressed", "true");
  byId("play").setAttribute("aria-label", data.say.pause);
  next();
}

function next() {
  const pace = Number(document.querySelector("input[name=speed]:checked").value);
  const quiet = at < last && entries[at + 2] === entries[at + 1];
  timer = setTimeout(() => {
    if (at < last) show(at + 1);
    if (at < last) next();
    else go(last);
  }, quiet ? pace / 2 : pace);
}

function pause() {
  clearTimeout(timer);
  timer = null;
  byId("play").setAttribute("aria-pressed", "false");
  byId("play").setAttribute("aria-label", data.say.play);
}

function toggle() {
  if (timer === null) {
    play();
  } else {
    pause();
    updateAddress();
  }
}

// The first version with a turn; without any turn, the first one with points.
function start() {
  const turn = frames.findIndex((frame) => frame.turn !== null);
  return turn >= 0 ? turn : Math.max(0, frames.findIndex((frame) => frame.points));
}

function indexFromAddress() {
  const match = /^#at=(\d{1,9})$/.exec(location.hash);
  return match ? Math.max(0, Math.min(last, Number(match[1]) - 1)) : null;
}

const KEYS = { ArrowLeft: () => go(at - 1), ArrowRight: () => go(at + 1), Home: () => go(0), End: () => go(last), " ": toggle };

document.addEventListener("keydown", (event) => {
  const action = KEYS[event.key];
  const pressed = event.target.closest("button, summary, a, input[type=radio]");
  if (!action || event.ctrlKey || event.metaKey || event.altKey || (pressed && (event.key === " " || pressed.type === "radio"))) return;
  event.preventDefault();
  action();
});
byId("first").addEventListener("click", () => go(0));
byId("back").addEventListener("click", () => go(at - 1));
byId("play").addEventListener("click", toggle);
byId("forward").addEventListener("click", () => go(at + 1));
byId("final").addEventListener("click", () => go(last));
byId("slider").addEventListener("input", (event) => go(Number(event.target.value) - 1));
document.querySelector("#log .scroll").addEventListener("click", (event) => {
  const link = event.target.closest("a");
  if (link) {
    event.preventDefault();
    go(Number(link.dataset.at) - 1);
  }
});
chart?.addEventListener("click", (event) => {
  const box = chart.getBoundingClientRect();
  const x = ((event.clientX - box.left) / box.width) * chart.viewBox.baseVal.width;
  const turn = Math.max(0, Math.min(turns, Math.round(((x - left) / (right - left)) * turns)));
  go(frames.findIndex((frame) => frame.count === turn));
});
addEventListener("hashchange", () => {
  const index = indexFromAddress();
  if (index !== null && index !== at) go(index);
});

async function check() {
  const bytes = new Uint8Array(data.secret.match(/../g).map((pair) => parseInt(pair, 16)));
  const digest = Array.from(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  byId("check").textContent = digest === data.commitment ? data.say.right : data.say.wrong;
}

byId("stage").hidden = false;
byId("stage").classList.toggle("chips", data.tints.some((tint) => tint !== null));
byId("stage").classList.toggle("inked", Object.keys(data.sheets).length > 0);
byId("controls").hidden = false;
if (chart) byId("chart").dataset.live = "";
show(indexFromAddress() ?? start());
if (window.crypto && crypto.subtle) check();
