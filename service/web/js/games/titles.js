/** The games of this page by name, the one for newcomers first. All else is loaded with the game, see index.js. */
export const TITLES = { "dicy-cards": "Dicy Cards", "ice-dice": "Ice Dice" };
