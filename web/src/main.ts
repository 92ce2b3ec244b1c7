import { mount } from "svelte";

import App from "./App.svelte";
import { route } from "./browser/route.svelte";
import { followSettings } from "./browser/settings.svelte";
import { catalog } from "./connection/api";
import "./styles/theme.css";
import "./styles/base.css";
import "./styles/forced-colors.css";
import "./styles/zoomed.css";

// Every screen but one needs the editions, so they come while its code is loaded.
if (route.now.name !== "settings") catalog().catch(() => undefined);
await followSettings();
mount(App, { target: document.getElementById("app")! });

if (import.meta.env.PROD) navigator.serviceWorker?.register("/sw.js").catch(() => undefined);
