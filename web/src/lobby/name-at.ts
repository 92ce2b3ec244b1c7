const LONGEST = 24; // characters of a name

/** The name that a table gives a newcomer: the one they typed, with a number if somebody there has it. */
export function nameAt(taken: readonly string[], name: string): string {
  const others = new Set(taken.map((one) => one.toLowerCase()));
  const isFree = (one: string): boolean => !others.has(one.toLowerCase());
  if (isFree(name)) return name;
  const numbered = taken.map((_, i) => `${name.slice(0, LONGEST - 3)} ${i + 2}`);
  return numbered.find(isFree) ?? name;
}
