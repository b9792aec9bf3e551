import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { makeTemporaryFolder } from '../support/temporaryFolder.ts';
import { startServiceProcess, type ServiceProcess } from '../support/sampleService.ts';
import { dayPasses, daysAgo } from './fixtures/days.ts';
import { linkSampleData, makeSampleData } from './fixtures/sampleData.ts';
import type { Running } from './fixtures/runningApp.ts';
import { startOnShell } from './fixtures/shellApp.ts';
import { Explorer } from './pages/explorer.ts';
import { choose, tabTo, typeCode, typeInto } from './support/typing.ts';

/**
 * Makes the pictures of the documents from the running app, on sample data: `npm run build && npm run screenshots`.
 * Each view is written to docs/screenshots as NAME-light.png, the overview also as overview-dark.png.
 */

const projectFolder = path.resolve(import.meta.dirname, '../..');
const pictures = path.join(projectFolder, 'docs', 'screenshots');
const size = { width: 1680, height: 945 };

/** Opens a view as it is at first: a second click in the sidebar resets it. */
async function openAnew(explorer: Explorer, view: string): Promise<void> {
  await explorer.open(view);
  await explorer.open(view);
}

/** The charts of the open record are drawn. */
async function drawsCharts({ page }: Explorer, count = 1): Promise<void> {
  await page
    .getByRole('slider', { name: /over time: crosshair/ })
    .nth(count - 1)
    .waitFor();
}

/** The views, in the order in which a user would come to them. */
const views: Readonly<Record<string, (explorer: Explorer) => Promise<void>>> = {
  welcome: ({ page }) => page.getByRole('heading', { name: 'RWA Explorer' }).waitFor(),
  assets: async (explorer) => {
    await explorer.exploreSampleData();
    await explorer.openRecord('Assets', 1);
    await drawsCharts(explorer);
  },
  metric: async (explorer) => {
    await typeInto(explorer.record().getByRole('searchbox', { name: 'Find a field' }), 'value');
    await explorer.record().getByRole('button', { name: 'Circulating market value' }).click();
    await explorer.record().getByRole('rowheader').first().waitFor();
    await drawsCharts(explorer);
  },
  columns: async (explorer) => {
    await explorer.record().getByRole('button', { name: 'Close the record' }).click();
    await explorer.openColumns();
  },
  'computed-column': async ({ page }) => {
    await page.getByRole('button', { name: 'New computed column…' }).click();
    const dialog = page.getByRole('dialog');
    await typeInto(dialog.getByRole('textbox', { name: 'Name' }), 'Growth in 30 days');
    await typeCode(
      dialog.getByRole('textbox', { name: 'Expression' }),
      'circulating_market_value_dollar - circulating_market_value_dollar.val_30d',
    );
    await dialog.getByRole('table', { name: 'Preview' }).getByText('$').first().waitFor();
  },
  totals: async (explorer) => {
    const { page } = explorer;
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await explorer.columnMenu('Asset class', 'Totals by asset class');
    const panel = page.getByRole('region', { name: /^Totals by/ });
    await panel.getByRole('button', { name: /^Rows/ }).click();
    await page.keyboard.type('Investable');
    await page.getByRole('listbox').getByRole('option', { name: 'Investable', exact: true }).click();
    await page.keyboard.press('Escape');
    await panel.locator('tr[aria-level="3"]').first().waitFor();
  },
  'totals-chart': async ({ page }) => {
    const panel = page.getByRole('region', { name: /^Totals by/ });
    await panel.getByRole('button', { name: 'Chart', exact: true }).click();
    await panel.getByRole('button', { name: 'Save chart' }).waitFor();
  },
  watchlist: async (explorer) => {
    const { page } = explorer;
    await explorer.openRows('Transactions');
    await (await explorer.senders()).first().click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Watch this wallet…' }).click();
    await page.getByRole('button', { name: 'Watch', exact: true }).click();
    await page.getByText(/^checked/).waitFor();
    await page.getByRole('table', { name: 'Top counterparties' }).waitFor();
    await page.getByText('is watched.').waitFor({ state: 'hidden' });
  },
  wallet: async (explorer) => {
    const { page } = explorer;
    await explorer.openRows('Transactions');
    await (await explorer.senders()).first().click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Open this wallet' }).click();
    await page.getByRole('table', { name: 'Counterparties' }).waitFor();
    await page.getByRole('figure', { name: /^Largest movements/ }).waitFor();
  },
  'token-activity': async (explorer) => {
    const { page } = explorer;
    await explorer.openRows('Transactions');
    const column = await explorer.header(/\bToken\b/).getAttribute('aria-colindex');
    const cell = explorer.row('Transactions', 0).locator(`[aria-colindex="${column ?? ''}"]`);
    await cell.click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Open this token’s activity' }).click();
    await page.getByRole('table', { name: 'Net position by address' }).waitFor();
    await page.getByRole('slider', { name: /^Volume by day/ }).waitFor();
    await page.getByRole('heading', { name: /^Activity of (?!Token )/ }).waitFor();
  },
  'whats-new': async ({ page }) => {
    await page.keyboard.press('Control+Shift+X');
    await page.getByRole('button', { name: 'All', exact: true }).click();
    await page.getByRole('region', { name: 'New transactions' }).getByRole('listitem').first().waitFor();
  },
  watchlists: async ({ page }) => {
    await page.keyboard.press('Control+Shift+Y');
    await page.getByRole('region', { name: 'Checks' }).waitFor();
  },
  query: async (explorer) => {
    await explorer.open('Assets');
    await explorer.page.getByRole('button', { name: 'Query', exact: true }).click();
    await explorer.page.getByRole('button', { name: /^US Treasury Debt over/ }).click();
    await explorer.page.getByRole('gridcell', { name: 'Stablecoins' }).first().waitFor({ state: 'hidden' });
    await explorer.showsRows('Assets');
  },
  export: async ({ page }) => {
    await page.getByRole('button', { name: 'Export…' }).click();
    await page.getByRole('dialog').getByRole('cell').first().waitFor();
  },
  timeseries: async (explorer) => {
    await explorer.page.keyboard.press('Escape');
    await explorer.open('Saved views');
    await explorer.page.getByRole('button', { name: /^Templates/ }).click();
    await explorer.page.getByRole('button', { name: /^Value by network over time/ }).click();
    await explorer.page.getByRole('figure', { name: /by network/ }).waitFor();
  },
  aggregates: async (explorer) => {
    await explorer.open('Aggregates');
    await explorer.page.getByRole('figure', { name: /by network/ }).waitFor();
  },
  'sql-chart': async (explorer) => {
    const { page } = explorer;
    await explorer.open('SQL');
    await typeCode(
      page.getByRole('textbox', { name: 'SQL statement' }),
      'SELECT asset_class_name AS class, sum(circulating_market_value_dollar) AS value FROM assets GROUP BY class ORDER BY value DESC',
    );
    await page.keyboard.press('Control+Enter');
    await page.getByRole('button', { name: 'Chart', exact: true }).click();
    await page.getByRole('figure', { name: 'value by class' }).waitFor();
  },
  'saved-views': async (explorer) => {
    await explorer.open('Saved views');
    await explorer.page.getByRole('button', { name: /^Templates/ }).click();
    await explorer.page.getByRole('button', { name: /^Value by network over time/ }).waitFor();
  },
  compare: async (explorer) => {
    const { page } = explorer;
    await openAnew(explorer, 'Assets');
    await explorer.showsRows('Assets');
    await tabTo(explorer.grid('Assets'));
    for (const name of (await explorer.column('Name')).slice(0, 3)) {
      await page.keyboard.press((await explorer.record().isVisible()) ? 'ArrowDown' : 'Enter');
      await page
        .getByRole('region', { name: `Asset ${name}` })
        .getByRole('term')
        .first()
        .waitFor();
      await page.keyboard.press('c');
    }
    await page.keyboard.press('Shift+C');
    await page.getByText(/of \d+ fields differ/).waitFor();
  },
  overview: async (explorer) => {
    await explorer.open('Overview');
    for (const name of ['Bridged token value by network', 'Circulating market value by asset class'])
      await explorer.page.getByRole('region', { name }).getByRole('rowheader').first().waitFor();
    await explorer.page.getByRole('slider').first().waitFor();
  },
  palette: async ({ page }) => {
    await page.keyboard.press('Control+k');
    await typeInto(page.getByRole('combobox', { name: 'Search or command' }), 'stable');
    await page
      .getByRole('option', { name: /Stable Asset/ })
      .first()
      .waitFor();
  },
  record: async (explorer) => {
    await explorer.page.keyboard.press('Escape');
    await explorer.openRows('Issuers');
    await explorer.openFirst('Issuers');
    await explorer.page.keyboard.press('o');
    await explorer.page.getByRole('main').getByRole('tab', { name: 'Fields' }).waitFor();
    await drawsCharts(explorer, 2);
  },
  alerts: async ({ page }) => {
    await page.keyboard.press('Control+Shift+Y');
    await page.getByRole('region', { name: 'Checks' }).waitFor();
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Alerts/ })
      .click();
    await page.getByRole('heading', { name: 'Alerts', level: 1 }).waitFor();
    for (const [name, kind] of [
      ['Every move', 'A transaction'],
      ['Much in a day', 'A sum of transactions'],
    ] as const) {
      await page.getByRole('button', { name: 'New alert' }).click();
      const dialog = page.getByRole('dialog');
      await typeInto(dialog.getByRole('textbox', { name: 'Name' }), name);
      await dialog.getByRole('radio', { name: kind, exact: true }).click();
      await dialog.getByRole('button', { name: 'Save alert' }).click();
      await dialog.waitFor({ state: 'hidden' });
    }
  },
  labels: async (explorer) => {
    const { page } = explorer;
    const dialog = page.getByRole('dialog', { name: 'Label and note' });
    await openAnew(explorer, 'Assets');
    await explorer.showsRows('Assets');
    const names = await explorer.column('Name');
    for (const [index, [label, note]] of [
      ['Client holds it', 'Asked the issuer for the audit of 2025'],
      ['Pegged', ''],
      ['Watch closely', 'Half of it moved in one day'],
    ].entries()) {
      await tabTo(explorer.grid('Assets'));
      await page.keyboard.press(index === 0 ? 'Control+Home' : 'ArrowDown');
      if (!(await explorer.record().isVisible())) await page.keyboard.press('Enter');
      await page
        .getByRole('region', { name: `Asset ${names[index] ?? ''}` })
        .getByRole('term')
        .first()
        .waitFor();
      await page.keyboard.press('n');
      await typeInto(dialog.getByRole('textbox', { name: 'Label' }), label ?? '');
      await typeInto(dialog.getByRole('textbox', { name: 'Note' }), note ?? '');
      await dialog.getByRole('button', { name: 'Save label' }).click();
      await dialog.waitFor({ state: 'hidden' });
    }
    await explorer.open('Labels');
    await page.getByRole('table', { name: 'Labels and notes' }).waitFor();
  },
  jobs: async (explorer) => {
    const { page } = explorer;
    for (const label of ['Networks', 'Platforms']) {
      await explorer.openRows(label);
      await page.getByRole('button', { name: 'Sync…' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Start sync' }).click();
      const toast = page.getByRole('region', { name: 'Jobs started here' });
      await toast.getByText(/^Done/).waitFor();
      await toast.getByRole('button', { name: 'Dismiss' }).waitFor({ state: 'detached' });
    }
    await explorer.open('Jobs');
    await page.getByRole('region', { name: 'All jobs' }).getByText(/^Done/).first().waitFor();
  },
  settings: async (explorer) => {
    await explorer.open('Settings');
    await explorer.page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
    await explorer.page.getByRole('button', { name: 'About' }).waitFor();
  },
  offline: async (explorer) => {
    await explorer.openRows('Assets');
    await explorer.workOffline();
    await explorer.header('Asset class').click();
    await explorer
      .status()
      .getByText(/others may/)
      .waitFor();
  },
};

/** What a day has changed, of a service whose data have moved on since the app asked it last. */
async function showChanges(): Promise<void> {
  const key = 'sample-key';
  const service = (today: string, port = '0'): Promise<ServiceProcess> =>
    startServiceProcess(
      '--port',
      port,
      '--key',
      key,
      '--assets',
      '400',
      '--transactions',
      '2000',
      '--today',
      today,
    );
  const userDataDir = makeTemporaryFolder('pictures');
  let baseUrl: string;
  {
    await using before = await service(daysAgo(30));
    baseUrl = before.url;
    await using app = await shown(userDataDir);
    const explorer = new Explorer(app);
    await explorer.openAt(app, { url: baseUrl, key });
  }
  dayPasses(path.join(userDataDir, 'data'));
  await using _after = await service(daysAgo(0), new URL(baseUrl).port);
  await using app = await shown(userDataDir);
  const explorer = new Explorer(app);
  await explorer.showsRows('Assets');
  await app.window.getByRole('button', { name: 'Refresh' }).click();
  await explorer.status().getByText('just now').waitFor();
  await explorer.open('What changed');
  await choose(app.window.getByRole('combobox', { name: 'Since' }), 'Since yesterday');
  await app.window.getByRole('table', { name: 'Changed assets' }).getByRole('rowheader').first().waitFor();
  await take(app.window, 'what-changed-light');
}

/** The app in a window of the pictures' size. */
async function shown(userDataDir: string): Promise<Running & AsyncDisposable> {
  const app = await startOnShell({ appFolder: projectFolder, userDataDir });
  await app.window.setViewportSize(size);
  await app.window.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  return Object.assign(app, { [Symbol.asyncDispose]: () => app.quit() });
}

async function take(page: Page, name: string): Promise<void> {
  await page.mouse.move(0, 0);
  await page.screenshot({ path: path.join(pictures, `${name}.png`), animations: 'disabled' });
}

await mkdir(pictures, { recursive: true });
await makeSampleData();
const userDataDir = makeTemporaryFolder('pictures');
await linkSampleData(userDataDir);
await using app = await shown(userDataDir);
for (const [name, show] of Object.entries(views)) {
  await show(new Explorer(app));
  await take(app.window, `${name}-light`);
  if (name !== 'overview') continue;
  await app.window.emulateMedia({ colorScheme: 'dark' });
  await take(app.window, `${name}-dark`);
  await app.window.emulateMedia({ colorScheme: 'light' });
}
await showChanges();
