/** A player who is writing in the chat isn't interrupted: a question that opened then would take the rest for its answers. */
import { untrack } from "svelte";

import { announce } from "../browser/announce.svelte";
import { FIELDS } from "../browser/shortcuts";
import { t } from "../texts";
import type { Player } from "./player.svelte";

/** Whether the focus is in a line of text outside all dialogs, or on the button that sends it. */
function isWriting(): boolean {
  const at = document.activeElement;
  if (!at || at.closest("dialog")) return false;
  return at.matches(FIELDS) || !!at.closest("form")?.querySelector(FIELDS);
}

/**
 * While the player writes, a question waits as if it had been put aside. It opens when the line is sent, or left: once the
 * click that leaves it is over. Call it while a component is set up, before what opens the question.
 */
export function holdQuestions(player: Player): void {
  let held = ""; // the question that waits
  let isSent = false;
  let isPressed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  $effect.pre(() => {
    if (!player.asking) return;
    if (player.choosing || isSent || !isWriting()) {
      held = "";
      isSent = false;
      return;
    }
    held = player.later = player.questionKey;
    announce(untrack(() => `${player.prompt} ${t("ask.waits")}`));
  });

  const release = (): void => {
    if (held && player.later === held) player.later = "";
  };
  const left = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => !isPressed && !isWriting() && release());
  };
  const pressed = ({ type }: Event): void => {
    isPressed = type === "pointerdown";
    if (!isPressed) left();
  };
  const sent = (): void => {
    clearTimeout(timer); // of the click on its button
    isSent = !!held;
    release();
  };
  const heard = {
    focusin: left,
    focusout: left,
    input: () => (isSent = false),
    pointerdown: pressed,
    pointerup: pressed,
    pointercancel: pressed,
    submit: sent,
  };
  $effect(() => {
    for (const [type, listener] of Object.entries(heard)) document.addEventListener(type, listener, true);
    return () => {
      clearTimeout(timer);
      for (const [type, listener] of Object.entries(heard)) document.removeEventListener(type, listener, true);
    };
  });
}
