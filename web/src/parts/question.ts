// Where a question stands on the page, and how keys lead through its answers. For {@attach …}.

/** Puts the question right above the player's cards on a phone, where thumbs are. A long one covers them. */
export function raise(inside: HTMLElement): (() => void) | undefined {
  const dialog = inside.closest("dialog");
  if (!dialog) return;
  let top: number | undefined;
  const place = (): void => {
    const hand = document.querySelector("[data-place=hand]")?.getBoundingClientRect().top ?? innerHeight;
    const above = (edge: number) => edge - dialog.offsetHeight - 8;
    top = Math.max(8, Math.min(top ?? above(hand), above(innerHeight))); // its answers stay where they are if it grows
    dialog.style.setProperty("--top", `${top}px`);
  };
  const sized = new ResizeObserver(place);
  sized.observe(dialog);
  let frame = 0;
  const again = (): void => {
    top = undefined;
    place();
  };
  const turned = (): void => {
    frame = requestAnimationFrame(() => (frame = requestAnimationFrame(again))); // once the hand is in its new place
  };
  addEventListener("resize", turned);
  return () => {
    sized.disconnect();
    removeEventListener("resize", turned);
    cancelAnimationFrame(frame);
  };
}

/** Arrow keys move between the answers, as they do between colors, and from the title to the first or last. */
export function walk(inside: HTMLElement): (() => void) | undefined {
  const dialog = inside.closest("dialog");
  const keydown = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const answers = [
      ...(dialog?.querySelectorAll<HTMLElement>(":is([data-testid=move], [data-testid=chance]):not(:disabled)") ?? []),
    ];
    const from = document.activeElement as HTMLElement;
    const isTitle = from.matches("h2");
    const at = isTitle ? Math.min(-(step ?? 0), 0) : answers.indexOf(from);
    if (!step || (at < 0 && !isTitle) || event.defaultPrevented) return;
    event.preventDefault();
    answers.at((at + step) % answers.length)?.focus();
  };
  dialog?.addEventListener("keydown", keydown);
  return () => dialog?.removeEventListener("keydown", keydown);
}

/** Begins with this button. */
export function begin(button: HTMLElement): void {
  queueMicrotask(() => button.focus()); // once the dialog is open
}
