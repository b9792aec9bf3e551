import type { Locator, Page } from '@playwright/test';
import { makeRandom } from '../../main/sample-service/data/random.ts';
import { listRequest } from '../../main/data-service/client.ts';
import { resourceNames, resources } from '../../preload/contract/resources.ts';
import { searchFilter } from '../../renderer/fields/search.ts';
import { startRewritingService } from '../support/rewritingService.ts';
import { atScale } from '../support/scale.ts';
import { expect, test } from './fixtures/app.ts';

/**
 * A walk through the window by keys and clicks, at random, online and offline, with a service that answers late and out of order. After each
 * step something has the focus, no menu has outlived its page, no row is marked that was not chosen, and what is counted or computed is the
 * answer to the question that stands beside it; the console stays silent, as in every test.
 */

test.use({ begin: 'welcome' });

const allSteps = 10_000;
const words = ['fund', 'gold', 'treasury', 'usd'];
const views = [
  'Overview',
  'Timeseries',
  'Aggregates',
  'Saved views',
  'Watchlists',
  'Labels',
  'Jobs',
  'Settings',
];

/** What a step may change: where the user is, which rows are marked, or neither. */
type Kind = 'goes' | 'marks' | 'stays';

interface Step {
  readonly name: string;
  readonly kind: Kind;
  readonly run: (page: Page, integer: (from: number, to: number) => number) => Promise<void>;
}

const keys = (name: string, kind: Kind, ...pressed: string[]): Step => ({
  name,
  kind,
  run: async (page) => {
    for (const key of pressed) await page.keyboard.press(key);
  },
});

/** Clicks one of what is there, if something is: it may go before the click arrives. */
async function clickOne(all: Locator, index: number): Promise<void> {
  const count = await all.count();
  if (count > 0)
    await all
      .nth(index % count)
      .click({ timeout: 2000, noWaitAfter: true })
      .catch(() => undefined);
}

const steps: readonly Step[] = [
  ...resourceNames.map((name, index) => keys(name, 'goes', `Control+${(index + 1).toString()}`)),
  keys('back', 'goes', 'Alt+ArrowLeft'),
  keys('forward', 'goes', 'Alt+ArrowRight'),
  keys('new tab', 'goes', 'Control+t'),
  keys('close tab', 'goes', 'Control+w'),
  keys('next tab', 'goes', 'Control+Tab'),
  keys('down', 'marks', 'ArrowDown', 'ArrowDown'),
  keys('select', 'marks', 'Shift+ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowRight'),
  keys('end', 'marks', 'Control+End'),
  keys('home', 'marks', 'Control+Home'),
  keys('page', 'marks', 'PageDown'),
  keys('all', 'marks', 'Control+a'),
  keys('menu', 'stays', 'Shift+F10'),
  keys('escape', 'marks', 'Escape'),
  keys('refresh', 'stays', 'Control+r'),
  keys('open', 'marks', 'Enter'),
  keys('totals', 'stays', 'Control+Shift+g'),
  keys('summary', 'stays', 'Control+Shift+s'),
  {
    name: 'view',
    kind: 'goes',
    run: async (page, integer) => {
      const name = views[integer(0, views.length - 1)] ?? '';
      await page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name }).click();
    },
  },
  {
    name: 'palette',
    kind: 'goes',
    run: async (page, integer) => {
      await page.keyboard.press('Control+k');
      await page.keyboard.type(views[integer(0, views.length - 1)] ?? '');
      await page.keyboard.press(integer(0, 3) === 0 ? 'Escape' : 'Enter');
    },
  },
  {
    name: 'find',
    kind: 'goes',
    run: async (page, integer) => {
      if (!(await page.getByRole('searchbox', { name: /^Find/ }).isVisible())) return;
      await page.keyboard.press('/');
      await page.keyboard.press('Control+a');
      await page.keyboard.type(words[integer(0, words.length - 1)] ?? '');
      await page.keyboard.press('Enter');
    },
  },
  {
    name: 'sort',
    kind: 'goes',
    run: (page, integer) => clickOne(page.getByRole('columnheader'), integer(0, 5)),
  },
  {
    name: 'column menu',
    kind: 'stays',
    run: (page, integer) => clickOne(page.getByRole('button', { name: /^Column menu/ }), integer(0, 5)),
  },
  {
    name: 'click a cell',
    kind: 'marks',
    run: (page, integer) => clickOne(page.getByRole('gridcell'), integer(0, 60)),
  },
  {
    name: 'offline or online',
    kind: 'stays',
    run: (page) => page.getByRole('switch', { name: /^Work offline/ }).click(),
  },
];

/** What the window shows, read in one moment. */
function look(page: Page) {
  return page.evaluate(() => ({
    view: document.title,
    focused: document.activeElement === null || document.activeElement === document.body ? '' : 'something',
    menus: document.querySelectorAll('[role="menu"]').length,
    /** But for the active cell, which is where the user is. */
    marked: [...document.querySelectorAll('[role="row"]')]
      .filter((row) => row.querySelector('[role="gridcell"].selected') !== null)
      .map((row) => row.textContent.trim()),
    offline:
      document.querySelector('[role="switch"][aria-checked="true"][aria-label^="Work offline"]') !== null,
  }));
}

test('a walk at random meets no lost focus, no menu of another page, no row that was not chosen, and no answer to another question', async ({
  windowApp: app,
  page,
  explorer,
  startService,
}) => {
  test.setTimeout(4 * 3_600_000);
  const service = await startService();
  await atScale(import.meta.filename, allSteps, async ({ count, seed }) => {
    const random = makeRandom(seed);
    const delays = makeRandom(seed + 1);
    await using late = await startRewritingService({
      ...service,
      before: () => new Promise((resolve) => setTimeout(resolve, delays.integer(0, 400))),
    });
    await explorer.openAt(app, late, 'Assets');

    let chosen: readonly string[] = [];
    const done: string[] = [];
    for (let taken = 0; taken < count; taken += 1) {
      const step = steps[random.integer(0, steps.length - 1)];
      if (step === undefined) throw new Error('There is no step.');
      done.push(step.name);
      // A dialog that is open has the keys.
      if ((await page.locator('dialog[open]').count()) > 0) await page.keyboard.press('Escape');
      const before = await look(page);
      await step.run(page, (from, to) => random.integer(from, to));
      const told = `after ${done.slice(-8).join(', ')} (step ${taken.toString()})`;
      await expect
        .poll(async () => (await look(page)).focused, { message: `focus ${told}` })
        .toBe('something');
      const after = await look(page);
      if (after.view !== before.view || step.name === 'find')
        await expect.poll(async () => (await look(page)).menus, { message: `menus ${told}` }).toBe(0);
      if (step.kind === 'marks' || after.view !== before.view) chosen = after.marked;
      else if (step.kind === 'stays')
        expect(
          after.marked.filter((row) => !chosen.includes(row)),
          `marked ${told}`,
        ).toEqual([]);
      if (taken % 10 === 9) await countsItsOwn(page, service, told);
      if (taken % 50 === 49) {
        await explorer.open('SQL');
        await computesItsOwn(page, taken);
      }
    }
  });
});

/** The table has as many rows as the service has records for what stands in its field; offline, the cache has what it has. */
async function countsItsOwn(
  page: Page,
  { url, key }: { url: string; key: string },
  told: string,
): Promise<void> {
  const table = page.getByRole('main').getByRole('grid').first();
  if (!(await table.isVisible()) || (await look(page)).offline) return;
  const label = await table.getAttribute('aria-label');
  const resource = resourceNames.find((one) => resources[one].label === label);
  if (resource === undefined) return;
  const pills = await page
    .getByRole('list', { name: 'Active conditions' })
    .getByRole('listitem')
    .allTextContents();
  const found = /found “(.*)”/.exec(pills.join(' '))?.[1] ?? '';
  if (pills.length > (found === '' ? 0 : 1)) return;
  const filter = searchFilter(resources[resource], found);
  const query = { ...(filter === undefined ? {} : { filter }), pagination: { page: 1, perPage: 1 } };
  const answer = await fetch(new URL(listRequest(resource, query), url), {
    headers: { authorization: `Bearer ${key}` },
  });
  const { pagination } = (await answer.json()) as { pagination: { resultCount: number } };
  await expect(table, `rows of ${resource} with “${found}” ${told}`).toHaveAttribute(
    'aria-rowcount',
    (pagination.resultCount + 1).toString(),
  );
}

/** A statement gets its own result. */
async function computesItsOwn(page: Page, figure: number): Promise<void> {
  const editor = page.getByRole('textbox', { name: 'SQL statement' });
  await editor.click();
  await page.keyboard.press('Control+a');
  await page.keyboard.type(`SELECT ${figure.toString()} AS answer`);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('grid', { name: /^Result/ }).getByRole('gridcell')).toHaveText(
    figure.toLocaleString('en'),
  );
}
