/** Texts of the other screens load with them, not with the home page or a table. */
const LATER = new Set([
  ...[
    "about",
    "board",
    "dares",
    "deal",
    "effects",
    "end",
    "help",
    "house",
    "invite",
    "invited",
    "lesson",
    "lobby",
    "media",
    "news",
    "offline",
  ],
  ...["option", "points", "reviewed", "room", "rules", "settings", "table", "throw", "thrown", "tips", "tonight", "verify"],
]);

/** Whether only other screens need a text, by the first part of its key. */
export const isLater = (key: string): boolean => LATER.has(key.split(".")[0]);
