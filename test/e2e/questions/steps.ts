import type { Locator, Page } from '@playwright/test';
import { expect } from '../fixtures/expect.ts';

/** Counts what an analyst does on the way to an answer: a click or a key chord is one step, words are typed in between. */
export class Steps {
  readonly #page: Page;
  #taken = 0;

  constructor(page: Page) {
    this.#page = page;
  }

  async click(target: Locator, options?: Parameters<Locator['click']>[0]): Promise<void> {
    this.#taken += 1;
    await target.click(options);
  }

  async chord(keys: string): Promise<void> {
    this.#taken += 1;
    await this.#page.keyboard.press(keys);
  }

  async write(words: string): Promise<void> {
    await this.#page.keyboard.type(words);
  }

  /** Fails where the answer took more steps than a question may, and begins to count anew. */
  within(budget: number): void {
    const taken = this.#taken;
    this.#taken = 0;
    expect(taken, `${taken.toString()} steps`).toBeLessThanOrEqual(budget);
  }
}
