import type { Component } from "svelte";
import { expect, test } from "vitest";

import emotes from "../testing/fixtures/emotes.json";
import { find, show } from "../testing/show";
import EmotePicture from "./EmotePicture.svelte";

test.each(emotes)("%s has a drawing of its own, so it needs no font", (emote) => {
  show(EmotePicture as Component<never>, { emote } as never);
  expect(find("path").getAttribute("d")).toBeTruthy();
});
