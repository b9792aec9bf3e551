/** Time to read a sentence. */
const shownMs = 4_000;

export class Messages {
  current = $state<string | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;

  say(text: string): void {
    clearTimeout(this.#timer);
    this.current = text;
    this.#timer = setTimeout(() => {
      this.current = null;
    }, shownMs);
  }

  async sayFailure(work: Promise<{ readonly message: string } | null>): Promise<void> {
    const failure = await work;
    if (failure !== null) this.say(failure.message);
  }
}
