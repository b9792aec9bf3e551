import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { linkSampleData, makeSampleData } from './fixtures/sampleData.ts';
import { startOnShell } from './fixtures/shellApp.ts';
import { Explorer } from './pages/explorer.ts';

/**
 * Makes the pictures of the documents from the running app, on sample data: `npm run build && npm run screenshots`.
 * Each view is written to docs/screenshots as NAME-light.png and NAME-dark.png.
 */

const projectFolder = path.resolve(import.meta.dirname, '../..');
const pictures = path.join(projectFolder, 'docs', 'screenshots');
const size = { width: 1680, height: 945 };

/** The views, in the order in which a user would come to them. */
const views: Readonly<Record<string, (explorer: Explorer) => Promise<void>>> = {
  welcome: ({ page }) => page.getByRole('heading', { name: 'RWA Explorer' }).waitFor(),
  table: (explorer) => explorer.exploreSampleData(),
  assets: async (explorer) => {
    await explorer.grid('Assets').focus();
    await explorer.page.keyboard.press('ArrowDown');
    await explorer.page.keyboard.press('Enter');
    await explorer.record().getByRole('term').first().waitFor();
  },
  metric: async (explorer) => {
    await explorer.record().getByRole('searchbox', { name: 'Find a field' }).fill('value');
    await explorer.record().getByRole('button', { name: 'Circulating market value' }).click();
    await explorer.record().getByRole('rowheader').first().waitFor();
  },
  columns: async (explorer) => {
    await explorer.record().getByRole('button', { name: 'Close the record' }).click();
    await explorer.page.getByRole('button', { name: 'Columns' }).click();
  },
  transactions: async (explorer) => {
    await explorer.page.keyboard.press('Escape');
    await explorer.open('Transactions');
    await explorer.showsRows('Transactions');
  },
  watchlist: async (explorer) => {
    const { page } = explorer;
    const sender = page.getByRole('gridcell', { name: /^0x/ });
    await sender.nth(1).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Watch this wallet…' }).click();
    await page.getByRole('button', { name: 'Watch', exact: true }).click();
    await page.getByText(/^checked/).waitFor();
    await page.getByRole('table', { name: 'Top counterparties' }).waitFor();
  },
  'whats-new': async ({ page }) => {
    await page.keyboard.press('Control+Shift+X');
    await page.getByRole('button', { name: 'All', exact: true }).click();
    await page.getByRole('region', { name: 'What is new' }).getByRole('listitem').first().waitFor();
  },
  watchlists: async ({ page }) => {
    await page.keyboard.press('Control+Shift+Y');
    await page.getByRole('region', { name: 'Plan' }).waitFor();
  },
  query: async (explorer) => {
    await explorer.open('Assets');
    await explorer.page.getByRole('button', { name: 'Query', exact: true }).click();
    await explorer.page.getByRole('button', { name: /^US Treasury Debt over/ }).click();
    await explorer.showsRows('Assets');
  },
  export: async ({ page }) => {
    await page.getByRole('button', { name: 'Export…' }).click();
    await page.getByRole('dialog').getByRole('cell').first().waitFor();
  },
  timeseries: async (explorer) => {
    await explorer.page.keyboard.press('Escape');
    await explorer.open('Saved queries');
    await explorer.page.getByRole('button', { name: /^To begin with/ }).click();
    await explorer.page.getByRole('button', { name: /^Value by network over time/ }).click();
    await explorer.page.getByRole('figure', { name: /by network/ }).waitFor();
  },
  aggregates: async (explorer) => {
    await explorer.open('Aggregates');
    await explorer.page.getByRole('figure', { name: /by network/ }).waitFor();
  },
  'saved-queries': async (explorer) => {
    await explorer.open('Saved queries');
    await explorer.page.getByRole('button', { name: /^To begin with/ }).click();
    await explorer.page.getByRole('button', { name: /^Value by network over time/ }).waitFor();
  },
  compare: async (explorer) => {
    const { page } = explorer;
    await explorer.open('Assets');
    await explorer.showsRows('Assets');
    await explorer.grid('Assets').focus();
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
    await explorer.page
      .getByRole('region', { name: 'Market value by network' })
      .getByRole('listitem')
      .first()
      .waitFor();
  },
  palette: async ({ page }) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search or command' }).fill('stable');
    await page.getByRole('option', { name: /Find “stable” in assets/ }).waitFor();
  },
  'design-system': async ({ page }) => {
    await page.getByRole('combobox', { name: 'Search or command' }).fill('design system');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Design system' }).waitFor();
  },
  ...Object.fromEntries(
    (['Tokens', 'Networks', 'Platforms', 'Issuers', 'Service providers'] as const).map((label) => [
      label.toLowerCase().replace(' ', '-'),
      async (explorer: Explorer) => {
        await explorer.open(label);
        await explorer.showsRows(label);
      },
    ]),
  ),
  record: async (explorer) => {
    await explorer.open('Issuers');
    await explorer.showsRows('Issuers');
    await explorer.grid('Issuers').focus();
    await explorer.page.keyboard.press('Enter');
    await explorer.record().getByRole('term').first().waitFor();
    await explorer.page.keyboard.press('o');
    await explorer.page.getByRole('main').getByRole('tab', { name: 'Fields' }).waitFor();
  },
  alerts: async ({ page }) => {
    await page.keyboard.press('Control+Shift+Y');
    await page.getByRole('region', { name: 'Plan' }).waitFor();
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Alerts/ })
      .click();
    await page.getByRole('heading', { name: 'Alerts', level: 1 }).waitFor();
  },
  'what-changed': (explorer) => openView(explorer, 'What changed'),
  labels: (explorer) => openView(explorer, 'Labels'),
  jobs: (explorer) => openView(explorer, 'Jobs'),
  offline: async (explorer) => {
    await explorer.open('Assets');
    await explorer.showsRows('Assets');
    await explorer.page.getByRole('switch', { name: /Work offline/ }).click();
    await explorer.header('Asset class').click();
    await explorer.status().getByText('others may exist').waitFor();
  },
  'not-in-the-cache': async (explorer) => {
    await explorer.open('Managers');
    await explorer.page.getByRole('heading', { name: 'Not in the cache' }).waitFor();
  },
  managers: async (explorer) => {
    await explorer.page.getByRole('button', { name: 'Go online' }).click();
    await explorer.showsRows('Managers');
  },
  settings: async (explorer) => {
    await explorer.open('Settings');
    await explorer.page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
    await explorer.page.getByRole('button', { name: 'About' }).waitFor();
  },
  about: async ({ page }) => {
    await page.getByRole('button', { name: 'About' }).click();
    await page.getByRole('heading', { name: 'About', level: 1 }).waitFor();
  },
};

async function openView(explorer: Explorer, name: string): Promise<void> {
  await explorer.open(name);
  await explorer.page.getByRole('heading', { name, level: 1 }).waitFor();
}

await mkdir(pictures, { recursive: true });
await makeSampleData();
for (const theme of ['light', 'dark'] as const) {
  const userDataDir = await mkdtemp(path.join(tmpdir(), 'rwa-explorer-'));
  await linkSampleData(userDataDir);
  const app = await startOnShell({ appFolder: projectFolder, userDataDir });
  try {
    const page = app.window;
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    for (const [name, show] of Object.entries(views)) {
      await show(new Explorer(page));
      await page.mouse.move(0, 0);
      await page.screenshot({ path: path.join(pictures, `${name}-${theme}.png`), animations: 'disabled' });
    }
  } finally {
    await app.quit();
    await rm(userDataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}
