// Before every test: English, empty storage and an empty page. Test files share one page (vite.config.ts), which is much faster.
import { beforeEach } from "vitest";

import { loadTexts, speak } from "../texts";

await loadTexts("rest"); // a test has every text

beforeEach(async () => {
  localStorage.clear();
  document.body.replaceChildren();
  await speak("en");
});
