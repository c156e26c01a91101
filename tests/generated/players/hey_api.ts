// Plays a whole game with the client that hey-api has generated: `player.js URL GAME`. Prints what it met as JSON.

import { createClient } from "./client/client";
import { createTable, getGame, listEvents, listMoves, postMove, type CreateTable, type Event, type EventPage, type View } from "./client";

async function main(url: string, game: string): Promise<void> {
  const client = createClient({ baseUrl: url });
  const kinds = (await getGame({ client, path: { game }, throwOnError: true })).data.moves;
  const wanted = { game, seats: [{ kind: "human" }, { kind: "human" }] } as CreateTable;
  const laid = (await createTable({ client, body: wanted, throwOnError: true })).data;
  const path = { table: laid.view.table };
  let view: View = laid.view;
  let moves = 0;
  while (view.status !== "finished") {
    const auth = laid.tokens[String(view.owed[0]?.seat)];
    const offered = (await listMoves({ client, auth, path, throwOnError: true })).data.moves;
    const known = offered.filter((move) => move.type in kinds);
    const body = known[moves % known.length];
    if (body === undefined) throw new Error("the seat that owes a decision has no move");
    view = (await postMove({ client, auth, path, body, throwOnError: true })).data.view;
    moves += 1;
  }
  const events: Event[] = [];
  for (let after: number | null = 0; after !== null; ) {
    const page: EventPage | void = (await listEvents({ client, path, query: { after: String(after) }, throwOnError: true })).data;
    events.push(...(page?.events ?? []));
    after = page?.next ?? null;
  }
  const refused = await getGame({ client, path: { game: "chess" }, throwOnError: false });
  const winners = view.outcome?.winners.length;
  console.log(JSON.stringify({ ...path, moves, events: events.length, winners, refused: refused.error?.status }));
}

void main(process.argv[2] ?? "", process.argv[3] ?? "");
