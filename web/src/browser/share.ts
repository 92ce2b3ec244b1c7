// Shares a link: by the system's own dialog if there is one, otherwise by the clipboard.

/** Whether the system has a share dialog. */
export const canShare = (): boolean => typeof navigator.share === "function";

/** Opens the share dialog. False if the player cancels. */
export async function share(title: string, url: string): Promise<boolean> {
  try {
    await navigator.share({ title, url });
    return true;
  } catch {
    return false;
  }
}

/** Copies a text. Without clipboard access (plain http), it selects the field instead. */
export async function copy(text: string, field: HTMLInputElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    field?.select();
    return field !== null && document.execCommand("copy");
  }
}
