/** How long a message stays: long enough to read one sentence. */
const shownMs = 4_000;

/** One short sentence about what just happened, gone by itself. */
export class Messages {
  current = $state<string | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Shows a sentence in place of the one before. */
  say(text: string): void {
    clearTimeout(this.#timer);
    this.current = text;
    this.#timer = setTimeout(() => {
      this.current = null;
    }, shownMs);
  }

  /** Awaits some work and says why it failed; null, a success, changes nothing. */
  async sayFailure(work: Promise<{ readonly message: string } | null>): Promise<void> {
    const failure = await work;
    if (failure !== null) this.say(failure.message);
  }
}
