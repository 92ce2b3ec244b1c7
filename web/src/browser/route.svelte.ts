export interface Route {
  name: "home" | "join" | "watch" | "board" | "table" | "replay" | "review" | "learn" | "rules" | "settings";
  value: string;
  more: Record<string, string>;
}

const NAMES: readonly string[] = ["join", "watch", "board", "table", "replay", "review", "learn", "rules", "settings"];

/** The place a fragment names: `#rules=EDITION&rule=ID`. Unknown places are home. */
export function parse(fragment: string): Route {
  const pairs = fragment
    .replace(/^#/, "")
    .split("&")
    .map((pair) => {
      const [word, ...rest] = pair.split("=");
      return [word, decode(rest.join("="))] as const;
    });
  const [[name, value], ...more] = pairs;
  if (!NAMES.includes(name)) return { name: "home", value: "", more: {} };
  return { name: name as Route["name"], value, more: Object.fromEntries(more) };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

// Every entry of the browser's history has a number, so that a step back can be told from a new place.
const numberHere = (): number | undefined => (history.state as { at?: number } | null)?.at;
const enter = (at: number): void => history.replaceState({ at }, "");

let current = $state.raw(parse(location.hash));
let at = numberHere() ?? 0;
enter(at);
addEventListener("hashchange", () => {
  const now = numberHere();
  if (now === undefined) {
    enter(++at); // by a link, or typed into the address bar
  } else if (ask && now !== at) {
    history.go(at - now); // the back button: stay, and ask first
    return ask();
  } else {
    at = now;
  }
  current = parse(location.hash);
});

export const route = {
  get now(): Route {
    return current;
  },
};

/** Goes to a place in the client: `go("table=ID")`, or `go("")` for home. */
export function go(fragment: string): void {
  if (location.hash !== `#${fragment}`) history.pushState({ at: ++at }, "", `#${fragment}`);
  current = parse(fragment);
}

/** Goes back to where somebody came from, or home if they came from elsewhere. */
export function back(): void {
  if (at) history.back();
  else go("");
}

let ask: (() => void) | null = null;

/** From now on, asks before the player leaves by a link or the back button. Returns a function that stops it. */
export function guardLeaving(asks: () => void): () => void {
  ask = asks;
  return () => {
    if (ask === asks) ask = null;
  };
}

/** For links away from a running game: asks instead of going, if there is something to ask. */
export function leave(event: Event): void {
  if (!ask) return;
  event.preventDefault();
  ask();
}

/** The same, without an entry in the browser's history. */
export function goInstead(fragment: string): void {
  history.replaceState({ at }, "", `#${fragment}`);
  current = parse(fragment);
}
