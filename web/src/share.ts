// Handing a link to somebody: the system's own way where there is one, else the clipboard.

/** Whether the system offers to share. */
export const canShare = (): boolean => typeof navigator.share === "function";

/** Offers a link to whatever the player uses; false where they think better of it. */
export async function share(title: string, url: string): Promise<boolean> {
  try {
    await navigator.share({ title, url });
    return true;
  } catch {
    return false;
  }
}

/** Copies a text; on pages without the clipboard (plain http) by way of a field that is selected. */
export async function copy(text: string, field: HTMLInputElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    field?.select();
    return field !== null && document.execCommand("copy");
  }
}
