// A bot on nothing but Node that registers itself and answers with the move that is worth most at once.

import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";

const { SERVICE_URL, API_KEY, PUBLIC_URL, BOT_SECRET, PORT = "5002" } = process.env;
const TOLERANCE = 5 * 60; // seconds
const LONGEST = 1 << 20; // bytes

const sum = (faces) => faces.reduce((total, face) => total + face, 0);
const POINTS = {
  "pair-doubled": (faces) => 2 * sum(faces),
  "different-x4": (faces) => 4 * faces.length,
  "forty-minus": (faces) => 40 - sum(faces),
  "alike-x5": (faces) => 5 * faces.length,
}; // all other cards bring the sum
const OTHERS = { shift: 9, take: 9, mark: 9, skip: -1, pass: -1, strike: -1 };

function worth(move, dice) {
  if (move.type === "score") return (POINTS[move.card] ?? sum)(move.dice.map((place) => dice[place]));
  // to reroll: for a card rather a die or two than a score so small; for nothing all of them
  if (move.type === "reroll") return "freeze" in move ? 6 - move.dice.length : move.dice.length;
  return OTHERS[move.type] ?? 0;
}

async function register() {
  const key = createHash("sha256").update(PUBLIC_URL).digest("hex"); // started again, it is the same bot with the same secret
  const headers = { "Content-Type": "application/json", "X-API-Key": API_KEY, "Idempotency-Key": key };
  const body = JSON.stringify({ name: "Node", url: PUBLIC_URL, games: ["dicy-cards", "ice-dice", "dice-cards"] });
  const registered = await fetch(`${SERVICE_URL}/v1/bots`, { method: "POST", headers, body });
  if (!registered.ok) throw new Error(await registered.text());
  const { bot, secret } = await registered.json();
  console.log("registered as", bot.id);
  return secret;
}

function isSigned(body, { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures = "" }, key) {
  if (!(Math.abs(Date.now() / 1000 - timestamp) <= TOLERANCE)) return false; // what is no number neither
  const right = createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest();
  return signatures.split(" ").some((signature) => {
    const [version, text = ""] = signature.split(",");
    const given = Buffer.from(text, "base64");
    return version === "v1" && given.length === right.length && timingSafeEqual(given, right);
  });
}

const key = Buffer.from((BOT_SECRET || (await register())).replace(/^whsec_/, ""), "base64");
createServer(async (request, response) => {
  try {
    let body = Buffer.alloc(0);
    for await (const part of request) if ((body = Buffer.concat([body, part])).length > LONGEST) return response.writeHead(413).end();
    if (!isSigned(body, request.headers, key)) return response.writeHead(401).end();
    const { type, data } = JSON.parse(body);
    if (type !== "bot.turn") return response.writeHead(204).end(); // bot.ping asks whether we are there
    const { dice } = data.view.state;
    const better = (best, move) => (worth(move, dice) > worth(best, dice) ? move : best);
    response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify({ move: data.moves.reduce(better) }));
  } catch { response.destroy(); } // such as a caller who hung up
}).listen(Number(PORT), "127.0.0.1");
