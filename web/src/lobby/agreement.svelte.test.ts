import { expect, test } from "vitest";

import type { Table } from "../table/table.svelte";
import type * as Wire from "../wire";
import { Agreement } from "./agreement.svelte";

const option = (name: string): object => ({ name, about: name, form: { type: "flag" }, between_rounds: false });

class FakeTable {
  you = 0;
  edition = { options: [option("bluff"), option("foil")] };
  state: Wire.State = $state.raw({});

  constructor(ready: boolean, options: Wire.State["options"], digest: string) {
    this.become(ready, options, digest);
  }

  become(ready: boolean, options: Wire.State["options"], digest: string): void {
    this.state = { seats: [{ name: "Ann", ready }], options, digest };
  }
}

function at(table: FakeTable): Agreement {
  const agreement = new Agreement(table as unknown as Table);
  agreement.follow();
  return agreement;
}

test("nothing has changed for a player who hasn't agreed yet", () => {
  const table = new FakeTable(false, { bluff: true, foil: false }, "a");
  const agreement = at(table);
  table.become(false, { bluff: false, foil: false }, "b");
  expect(agreement.changed).toEqual([]);
});

test("lists what has changed since the player agreed, until it is changed back", () => {
  const table = new FakeTable(true, { bluff: true, foil: false }, "a");
  const agreement = at(table);
  table.become(false, { bluff: false, foil: false }, "b");
  agreement.follow();
  expect(agreement.changed).toEqual(["bluff"]);
  table.become(false, { bluff: true, foil: false }, "a");
  expect(agreement.changed).toEqual([]);
});

test("tells once what is new, even before the player has agreed", () => {
  const table = new FakeTable(false, { bluff: true, foil: false }, "a");
  const agreement = at(table);
  expect(agreement.fresh()).toEqual([]);
  table.become(false, { bluff: false, foil: false }, "b");
  expect(agreement.fresh().map(({ name }) => name)).toEqual(["bluff"]);
  expect(agreement.fresh()).toEqual([]);
});

test("agreeing again means agreeing to the current options", () => {
  const table = new FakeTable(true, { bluff: true, foil: false }, "a");
  const agreement = at(table);
  table.become(true, { bluff: false, foil: false }, "b");
  agreement.follow();
  expect(agreement.changed).toEqual([]);
});
