// Before every test: English, empty storage and an empty page. Test files share one page (vite.config.ts), which is much faster.
import { beforeEach } from "vitest";

import { speak } from "../texts";

beforeEach(async () => {
  localStorage.clear();
  document.body.replaceChildren();
  await speak("en");
});
