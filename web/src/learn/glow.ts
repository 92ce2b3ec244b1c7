/** Makes the cards and buttons glow that lead to the moves a lesson wants. The table itself knows nothing of it. */
import type { EditionBook } from "../connection/catalog";
import { parseMove } from "../table/choices";

const LOOK = "{ box-shadow: 0 0 0 3px #fff, 0 0 0 6px #1d1b26, 0 0 6px 9px #ffd84d !important; }";
// Another answer is close by in a dialog, and its edge clips.
const IN_DIALOG = "{ box-shadow: 0 0 0 3px #1d1b26, inset 0 0 0 3px #ffd84d !important; animation: none !important; }";
const MOVES = (css: string): string => `@keyframes lesson-wanted { to { translate: 0 -5px; } }
  :root[data-motion="full"] :is(${css}) { animation: lesson-wanted 0.7s ease-in-out 4 alternate; animation-composition: add; }`;
const FORCED = (css: string): string =>
  `@media (forced-colors: active) { :is(${css}) { box-shadow: none !important; }
  :is(${css})::after { border: 0 !important; }
  :is(${css}):not(:focus-visible) { outline: 2px dashed CanvasText; outline-offset: 3px; } }`;

const quoted = (text: string): string => JSON.stringify(text);

/** Selectors of what leads to these moves. */
export function leadsTo(book: EditionBook, wants: readonly string[]): string[] {
  const found = wants.flatMap((text) => {
    const { at, card, uno, chance, free, verb } = parseMove(book, text);
    return [
      // Words of one's own come from a list, or from a field that has none.
      free ? `[data-move^=${quoted(`${verb} `)}]:not(:disabled), form:not(.hints + form) [data-testid="said"]` : "",
      free ? "" : `[data-move=${quoted(text)}]`,
      card ? `[data-testid="hand"] [data-card=${quoted(card)}]` : "",
      card && !chance ? "" : `[data-testid="${chance ? "chance" : "decide"}"]`,
      at === "pile" ? '[data-testid="draw-pile"] > [data-place]' : "",
      at === "call" || uno ? '[data-testid="uno"]:not([aria-pressed="true"])' : "",
    ];
  });
  return [...new Set(found)].filter(Boolean);
}

/** Makes them glow. Returns a function that stops it. */
export function glow(book: EditionBook, wants: readonly string[]): () => void {
  const css = leadsTo(book, wants).join(", ");
  if (!css) return () => undefined;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    `:is(${css}) ${LOOK} @media (forced-colors: none) { dialog :is(${css}) ${IN_DIALOG} } ${MOVES(css)} ${FORCED(css)}`,
  );
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  return () => (document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet));
}
