export {
  capital,
  game,
  has,
  LANGUAGES,
  languageCode,
  listed,
  nameOf,
  preferred,
  speak,
  t,
  type Values,
  withTexts,
} from "./language.svelte";
