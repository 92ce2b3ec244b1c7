/** Controls that show what holds at the table, also after a change that was refused. */
export class Held {
  #refusals = $state(0);

  /** For `{@attach}`: how a control is set to what holds. */
  shows =
    <Control extends HTMLElement>(set: (control: Control) => void) =>
    (control: Control): void => {
      void this.#refusals;
      set(control);
    };

  /** Sets every control again: what was chosen does not hold. */
  putBack(): void {
    this.#refusals++;
  }
}
