/** The games that can be shown, by name, the one for newcomers first; what else there is to them is loaded with them, see index.js. */
export const TITLES = { "dicy-cards": "Dicy Cards", "ice-dice": "Ice Dice" };
