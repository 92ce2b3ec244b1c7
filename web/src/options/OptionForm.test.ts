import { expect, test } from "vitest";

import { find, settled, show } from "../testing/show";
import OptionForm from "./OptionForm.svelte";
import type { Option } from "./options";

test("answers that are sentences stand in full, short ones in a list", () => {
  const choice = (says: string) =>
    ({
      name: "draw",
      about: "Drawing",
      form: {
        type: "choice",
        values: [
          { value: "one", says: "one" },
          { value: "more", says },
        ],
      },
    }) as unknown as Option;
  const given = { value: "one", names: [], describedby: "", onchange: () => Promise.resolve("") };
  show(OptionForm, { option: choice("two"), ...given });
  expect(document.querySelectorAll("select option")).toHaveLength(2);
  show(OptionForm, { option: choice("as many as it takes until you can play"), ...given });
  expect([...document.querySelectorAll<HTMLInputElement>("[type=radio]")].map(({ checked }) => checked)).toEqual([true, false]);
});

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
