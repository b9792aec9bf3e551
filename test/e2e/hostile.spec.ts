import type { Locator, Page } from '@playwright/test';
import { spoil } from '../support/hostileAnswers.ts';
import { startRewritingService } from '../support/rewritingService.ts';
import { scaled } from '../support/scale.ts';
import { expect, test } from './fixtures/app.ts';
import { exportCsv } from './pages/files.ts';
import { tabTo } from './support/typing.ts';

/** A data service that was broken into sends hostile texts in every field: they are shown as the texts they are. */

/** What may not happen in a window, kept in its page. */
interface Watched {
  hit?: unknown;
  violations: string[];
}

/** Begins to watch the window. The returned function tells what has happened that may not. */
async function watch(page: Page): Promise<() => Promise<string[]>> {
  const seen: string[] = [];
  const { origin } = new URL(page.url());
  page.on('dialog', (dialog) => {
    seen.push(`dialog: ${dialog.message().slice(0, 100)}`);
    void dialog.dismiss();
  });
  page.on('pageerror', (error) => seen.push(`error: ${error.message.slice(0, 300)}`));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${origin}/`) && !url.startsWith('data:')) seen.push(`request: ${url.slice(0, 200)}`);
  });
  page.context().on('page', (other) => seen.push(`window: ${other.url()}`));
  await page.evaluate(() => {
    const watched = window as unknown as Watched;
    watched.violations = [];
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      watched.violations.push(`policy: ${effectiveDirective} ${blockedURI}`);
    });
  });
  return async () => {
    const inPage = await page.evaluate(() => {
      const { hit, violations } = window as unknown as Watched;
      return [
        ...(hit === undefined ? [] : ['a hostile text ran']),
        ...violations,
        ...('polluted' in {} ? ['the prototype of objects has changed'] : []),
        ...[...document.querySelectorAll('[role="alert"]')]
          .map(({ textContent }) => `${document.title}: ${textContent}`)
          .filter((text) => text.includes('Something went wrong in the app')),
        ...document.querySelectorAll(
          'main iframe, main script, [onerror], [onload], [srcdoc], a[href^="javascript"]',
        ),
      ].map((what) => (typeof what === 'string' ? what : `element: ${what.outerHTML.slice(0, 200)}`));
    });
    return [...seen, ...inPage];
  };
}

/** How many characters the longest text of a record has: ten million where the test runs whole. */
const longest = scaled(10_000_000);

/** Ten megabytes take their time on the way to the window where the computer is busy. */
const patience = { timeout: 120_000 };

test('hostile texts in every field are shown and never obeyed @nightly', async ({
  windowApp: app,
  page,
  explorer,
  startService,
}) => {
  test.setTimeout(360_000);
  const service = await startService();
  // An asset that is the second of a list has the text in every later answer too: views that get it at another place keep it.
  const withLongText = new Set<unknown>();
  await using hostile = await startRewritingService({
    ...service,
    rewrite: (answer, _own, path) =>
      spoil(answer, longest, (id, nth) => {
        if (!/\/assets(\?|$)/.test(path)) return false;
        if (nth === 1) withLongText.add(id);
        return withLongText.has(id);
      }),
  });
  const happened = await watch(page);
  await explorer.connect(app, hostile);
  await explorer.open('Assets');
  await explorer.showsRows('Assets', patience);
  await expect(explorer.grid('Assets')).toContainText('<script>window.hit=1</script>');

  const entries = page.getByRole('navigation', { name: 'Views' }).getByRole('button');
  const visit = async (entry: Locator): Promise<void> => {
    const name = await entry.innerText();
    await test.step(name, async () => {
      await entry.click();
      await expect(entry).toHaveAttribute('aria-current', /.+/);
      await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0);
      await expect(page.getByRole('main')).not.toBeEmpty();
      const grid = explorer.grid(name);
      if ((await grid.count()) > 0) {
        await explorer.showsRows(name, patience);
        await explorer.row(name, 1).getByRole('gridcell').first().dblclick();
        await expect(explorer.record().getByRole('heading').first()).toBeVisible();
        await page.keyboard.press('Escape');
      }
      expect(await happened()).toEqual([]);
    });
  };
  for (const entry of await entries.all()) await visit(entry);

  await test.step('the whole record, with its longest text and its JSON', async () => {
    await explorer.openRows('Assets');
    await explorer.row('Assets', 1).getByRole('gridcell').first().dblclick();
    const record = explorer.record();
    // It draws the beginning of them.
    await expect(record).toContainText(`(${longest.toLocaleString('en')} characters)`, patience);
    const tabs = record.getByRole('tab');
    for (const tab of await tabs.all()) {
      await tab.click();
      await expect(record.getByRole('tabpanel').locator('[aria-busy="true"]')).toHaveCount(0);
      expect(await happened()).toEqual([]);
    }
    await record.getByRole('tab', { name: 'JSON' }).click();
    await expect(record).toContainText('__proto__');
    expect(await happened()).toEqual([]);
  });

  await test.step('two records side by side, one of them with the longest text', async () => {
    await page.keyboard.press('Escape');
    await tabTo(explorer.grid('Assets'));
    for (const key of ['Enter', 'ArrowDown']) {
      await page.keyboard.press(key);
      await expect(explorer.record().getByRole('term').first()).toBeVisible();
      await page.keyboard.press('c');
    }
    await page.keyboard.press('Shift+C');
    const table = page.getByRole('table', { name: 'Comparison of assets' });
    await expect(table.getByRole('columnheader').getByRole('button', { name: /^Open / })).toHaveCount(2);
    await expect(table).toContainText('<script>window.hit=1</script>');
    await expect(table).toContainText('__proto__');
    expect(await happened()).toEqual([]);
  });

  await test.step('the search of everything', async () => {
    await explorer.search('script');
    await expect(page.getByRole('option').first()).toBeVisible();
    expect(await happened()).toEqual([]);
    await page.keyboard.press('Escape');
  });

  await test.step('an export, which a spreadsheet will not obey either', async () => {
    await explorer.openRows('Networks');
    await page.getByRole('toolbar').getByRole('button', { name: 'Export…' }).click();
    const { heading, rows } = await exportCsv(app, 'networks.csv');
    const cells = [heading, ...rows].flat();
    expect(cells.filter((cell) => /^[=+@\t\r]/.test(cell) || /^-(?!\d)/.test(cell))).toEqual([]);
    expect(await happened()).toEqual([]);
  });

  // What main did not expect would have been written down.
  expect(app.output()).not.toMatch(/Error|error/);
});
