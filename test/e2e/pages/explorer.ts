import type { Locator, Page } from '@playwright/test';
import { expect } from '../fixtures/expect.ts';
import type { Running } from '../fixtures/runningApp.ts';
import { tabTo, typeInto } from '../support/typing.ts';

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
    await this.columnMenu(column, name);
    return this.page.getByRole('region', { name });
  }

  /** Opens the menu of a column of the open table, and chooses an entry of it. */
  async columnMenu(column: string, entry?: string): Promise<void> {
    await this.page.getByRole('button', { name: `Column menu: ${column}`, exact: true }).click();
    if (entry !== undefined) await this.page.getByRole('menuitem', { name: entry, exact: true }).click();
  }

  /** Shows columns of the open table, or hides them, in the list of columns. */
  async showColumns(names: readonly string[], shown = true): Promise<void> {
    const chooser = await this.openColumns();
    for (const name of names) {
      await typeInto(chooser.getByRole('searchbox', { name: 'Find a column' }), name.toLowerCase());
      await chooser.getByRole('checkbox', { name, exact: true }).setChecked(shown);
    }
    await this.#close(chooser);
  }

  async resetColumns(): Promise<void> {
    const chooser = await this.openColumns();
    await chooser.getByRole('button', { name: 'Reset', exact: true }).click();
    await this.#close(chooser);
  }

  /** Opens the list of columns. */
  async openColumns(): Promise<Locator> {
    await this.page.getByRole('button', { name: 'Columns', exact: true }).click();
    const chooser = this.page.getByRole('dialog', { name: 'Columns', exact: true });
    await expect(chooser).toBeVisible();
    return chooser;
  }

  /** Closes a dialog by keyboard: the first Escape may empty its field. */
  async #close(dialog: Locator): Promise<void> {
    await this.page.keyboard.press('Escape');
    if (await dialog.isVisible()) await this.page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
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

  /** Chooses a view in the sidebar, by its whole name. */
  async open(view: string, options?: { readonly modifiers: ['Control'] }): Promise<void> {
    await this.entry(view).click(options);
  }

  /** An entry of the sidebar, by the whole name of its view: what is new there stands beside it. */
  entry(view: string): Locator {
    const name = this.page.getByText(view, { exact: true });
    return this.page.getByRole('navigation', { name: 'Views' }).getByRole('button').filter({ has: name });
  }

  /** Nothing in the window, or in a part of it, is still to come. What is to come moves the rest: nothing is clicked or measured before. */
  async rests(part: Locator | Page = this.page): Promise<void> {
    // The code of a view comes before anything in it.
    await expect(this.page.getByRole('main').getByRole('heading').first()).toBeVisible();
    await expect(part.locator('[aria-busy="true"]')).toHaveCount(0);
    await expect(part.getByText('Loading…')).toHaveCount(0);
  }

  /** What the window has put on the clipboard, as a page gets it that something is pasted into: it may not read it by itself. */
  async clipboard(type = 'text/plain'): Promise<string> {
    const pasted = await this.page.evaluateHandle((wanted) => {
      const text = Promise.withResolvers<string>();
      const take = (event: ClipboardEvent): void => {
        text.resolve(event.clipboardData?.getData(wanted) ?? '');
      };
      document.addEventListener('paste', take, { once: true });
      return text;
    }, type);
    await this.page.keyboard.press('ControlOrMeta+v');
    return pasted.evaluate(({ promise }) => promise);
  }

  /** Opens the palette by keyboard, types, and runs the first of what was found, which is what is `expected` there. */
  async command(words: string, expected?: string): Promise<void> {
    await this.search(words);
    const first = this.found().getByRole('option', { selected: true });
    if (expected !== undefined) await expect(first).toContainText(expected);
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

  /** A cell of a table, by the place of its row and of its column among those in the document, from 0. */
  cell(name: string, row: number, column = 0): Locator {
    return this.row(name, row).getByRole('gridcell').nth(column);
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

  /** Opens the first record of a table beside it, by keyboard. */
  async openFirst(name: string): Promise<Locator> {
    await tabTo(this.grid(name));
    await this.page.keyboard.press('Control+Home');
    await this.page.keyboard.press('Enter');
    return this.showsRecord();
  }

  /** Opens a record of a table beside it, by the place of its row, from 0. */
  async openRecord(name: string, row: number): Promise<Locator> {
    await this.cell(name, row).dblclick();
    return this.showsRecord();
  }

  /** The panel of the open record. */
  record(): Locator {
    return this.page.getByRole('complementary').getByRole('region').first();
  }

  /** The open record is there, with its fields: the one of this name, such as `Asset Gold`, where one is given. */
  async showsRecord(name?: string | RegExp): Promise<Locator> {
    const record = this.record();
    if (name !== undefined) await expect(record).toHaveAccessibleName(name);
    await expect(record.getByRole('term').first()).toBeVisible();
    return record;
  }

  /** The conditions above the open table. */
  conditions(): Locator {
    return this.page.getByRole('list', { name: 'Active conditions' });
  }

  /** The line under the table that says where the figures come from. */
  status(): Locator {
    return this.page.getByRole('group', { name: 'Where the figures come from' });
  }
}
