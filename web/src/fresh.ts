// Before every test: English, and nothing kept. Test files share one page (vite.config.ts), which is far quicker.
import { beforeEach } from "vitest";

import { speak } from "./texts";

beforeEach(async () => {
  localStorage.clear();
  await speak("en");
});
