/// <reference types="svelte" />
/// <reference types="vite/client" />

declare module "*.json?start" {
  const texts: Record<string, string>;
  export default texts;
}

declare module "*.json?later" {
  const texts: Record<string, string>;
  export default texts;
}
