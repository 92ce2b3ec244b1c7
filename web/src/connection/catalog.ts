/** The editions as the server describes them. Nothing in the client knows an edition by name. */
import type * as Wire from "../wire";

export type EditionInfo = Wire.EditionInfo;

/** The order of colors that several editions share. Others come after them, as their edition lists them. */
const COLORS = ["red", "yellow", "green", "blue"];
const placeOf = (color: string): number => (COLORS.indexOf(color) + COLORS.length + 1) % (COLORS.length + 1);

/** Puts what has a color into the order in which the page shows colors everywhere. */
export function inColorOrder<T>(items: readonly T[], colorOf: (item: T) => string): T[] {
  return items.toSorted((a, b) => placeOf(colorOf(a)) - placeOf(colorOf(b)));
}

/** The catalog as it travels: with one list per field of the editions, which packs much better. */
export type CatalogByField = Omit<Wire.Catalog, "editions"> & {
  editions: { [Field in keyof EditionInfo]: EditionInfo[Field][] };
};

export class EditionBook {
  readonly info: EditionInfo;
  #kinds: Map<string, Wire.KindInfo>;
  #happenings: Map<string, Wire.HappeningInfo>;
  #colors: Map<string, Wire.ColorInfo>;

  constructor(info: EditionInfo) {
    info = this.info = { ...info, colors: inColorOrder(info.colors, ({ name }) => name) };
    this.#kinds = new Map(info.kinds.map((kind) => [kind.text, kind]));
    this.#happenings = new Map(info.happenings.map((happening) => [happening.name, happening]));
    this.#colors = new Map(info.colors.map((color) => [color.name, color]));
  }

  /** What is printed on a card. */
  kind(card: string): Wire.KindInfo | undefined {
    return this.#kinds.get(card);
  }

  /** A verb by its word. Two may share it: one with something after it, and one without. */
  verb(word: string, withMore = true): Wire.VerbInfo | undefined {
    const found = this.info.verbs.filter((verb) => verb.word === word);
    return found.find((verb) => !!verb.takes === withMore) ?? found[0];
  }

  /** The word of the verb that stands here on the table. */
  verbAt(at: Wire.VerbInfo["at"]): string {
    return this.info.verbs.find((verb) => verb.at === at)?.word ?? "";
  }

  happening(name: string): Wire.HappeningInfo | undefined {
    return this.#happenings.get(name);
  }

  /** The color of a card; null for a wild. */
  colorOf(card: string): string | null {
    return this.#kinds.get(card)?.color ?? null;
  }

  /** The name of a color's shape, or of the wilds' shape if there is no color. */
  symbol(color: string | null | undefined): string {
    return (color ? this.#colors.get(color)?.symbol : undefined) ?? this.info.wild.symbol;
  }
}

export class Catalog {
  readonly info: Wire.Catalog;
  #books: Map<string, EditionBook>;

  constructor(told: CatalogByField) {
    const fields = Object.entries(told.editions);
    const at = (i: number) => Object.fromEntries(fields.map(([field, values]) => [field, values[i]])) as unknown as EditionInfo;
    const books = (told.editions.id ?? []).map((_, i) => new EditionBook(at(i)));
    this.info = { ...told, editions: books.map((book) => book.info) };
    this.#books = new Map(books.map((book) => [book.info.id, book]));
  }

  get editions(): EditionInfo[] {
    return this.info.editions;
  }

  book(id: string | undefined): EditionBook | undefined {
    return id === undefined ? undefined : this.#books.get(id);
  }
}
