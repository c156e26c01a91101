// Follows a table, plays a move or lists moves, as a test wants it: node follow.mjs follow|play|moves URL TABLE TOKEN JSON. It prints what it
// hears, line by line.

import { Client } from "../../clients/rollstream-follow.mjs";

const [, , what, url, table, token, json] = process.argv;
const client = new Client(url);
const say = (told) => console.log(JSON.stringify(told));

if (what === "play") {
  say(await client.play(table, token, JSON.parse(json)));
} else if (what === "moves") {
  say(await client.moves(table, token));
} else {
  const onState = (state) => say({ state });
  for await (const news of client.follow(table, { token, ...JSON.parse(json), onState })) say(news);
}
