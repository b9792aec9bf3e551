import type { Locator } from '@playwright/test';
import { expect } from '../fixtures/expect.ts';
import type { Explorer } from './explorer.ts';

/** The query builder as a user finds it. */
export class Builder {
  readonly explorer: Explorer;

  constructor(explorer: Explorer) {
    this.explorer = explorer;
  }

  panel(): Locator {
    return this.explorer.page.getByRole('group', { name: 'Conditions' });
  }

  async open(): Promise<void> {
    await this.explorer.page.getByRole('button', { name: 'Query', exact: true }).click();
    await expect(this.panel()).toBeVisible();
  }

  /** Opens the builder with the query as JSON beside it. */
  async openWithJson(): Promise<void> {
    await this.open();
    await this.explorer.page.getByRole('button', { name: 'JSON', exact: true }).click();
  }

  /** Adds a condition on a field, by words that find it, and leaves the focus in its value. */
  async add(words: string, within: 'query' | 'group' = 'query'): Promise<void> {
    const name = within === 'group' ? /^Add a condition to the group:/ : /^Add a condition:/;
    await this.explorer.page.getByRole('button', { name }).click();
    await this.explorer.page.keyboard.type(words);
    await this.explorer.page.keyboard.press('Enter');
  }

  async enter(text: string): Promise<void> {
    await this.explorer.page.keyboard.type(text);
  }

  /** The query as it would be sent. */
  async code(): Promise<unknown> {
    const lines = await this.explorer.page
      .getByRole('textbox', { name: /as JSON$/ })
      .locator('.cm-line')
      .allInnerTexts();
    return JSON.parse(lines.join('\n'));
  }
}
