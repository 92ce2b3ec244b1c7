import { afterEach, expect, test, vi } from "vitest";

import { open, why } from "./devices";

afterEach(() => vi.unstubAllGlobals());

/** A browser with these microphones. */
function browser(...microphones: string[]): void {
  const getUserMedia = async ({ audio }: { audio: { deviceId?: { exact: string } } }): Promise<object> => {
    const id = audio.deviceId?.exact ?? microphones[0];
    const name = id === undefined ? "NotFoundError" : "OverconstrainedError";
    if (!microphones.includes(id)) throw Object.assign(new Error(), { name });
    return { getTracks: () => [{ id }] };
  };
  vi.stubGlobal("navigator", { mediaDevices: { getUserMedia } });
}

test("the chosen device is opened, or the browser's choice if it is gone", async () => {
  browser("old", "new");
  expect((await open("audio", "new")).id).toBe("new");
  expect((await open("audio", "")).id).toBe("old");
  expect((await open("audio", "unplugged")).id).toBe("old");
});

test("where there is no device, a sentence says so", async () => {
  browser();
  for (const device of ["", "unplugged"])
    expect(why(await open("audio", device).catch((error: unknown) => error), "audio")).toBe("media.no.device.audio");
});

test("each reason has its sentence", () => {
  const reason = (name: string): string => why(Object.assign(new Error(), { name }), "video");
  expect(["NotAllowedError", "NotReadableError", "NotFoundError"].map(reason)).toEqual([
    "media.no.permission.video",
    "media.no.busy.video",
    "media.no.device.video",
  ]);
});
