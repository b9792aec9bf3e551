/** Tells whether Chromium's undo takes back what was typed in a text box since it got the focus. */
export class OwnUndo {
  #box: HTMLInputElement | HTMLTextAreaElement | null = null;
  #before = '';
  #typed = '';

  focus({ target }: Event): void {
    this.#box = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement ? target : null;
    this.#before = this.#typed = this.#box?.value ?? '';
  }

  input({ target }: Event): void {
    if (this.#box !== null && target === this.#box) this.#typed = this.#box.value;
  }

  /** False if the app has changed the text since: Chromium cannot undo that. */
  get canUndo(): boolean {
    return this.#typed !== this.#before && this.#box?.value === this.#typed;
  }
}
