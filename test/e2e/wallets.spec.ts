import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { z } from 'zod';
import { checksummed } from '../../preload/contract/walletAddresses.ts';
import { makeTemporaryFolder } from '../support/temporaryFolder.ts';
import { expect, test, type Service } from './fixtures/app.ts';
import { Builder } from './pages/builder.ts';
import { paste, tabTo, typeInto } from './support/typing.ts';

/** Watchlists of as many wallets as there can be, and lists with many transactions. */

const small = ['--assets', '12', '--transactions', '3000', '--rate', '1000000'];
const most = 5000;
/** More elements than these no view of wallets may have, however many wallets there are. */
const maxElements = 4000;

const answerSchema = z.object({
  results: z.array(z.object({ from_address: z.string().nullable(), to_address: z.string().nullable() })),
  pagination: z.object({ resultCount: z.int() }),
});

async function askTransactions({ url, key }: Service, query: object): Promise<z.infer<typeof answerSchema>> {
  const answer = await fetch(`${url}/v4/transactions?query=${encodeURIComponent(JSON.stringify(query))}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  return answerSchema.parse(await answer.json());
}

/** Wallets that the service knows, those that move most first. */
async function busyWallets(service: Service): Promise<string[]> {
  const { results } = await askTransactions(service, { pagination: { page: 1, perPage: 1000 } });
  const times = new Map<string, number>();
  for (const address of results.flatMap(({ from_address, to_address }) => [from_address, to_address]))
    if (address !== null && /^0x[0-9a-f]{40}$/i.test(address) && !/^0x0+$/.test(address))
      times.set(address, (times.get(address) ?? 0) + 1);
  return [...times].toSorted(([, a], [, b]) => b - a).map(([address]) => address);
}

/** Addresses that no transaction has, half of them with a checksum. */
function idleWallets(count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const hash = createHash('sha256').update(`wallet ${index.toString()}`).digest('hex');
    const address = `0x${hash.slice(0, 40)}`;
    return index % 2 === 0 ? address : checksummed(address);
  });
}

function elementsOf(page: Page): Promise<number> {
  return page.evaluate(() => document.querySelectorAll('*').length);
}

function partOf(page: Page, name: RegExp): Locator {
  return page.getByRole('navigation', { name: 'Parts of the list' }).getByRole('button', { name });
}

test('5,000 of a CSV file with labels are checked, saved, opened, and changed @nightly', async ({
  windowApp: app,
  page,
  explorer,
  startService,
}) => {
  const service = await startService(...small);
  await explorer.openAt(app, service);
  const busy = (await busyWallets(service)).slice(0, 20);
  const wallets = [...idleWallets(most - busy.length), ...busy];
  const rows = page.getByRole('table', { name: 'Wallets of the list' }).getByRole('row');
  // What is on this computer belongs to a list at once: the first fetch of so many wallets takes its time.
  await explorer.openRows('Transactions');

  await test.step('import them', async () => {
    const file = path.join(makeTemporaryFolder('wallets'), 'wallets.csv');
    const lines = wallets.map((address, index) => `Desk ${(index + 1).toString()};${address}`);
    const wrong = ['Typo;0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD', 'Short;0x1234'];
    await writeFile(
      file,
      ['label;address', ...lines.slice(0, 2), ...wrong, ...lines.slice(2), lines[7], ''].join('\r\n'),
    );
    await page.keyboard.press('Control+Shift+Y');
    await page.getByRole('button', { name: 'New watchlist' }).click();
    await typeInto(page.getByRole('textbox', { name: 'Name' }), 'All desks');
    await app.answerOpenDialog(file);
    await page.getByRole('button', { name: 'Import CSV…' }).click();
    await expect(page.getByText('5,000 wallets added, 1 line repeated, 2 lines skipped')).toBeVisible();
    const faults = page.getByRole('list', { name: 'Skipped lines' }).getByRole('listitem');
    await expect(faults).toHaveCount(2);
    await expect(faults.nth(0)).toContainText('Line 4');
    await expect(faults.nth(0)).toContainText('The checksum of this address is wrong');
    await expect(faults.nth(1)).toContainText('Line 5');
    await expect(page.getByText('1–50 of 5,000 wallets')).toBeVisible();
    await expect(rows).toHaveCount(51);
    await expect(
      page.getByText(
        /A check takes \d{3} requests\. Your limit leaves \d+ an hour, so lists are checked every [\d.]+ hours/,
      ),
    ).toBeVisible();
    expect(await elementsOf(page)).toBeLessThan(maxElements);
  });

  await test.step('paste them again, whatever is wrong in between', async () => {
    const box = page.getByRole('textbox', { name: /^Paste addresses/ });
    const text = ['address,label', ...wallets.slice(0, 1000), 'oops,Wrong', ...wallets.slice(1000)].join(
      '\n',
    );
    await paste(box, text);
    await expect(page.getByText('0 wallets added, 5,000 already in the list, 1 line skipped')).toBeVisible();
    await expect(box).toHaveValue('address,label\noops,Wrong');
    await expect(page.getByRole('list', { name: 'Skipped lines' })).toContainText('Line 1,002');
  });

  await test.step('find one, and call it otherwise', async () => {
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await expect(rows.nth(1)).toContainText(wallets[50] ?? '?');
    await typeInto(page.getByRole('searchbox', { name: 'Find a wallet' }), 'desk 4999');
    await expect(rows).toHaveCount(2);
    await typeInto(rows.getByRole('textbox'), 'Treasury');
    await page.keyboard.press('Tab');
    await typeInto(page.getByRole('searchbox', { name: 'Find a wallet' }), '');
  });

  await test.step('save them', async () => {
    await typeInto(page.getByRole('textbox', { name: /^Paste addresses/ }), '');
    await page.getByRole('button', { name: 'Watch', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'All desks' })).toBeVisible();
    await expect(partOf(page, /^Transactions \d/)).toBeVisible();
  });

  const flows = page.getByRole('table', { name: 'Flows of its wallets' });
  await test.step('those that move most stand first among their flows', async () => {
    await expect(flows.getByRole('row')).toHaveCount(7);
    await expect(flows.getByText(/^(Treasury|Desk \d{4})$/).first()).toBeVisible();
    await page.getByRole('button', { name: 'Show all 5,000' }).click();
    await expect(page.getByText('1–50 of 5,000 addresses')).toBeVisible();
    expect(await elementsOf(page)).toBeLessThan(maxElements);
    await typeInto(page.getByRole('searchbox', { name: 'Find in flows of its wallets' }), 'treasury');
    await expect(flows.getByRole('row')).toHaveCount(2);
  });

  await test.step('remove one, and keep the others', async () => {
    await partOf(page, /^Rules$/).click();
    await expect(page.getByText('1–50 of 5,000 wallets')).toBeVisible();
    await page.getByRole('button', { name: `Remove ${wallets[0] ?? '?'}` }).click();
    await expect(page.getByText('1–50 of 4,999 wallets')).toBeVisible();
    await page.getByRole('button', { name: 'Save watchlist' }).click();
    await expect(page.getByText('All desks is saved.')).toBeVisible();
    await page.getByRole('button', { name: 'Show all 4,999' }).waitFor();
  });

  await test.step('they are there after a restart', async () => {
    await app.restart();
    await expect(app.window.getByRole('heading', { name: 'All desks' })).toBeVisible();
    await app.window.getByRole('button', { name: 'Show all 4,999' }).waitFor();
  });
});

test('wallets that fit into one request are opened as transactions; a list is sorted, narrowed and scrolled through in place @nightly', async ({
  windowApp: app,
  page,
  explorer,
  startService,
}) => {
  const service = await startService(...small);
  await explorer.openAt(app, service);
  const busy = await busyWallets(service);
  const few = busy.slice(0, 20);
  const filters = ['from_address', 'to_address'].map((field) => ({ field, operator: 'in', value: few }));
  const asked = { filter: { operator: 'or', filters }, pagination: { page: 1, perPage: 1 } };
  const { resultCount } = (await askTransactions(service, asked)).pagination;
  await page.keyboard.press('Control+Shift+Y');
  await page.getByRole('button', { name: 'New watchlist' }).click();
  await typeInto(page.getByRole('textbox', { name: 'Name' }), 'Few');
  await paste(page.getByRole('textbox', { name: /^Paste addresses/ }), few.join('\n'));
  await page.getByRole('button', { name: 'Add wallets' }).click();
  await page.getByRole('button', { name: 'Watch', exact: true }).click();
  await page.getByRole('button', { name: 'Open in Transactions' }).click();
  await expect(explorer.grid('Transactions')).toHaveAttribute('aria-rowcount', (resultCount + 1).toString());

  await explorer.openRows('Transactions');
  // What is on this computer stays as it is while the list is looked at.
  await explorer.workOffline();
  await page.keyboard.press('Control+Shift+Y');
  await page.getByRole('button', { name: 'New watchlist' }).click();
  await typeInto(page.getByRole('textbox', { name: 'Name' }), 'Ethereum');
  expect(busy.length).toBeGreaterThan(200);
  await paste(page.getByRole('textbox', { name: /^Paste addresses/ }), busy.join('\n'));
  // So many lines are read as they are pasted.
  await expect(page.getByText(/^[\d,]+ wallets added/)).toBeVisible();
  await page.getByRole('button', { name: 'Watch', exact: true }).click();
  await partOf(page, /^Transactions \d/).click();
  const grid = explorer.grid('Transactions of the list');
  await expect(grid.getByRole('gridcell').first()).toBeVisible();
  const total = Number(await grid.getAttribute('aria-rowcount')) - 1;
  expect(total).toBeGreaterThan(500);
  await expect(explorer.status()).toContainText(`${total.toLocaleString('en')} records`);

  await tabTo(grid);
  await page.keyboard.press('Control+End');
  await explorer.showsRow('Transactions of the list', total - 1);

  await explorer.header('Value').click();
  await expect(explorer.header('Value')).toHaveAttribute('aria-sort', 'descending');
  await explorer.showsRows('Transactions of the list');
  await expect(page.getByRole('heading', { name: 'Ethereum' })).toBeVisible();
  // Summaries and totals stand beside the table of a resource only.
  await explorer.columnMenu('Type');
  await expect(page.getByRole('menuitem', { name: /^(Pin|Unpin) column/ })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: /^(Summarize|Totals by)/ })).toHaveCount(0);
  await page.keyboard.press('Escape');
  const [sender = ''] = (await explorer.column('From')).filter((text) => text.includes('…'));
  await grid.getByRole('gridcell', { name: sender.trim() }).first().click({ button: 'right' });
  await page.getByRole('menuitem', { name: /^Filter to / }).click();
  await expect
    .poll(async () => new Set((await explorer.column('From')).map((text) => text.trim())).size)
    .toBe(1);
  await expect(page.getByRole('heading', { name: 'Ethereum' })).toBeVisible();
  await page.getByRole('button', { name: /^Remove the condition/ }).click();
  await expect(grid).toHaveAttribute('aria-rowcount', (total + 1).toString());

  await page.getByRole('button', { name: 'Open in Transactions' }).click();
  await expect(page.getByText(/wallets do not fit into one request of the service/)).toBeVisible();
});

test('the form of a list, and labels that are pasted into it @nightly', async ({ page, explorer }) => {
  await test.step('labels', async () => {
    const [first = '', second = ''] = idleWallets(2);
    await page.keyboard.press('Control+Shift+Y');
    await page.getByRole('button', { name: 'New watchlist' }).click();
    const box = page.getByRole('textbox', { name: /^Paste addresses/ });
    const labelOf = (address: string): Locator => page.getByRole('textbox', { name: `Label of ${address}` });
    const add = async (text: string): Promise<void> => {
      await paste(box, text);
      await page.getByRole('button', { name: 'Add wallets' }).click();
    };
    await add(`${first}, Treasury`);
    await expect(labelOf(first)).toHaveValue('Treasury');
    await add(`${first}, Vault\n${second}, Desk`);
    await expect(labelOf(second)).toHaveValue('Desk');
    const differing = page.getByRole('region', { name: 'Labels that differ' });
    await expect(differing.getByRole('listitem')).toHaveText(/Treasury\s+would become “Vault”/);
    await differing.getByRole('button', { name: 'Keep label' }).click();
    await expect(differing).toBeHidden();
    await expect(labelOf(first)).toHaveValue('Treasury');
    await add(`${first}, Vault`);
    await differing.getByRole('button', { name: 'Replace label' }).click();
    await expect(labelOf(first)).toHaveValue('Vault');

    const poisoned = `${first.slice(0, 8)}${'a'.repeat(26)}${first.slice(-8)}`;
    await add(poisoned);
    await expect(page.getByRole('list', { name: 'Similar addresses' }).getByRole('listitem')).toHaveText([
      `${poisoned} begins and ends like ${first} (Vault), but is another address. Compare all of it.`,
    ]);

    await page.getByRole('button', { name: 'Cancel' }).click();
    await explorer.open('Labels');
    const labels = page.getByRole('table', { name: 'Labels and notes' });
    await expect(labels.getByRole('row')).toHaveText([/Label/, /Vault/, /Desk/]);
  });
  await test.step('the form', async () => {
    await page.keyboard.press('Control+Shift+Y');
    await page.getByRole('button', { name: 'New watchlist' }).click();
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    await typeInto(name, 'Desks');
    const offline = page.getByRole('switch', { name: /Work offline/ });
    await offline.click();
    await expect(offline).toBeChecked();
    await offline.click();
    await expect(offline).not.toBeChecked();
    await expect(name).toHaveValue('Desks');
    await paste(page.getByRole('textbox', { name: /^Paste addresses/ }), idleWallets(2).join('\n'));
    await page.getByRole('button', { name: 'Add wallets' }).click();
    await page.getByRole('button', { name: 'Watch', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Desks' })).toBeVisible();
    await partOf(page, /^Rules$/).click();
    const note = page.getByRole('textbox', { name: 'Note' });
    await typeInto(note, 'Two desks in Zug');
    await page.getByRole('button', { name: 'Check now' }).click();
    await expect(page.getByText('1 list checked.')).toBeVisible();
    await expect(page.getByText(/^checked just now, next in 6[01] min ·/)).toBeVisible();
    await expect(note).toHaveValue('Two desks in Zug');
  });
  await test.step('a list with another wallet, of which nothing was requested yet', async () => {
    await expect(page.getByText(/ · Complete from .+, as of /)).toBeVisible();
    await page.getByRole('switch', { name: /Work offline/ }).click();
    const [, , third = ''] = idleWallets(3);
    await paste(page.getByRole('textbox', { name: /^Paste addresses/ }), third);
    await page.getByRole('button', { name: 'Save watchlist' }).click();
    await expect(page.getByText('not checked yet · Two desks in Zug')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Flows of its wallets' })).toBeVisible();
    await expect(page.getByText(/ were active$/)).toBeHidden();
    await page.getByRole('switch', { name: /Work offline/ }).click();
    await expect(
      page.getByText(/^checked just now, next in 6[01] min · Complete from .+, as of /),
    ).toBeVisible();
    await expect(page.getByText('0 of 3 were active')).toBeVisible();
  });
});

test('what is entered in the form of a list waits there until it is saved or canceled', async ({
  page,
  explorer,
}) => {
  const [first = '', second = ''] = idleWallets(2);
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  const note = page.getByRole('textbox', { name: 'Note' });
  const box = page.getByRole('textbox', { name: /^Paste addresses/ });
  const labels = page.getByRole('textbox', { name: /^Label of/ });
  const builder = new Builder(explorer);
  const conditions = builder.panel().getByRole('button', { name: /^Move the condition/ });
  const isEmpty = async (): Promise<void> => {
    await expect(name).toHaveValue('');
    await expect(box).toHaveValue('');
    await expect(labels).toHaveCount(0);
    await expect(conditions).toHaveCount(0);
  };
  const leaveAndReturn = async (): Promise<void> => {
    await page.keyboard.press('Control+1');
    await expect(name).toBeHidden();
    await page.keyboard.press('Alt+ArrowLeft');
    await expect(name).toBeVisible();
  };
  const openNew = async (): Promise<void> => {
    await page.keyboard.press('Control+Shift+Y');
    await page.getByRole('main').getByRole('button', { name: 'New watchlist' }).click();
  };

  await test.step('a new list, after another page and another tab', async () => {
    await openNew();
    await typeInto(name, 'Desks');
    await paste(box, `${first}, Desk of Zug\n${second}, Desk of Bern`);
    await page.getByRole('button', { name: 'Add wallets' }).click();
    await expect(labels).toHaveCount(2);
    await expect(box).toBeFocused();
    await page.keyboard.type('half an addr');
    await builder.add('hash');
    await builder.enter('0x1');
    const isThere = async (): Promise<void> => {
      await expect(name).toHaveValue('Desks');
      await expect(labels).toHaveCount(2);
      await expect(conditions).toHaveCount(1);
      await expect(box).toHaveValue('half an addr');
    };
    await leaveAndReturn();
    await isThere();
    await page.keyboard.press('Control+t');
    await expect(name).toBeHidden();
    await page.keyboard.press('Control+Tab');
    await isThere();
  });

  await test.step('a condition is taken back and comes again', async () => {
    await conditions.click();
    // The value first.
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await expect(conditions).toHaveCount(0);
    await expect(builder.panel().locator(':focus')).toBeVisible();
    await page.keyboard.press('Control+Shift+Z');
    await expect(conditions).toHaveCount(1);
    await page.keyboard.press('Control+z');
    await expect(conditions).toHaveCount(0);
    await page.keyboard.press('Control+y');
    await expect(conditions).toHaveCount(1);
    await page.keyboard.press('Control+z');
  });

  await test.step('not after Cancel', async () => {
    await page.getByRole('button', { name: 'Cancel' }).click();
    await openNew();
    await isEmpty();
  });

  const submit = page.getByRole('button', { name: 'Watch', exact: true });
  const isSaved = async (title: string): Promise<void> => {
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await openNew();
    await isEmpty();
  };
  await test.step('nor once it is saved', async () => {
    await typeInto(name, 'Desks');
    await paste(box, first);
    await page.getByRole('button', { name: 'Add wallets' }).click();
    await submit.click();
    await isSaved('Desks');
  });

  await test.step('saving takes what is pasted and not added yet, and waits while lines cannot be read', async () => {
    await typeInto(name, 'Vaults');
    await paste(box, `${first}\nno address`);
    await submit.click();
    await expect(page.getByRole('alert')).toHaveText(
      'Not saved. Read the messages under Wallets, then save again.',
    );
    await expect(page.getByRole('list', { name: 'Skipped lines' })).toContainText('no address');
    await expect(box).toHaveValue('no address');
    await expect(box).toBeFocused();
    await page.keyboard.press('Control+a');
    await page.keyboard.type(second);
    await page.keyboard.press('Control+s');
    await isSaved('Vaults');
  });

  await test.step('a saved list, in none but itself', async () => {
    const openRules = async (list: string): Promise<void> => {
      await page.keyboard.press('Control+Shift+Y');
      await page.getByRole('button', { name: new RegExp(`^${list}`) }).click();
      await partOf(page, /^Rules$/).click();
    };
    await openRules('Vaults');
    await expect(labels).toHaveCount(2);
    await typeInto(name, 'Vaults of Bern');
    await partOf(page, /^Figures$/).click();
    await partOf(page, /^Rules$/).click();
    await expect(name).toHaveValue('Vaults of Bern');
    await leaveAndReturn();
    await expect(name).toHaveValue('Vaults of Bern');
    const watch = page.getByRole('switch', { name: 'Watch' });
    await watch.click();
    await expect(watch).not.toBeChecked();
    await expect(name).toHaveValue('Vaults of Bern');
    await openRules('Desks');
    await expect(name).toHaveValue('Desks');
    await openRules('Vaults');
    await expect(name).toHaveValue('Vaults of Bern');
    await page.getByRole('button', { name: 'Save watchlist' }).click();
    await expect(page.getByRole('heading', { name: 'Vaults of Bern' })).toBeVisible();
    await expect(watch).not.toBeChecked();
    await partOf(page, /^Rules$/).click();
    await typeInto(note, 'Of no use');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await partOf(page, /^Rules$/).click();
    await expect(note).toHaveValue('');
    // The name it had before does not bring back what was entered then.
    await typeInto(name, 'Vaults');
    await page.getByRole('button', { name: 'Save watchlist' }).click();
    await expect(page.getByRole('heading', { name: 'Vaults', exact: true })).toBeVisible();
    await partOf(page, /^Rules$/).click();
    await expect(name).toHaveValue('Vaults');
  });
});
