/** Controls that show the table's value, even after a change was refused. */
export class ResettableControls {
  #refusals = $state(0);

  /** For `{@attach}`: sets a control to the table's value. */
  shows =
    <Control extends HTMLElement>(set: (control: Control) => void) =>
    (control: Control): void => {
      void this.#refusals;
      set(control);
    };

  /** Sets every control again, because a choice was refused. */
  reset(): void {
    this.#refusals++;
  }
}
