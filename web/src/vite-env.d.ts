/// <reference types="svelte" />
/// <reference types="vite/client" />

declare module "*.json?start" {
  const texts: import("./texts/parts").Texts;
  export default texts;
}
