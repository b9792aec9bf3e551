import type { Locator, Page } from '@playwright/test';
import { expect } from '../fixtures/expect.ts';
import type { Running } from '../fixtures/runningApp.ts';
import { typeInto } from '../support/typing.ts';

/** Where a service answers, and the key it takes. */
interface Access {
  readonly url: string;
  readonly key: string;
}

/** What a user finds in the window, by role and name. */
export class Explorer {
  private readonly app: { readonly window: Page };

  constructor(app: { readonly window: Page }) {
    this.app = app;
  }

  /** The newest window, also after a restart. */
  get page(): Page {
    return this.app.window;
  }

  /** From the welcome to the first assets. */
  async exploreSampleData(): Promise<void> {
    await this.page.getByRole('button', { name: 'Explore sample data' }).click();
    await expect(this.page.getByRole('heading', { name: 'Overview' })).toBeVisible();
    await this.open('Assets');
    await this.showsRows('Assets');
  }

  /** Opens the totals by a column of the open table. */
  async openTotals(column: string): Promise<Locator> {
    const name = `Totals by ${column.toLowerCase()}`;
    await this.page.getByRole('button', { name: `Column menu: ${column}` }).click();
    await this.page.getByRole('menuitem', { name }).click();
    return this.page.getByRole('region', { name });
  }

  /** Connects to a base URL that the app does not know yet, from the welcome or from another connection: the user agrees to it. */
  async connect(app: Pick<Running, 'answerMessageBox'>, access: Access): Promise<void> {
    await app.answerMessageBox(0);
    const other = this.page.getByRole('button', { name: 'Sample data', exact: true });
    const field = this.page.getByRole('textbox', { name: 'Base URL' });
    await expect(other.or(field).first()).toBeVisible();
    if (!(await field.isVisible())) {
      await other.click();
      await this.page.getByRole('button', { name: 'Connect with an API key…' }).click();
    }
    await this.enterConnection(access);
  }

  /** Connects to a service, and opens a view of it that has rows. */
  async openAt(app: Pick<Running, 'answerMessageBox'>, access: Access, view = 'Assets'): Promise<void> {
    await this.connect(app, access);
    await this.openRows(view);
  }

  /** Opens a table, and waits for its rows. */
  async openRows(view: string): Promise<void> {
    await this.open(view);
    await this.showsRows(view);
  }

  /** Fills in and sends the form for a key, wherever it stands. */
  async enterConnection({ url, key }: Access): Promise<void> {
    await typeInto(this.page.getByRole('textbox', { name: 'Base URL' }), url);
    await typeInto(this.page.getByRole('textbox', { name: 'API key' }), key);
    await this.page.getByRole('button', { name: 'Test and connect' }).click();
  }

  /** Works offline, and waits until the app does: what is opened before is still asked of the service. */
  async workOffline(): Promise<void> {
    await this.#switchOffline(true);
  }

  async goOnline(): Promise<void> {
    await this.#switchOffline(false);
  }

  async #switchOffline(checked: boolean): Promise<void> {
    const offline = this.page.getByRole('switch', { name: /^Work offline/ });
    await offline.click();
    await expect(offline).toBeChecked({ checked });
  }

  /** Chooses a view in the sidebar. */
  async open(view: string): Promise<void> {
    await this.page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: view }).click();
  }

  /** Opens the palette by keyboard, types, and runs the first of what was found. */
  async command(words: string): Promise<void> {
    await this.search(words);
    await this.page.keyboard.press('Enter');
  }

  /** Opens the palette by keyboard, and types. */
  async search(words: string): Promise<void> {
    await this.page.keyboard.press('ControlOrMeta+k');
    await expect(this.page.getByRole('combobox', { name: 'Search or command' })).toBeFocused();
    await this.page.keyboard.type(words);
  }

  /** The list of the palette once it is that of the words: it moves when what they find comes, and what is clicked then is missed. */
  found(): Locator {
    return this.page.getByRole('listbox', { name: 'Found' }).and(this.page.locator('[aria-busy="false"]'));
  }

  grid(name: string): Locator {
    return this.page.getByRole('grid', { name, exact: true });
  }

  /**
   * The table of a resource is there, with rows; `timeout` in milliseconds. The sample data are made for the first request that
   * no cache answers, which takes long where the computer is busy.
   */
  async showsRows(name: string, { timeout = 90_000 }: { readonly timeout?: number } = {}): Promise<void> {
    // Not with `expect`, which describes the whole document each time that it does not find what it waits for.
    await this.grid(name).getByRole('gridcell').first().waitFor({ timeout });
    await this.grid(name).and(this.page.locator('[aria-busy="false"]')).waitFor({ timeout });
  }

  /** Scrolls a table to a row, from 0. */
  async scrollTo(name: string, index: number): Promise<void> {
    await this.grid(name).evaluate((grid, top) => (grid.scrollTop = top), index * 28);
    await this.showsRow(name, index);
  }

  /** The row and all around it are there, where the elements of those that are awaited hold others, unseen; and the scrolling rests. */
  async showsRow(name: string, index: number): Promise<void> {
    await expect(this.row(name, index).getByRole('gridcell').first()).toBeVisible();
    await this.grid(name).locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
  }

  /** A row by its place in the whole list, from 0; none where it is not in the document. */
  row(name: string, index: number): Locator {
    return this.grid(name).locator(`[role="row"][aria-rowindex="${(index + 2).toString()}"]`);
  }

  header(name: string | RegExp): Locator {
    return this.page.getByRole('columnheader', { name });
  }

  /** The senders in the open table of transactions, but for the zero address: mints come from nobody. */
  async senders(): Promise<Locator> {
    const index = await this.header('From').getAttribute('aria-colindex');
    const cells = this.page.locator(`[role="gridcell"][aria-colindex="${index ?? ''}"]`);
    return cells.filter({ hasText: /^0x(?!0000)/ });
  }

  /** The texts of a column, top down, of the rows that are in the document. */
  async column(name: string | RegExp): Promise<string[]> {
    const index = await this.header(name).getAttribute('aria-colindex');
    return this.page.locator(`[role="gridcell"][aria-colindex="${index ?? ''}"]`).allTextContents();
  }

  /**
   * The texts of a column in the first rows of the list. How many rows are in the document follows the height of the table, which
   * changes while scroll bars and the lines around it appear.
   */
  async firstOf(column: string | RegExp, count = 20): Promise<string[]> {
    let texts: string[] = [];
    const read = async (): Promise<string[]> => (texts = (await this.column(column)).slice(0, count));
    await expect.poll(read).toHaveLength(count);
    return texts;
  }

  /** A figure with the figures of its name: those of the question before stand under it until its own are there. */
  figure(name: string | RegExp): Locator {
    return this.page.getByRole('main').locator('[aria-busy="false"]').getByRole('figure', { name });
  }

  /** The panel of the open record. */
  record(): Locator {
    return this.page.getByRole('complementary').getByRole('region').first();
  }

  /** The line under the table that says where the figures come from. */
  status(): Locator {
    return this.page.getByRole('group', { name: 'Where the figures come from' });
  }
}
