// What a receiver with Node does: reads [{secret, headers, body}] as JSON and says of each whether its signature holds.
const { Webhook } = require("standardwebhooks");

const holds = ({ secret, headers, body }) => {
  try {
    new Webhook(secret).verify(body, headers);
    return true;
  } catch (error) {
    if (error.name !== "WebhookVerificationError") throw error;
    return false;
  }
};

const messages = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
console.log(JSON.stringify(messages.map(holds)));
