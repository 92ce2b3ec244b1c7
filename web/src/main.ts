import { mount } from "svelte";

import App from "./App.svelte";
import { followSettings } from "./browser/settings.svelte";
import "./styles/theme.css";
import "./styles/base.css";
import "./styles/forced-colors.css";
import "./styles/zoomed.css";

await followSettings();
mount(App, { target: document.getElementById("app")! });

if (import.meta.env.PROD) navigator.serviceWorker?.register("/sw.js").catch(() => undefined);
