/** Is the server on another version than this page? Then parts of the page are gone, and loading it again gets the new one. */
const KEY = "lastcard.reloaded";

/** The file that a page begins with. Its name changes with any part of the page. */
const startOf = (page: Document): string => page.querySelector("script[type=module][src]")?.getAttribute("src") ?? "";

/** Loads the page again if the server has a new version of it, but never twice for the same one. Returns whether it does. */
export async function reloadIfNew(): Promise<boolean> {
  try {
    const response = await fetch("/", { cache: "no-store" });
    const start = response.ok ? startOf(new DOMParser().parseFromString(await response.text(), "text/html")) : "";
    if (!start || start === startOf(document) || sessionStorage.getItem(KEY) === start) return false;
    sessionStorage.setItem(KEY, start);
  } catch {
    return false; // the server is away, or this browser keeps nothing and would reload forever
  }
  location.reload();
  return true;
}
