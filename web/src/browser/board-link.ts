import type { KeptTable } from "./storage";

/** What follows `#board=` in a link: the code for watching and, so that the board can invite people, the invite code. */
export const boardCode = ({ watch = "", invite = "" }: KeptTable): string => (invite ? `${watch}&join=${invite}` : watch);
