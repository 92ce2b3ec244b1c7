/** The title of the tab: the page's own and, before it, that it is the player's turn. */
let page = "lastcard";
let call = "";

function show(): void {
  document.title = call ? `\u25cf ${call} · ${page}` : page;
}

/** Names the page, or nothing for the first one. */
export function titlePage(name = ""): void {
  page = name ? `${name} · lastcard` : "lastcard";
  show();
}

/** Says something before the page's own title, until it is called with nothing. */
export function callInTitle(text = ""): void {
  call = text;
  show();
}
