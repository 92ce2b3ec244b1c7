import { flushSync } from "svelte";
import { expect, onTestFinished, test, vi } from "vitest";

import { announcer } from "../browser/announce.svelte";
import { go } from "../browser/route.svelte";
import { DEFAULTS, settings } from "../browser/settings.svelte";
import { find, press, show } from "../testing/show";
import { t } from "../texts";
import Settings from "./Settings.svelte";

/** Shows the settings as they are before anybody changes them. */
function open(): void {
  const reset = () => Object.assign(settings, DEFAULTS);
  reset();
  onTestFinished(() => void reset());
  show(Settings, {});
}

/** The switch with this label. */
const flag = (text: string): HTMLInputElement =>
  [...document.querySelectorAll("label")].find((label) => label.textContent.trim() === text)!.querySelector("input")!;

test("the slider sets the volume, and rests while sounds are off", () => {
  open();
  const slider = find<HTMLInputElement>("#settings-volume");
  expect(slider.value).toBe("70");
  slider.value = "25";
  slider.dispatchEvent(new Event("input", { bubbles: true }));
  flushSync();
  expect(settings.volume).toBe(25);
  flag("Sounds").click();
  flushSync();
  expect(slider.disabled).toBe(true);
});

test.each([
  ["the button", () => find("[data-testid=settings-done]").click()],
  ["Escape", () => dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }))],
])("%s leads back to where somebody came from", (_, leave) => {
  go("settings");
  open();
  const stepped = vi.spyOn(history, "back").mockReturnValue();
  leave();
  expect(stepped).toHaveBeenCalledOnce();
});

test("vibration can be switched off where there is any", () => {
  open();
  expect(document.body.textContent).not.toContain("Vibrate on phones");
  for (const [name, value] of Object.entries({ vibrate: () => true, maxTouchPoints: 5 })) {
    Object.defineProperty(navigator, name, { value, configurable: true });
    onTestFinished(() => void Reflect.deleteProperty(navigator, name));
  }
  open();
  const haptics = flag("Vibrate on phones");
  expect(haptics.checked).toBe(true);
  haptics.click();
  expect(settings.haptics).toBe(false);
});

/** Lets the browser answer this when it is asked whether the page may notify, and returns what it is asked with. */
function permit(answer: NotificationPermission) {
  const requestPermission = vi.fn(async () => answer);
  vi.stubGlobal("Notification", { requestPermission });
  onTestFinished(() => void vi.unstubAllGlobals());
  return requestPermission;
}

const REFUSED = () => document.querySelector("[role=alert]")?.textContent;

test("notifications are asked for when they are switched on, and only then", async () => {
  const asked = permit("granted");
  open();
  const notify = flag(t("settings.notify"));
  notify.click();
  await vi.waitFor(() => expect(settings.notify).toBe(true));
  expect(REFUSED()).toBeUndefined();
  notify.click();
  await vi.waitFor(() => expect(settings.notify).toBe(false));
  expect(asked).toHaveBeenCalledOnce();
});

test("notifications that the browser refuses stay off, and the page says why", async () => {
  permit("denied");
  open();
  const notify = flag(t("settings.notify"));
  notify.click();
  await vi.waitFor(() => expect(REFUSED()).toBe(t("settings.notify-refused")));
  expect([settings.notify, notify.checked]).toEqual([false, false]);
});

test("resetting the shortcuts also clears a key that was refused, and says so", async () => {
  open();
  const field = find<HTMLInputElement>("#key-draw");
  field.value = "p";
  field.dispatchEvent(new Event("change", { bubbles: true }));
  flushSync();
  expect([field.value, REFUSED()]).toEqual(["P", expect.stringContaining("already taken")]);
  press("Reset all shortcuts");
  flushSync();
  expect([field.value, REFUSED()]).toEqual(["D", undefined]);
  await vi.waitFor(() => expect(announcer.lines.at(-1)?.text).toContain(t("settings.keys-were-reset")));
});
