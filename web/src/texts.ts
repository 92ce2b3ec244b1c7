export { game, has, LANGUAGES, languageCode, preferred, speak, t, type Values, withTexts } from "./texts.svelte";
