export { game, has, LANGUAGES, languageCode, preferred, speak, t, type Values } from "./texts.svelte";
