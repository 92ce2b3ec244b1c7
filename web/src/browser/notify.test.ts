import { expect, test, vi } from "vitest";

import { callPlayer, stopCalling } from "./notify";
import { settings } from "./settings.svelte";

test("the title says that it is the player's turn, and takes it back", () => {
  document.title = "lastcard";
  callPlayer("Your turn", "Example");
  callPlayer("Your turn", "Example");
  expect(document.title).toBe("\u25cf Your turn · lastcard");
  stopCalling();
  expect(document.title).toBe("lastcard");
});

test("a notification comes only if the player asked for it and the page is hidden", () => {
  const made = vi.fn();
  class Fake {
    static permission = "granted";
    onclick: unknown = null;
    constructor(text: string) {
      made(text);
    }
    close(): void {}
  }
  vi.stubGlobal("Notification", Fake);
  const hidden = vi.spyOn(document, "hidden", "get");
  for (const [asked, away] of [
    [false, true],
    [true, false],
    [true, true],
  ]) {
    settings.notify = asked;
    hidden.mockReturnValue(away);
    callPlayer("Your turn", "Example");
    stopCalling();
  }
  settings.notify = false;
  expect(made).toHaveBeenCalledTimes(1);
});

test("where only a service worker may notify, it does, and takes it back", async () => {
  class Forbidden {
    static permission = "granted";
    constructor() {
      throw new TypeError("Illegal constructor");
    }
  }
  vi.stubGlobal("Notification", Forbidden);
  const close = vi.fn();
  const worker = { showNotification: vi.fn(async () => undefined), getNotifications: vi.fn(async () => [{ close }]) };
  vi.stubGlobal("navigator", { serviceWorker: { getRegistration: async () => worker } });
  vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  settings.notify = true;
  callPlayer("Your turn", "Example");
  await vi.waitFor(() => expect(worker.showNotification).toHaveBeenCalledOnce());
  expect(worker.showNotification).toHaveBeenCalledWith("Your turn", expect.objectContaining({ body: "Example", tag: "turn" }));
  stopCalling();
  await vi.waitFor(() => expect(close).toHaveBeenCalledOnce());
  callPlayer("Your turn", "Example");
  stopCalling(); // before the worker could
  await vi.waitFor(() => expect(close).toHaveBeenCalledTimes(2));
  expect(worker.showNotification).toHaveBeenCalledOnce();
  settings.notify = false;
});
