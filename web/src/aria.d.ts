// An attribute that browsers know and Svelte's types don't yet.
import "svelte/elements";

declare module "svelte/elements" {
  interface AriaAttributes {
    "aria-description"?: string;
  }
}
