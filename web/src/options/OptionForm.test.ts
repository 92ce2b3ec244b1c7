import { expect, test } from "vitest";

import { find, settled, show } from "../testing/show";
import OptionForm from "./OptionForm.svelte";
import type { Option } from "./options";

test("an option goes back to the table's value when its change is refused", async () => {
  const option = { name: "bluff", about: "Bluff", form: { type: "flag" } } as unknown as Option;
  show(OptionForm, { option, value: true, names: [], describedby: "", onchange: () => Promise.resolve("only the host may") });
  const box = find<HTMLInputElement>("input");
  expect(box.checked).toBe(true);
  box.click();
  expect(box.checked).toBe(false);
  await settled();
  expect(box.checked).toBe(true);
  expect(find("[role=alert]").textContent).toBe("only the host may");
});
