/** Texts of screens that are neither the first page nor a table: they come with those screens. */
const LATER = new Set(
  "dares end house invite lobby news option points reviewed rules settings table verify".split(" "),
);

/** Whether a text is only needed on other screens, by the first part of its key. */
export const isLater = (key: string): boolean => LATER.has(key.split(".")[0]);
