// Plays a whole game with the client of openapi-generator's typescript-fetch: `player.js URL GAME`. Prints what it met as JSON.

import { Configuration, CreateTableFromJSON, EventsApi, GamesApi, PlayApi, ResponseError, TablesApi, type Event, type View } from "./client";

async function main(basePath: string, game: string): Promise<void> {
  const spectator = new Configuration({ basePath });
  const games = new GamesApi(spectator);
  const kinds = (await games.getGame({ game })).moves;
  const createTable = CreateTableFromJSON({ game, seats: [{ kind: "human" }, { kind: "human" }] });
  const laid = await new TablesApi(spectator).createTable({ createTable });
  const table = laid.view.table;
  let view: View = laid.view;
  let moves = 0;
  while (view.status !== "finished") {
    const accessToken = laid.tokens[String(view.owed[0]?.seat)] ?? "";
    const play = new PlayApi(new Configuration({ basePath, accessToken }));
    const known = (await play.listMoves({ table })).moves.filter((move) => move.type in kinds);
    const move = known[moves % known.length];
    if (move === undefined) throw new Error("the seat that owes a decision has no move");
    view = (await play.postMove({ table, move })).view;
    moves += 1;
  }
  const events: Event[] = [];
  for (let after: number | null | undefined = 0; after != null; ) {
    const page = await new EventsApi(spectator).listEvents({ table, after: String(after) });
    events.push(...(page?.events ?? []));
    after = page?.next;
  }
  const refused = await games.getGame({ game: "chess" }).catch((error: ResponseError) => error.response.status);
  console.log(JSON.stringify({ table, moves, events: events.length, winners: view.outcome?.winners.size, refused }));
}

void main(process.argv[2] ?? "", process.argv[3] ?? "");
