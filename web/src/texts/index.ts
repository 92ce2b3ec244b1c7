export {
  capital,
  game,
  has,
  LANGUAGES,
  languageCode,
  listed,
  preferred,
  speak,
  t,
  type Values,
  withTexts,
} from "./language.svelte";
