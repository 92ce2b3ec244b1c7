// Every card of every edition on one page, to look at: `npx vite` and /gallery.html. It is no part of the build.
import "../styles/theme.css";
import "../styles/base.css";

import { mount } from "svelte";

import Gallery from "./Gallery.svelte";

const { editions } = await (await fetch("/api/editions")).json();
mount(Gallery, { target: document.getElementById("app")!, props: { editions } });
