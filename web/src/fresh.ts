// Before every test: English, and nothing kept. Test files share one page (vite.config.ts), which takes a tenth of the time.
import { beforeEach } from "vitest";

import { speak } from "./texts";

beforeEach(async () => {
  localStorage.clear();
  await speak("en");
});
