import type { Locator, Page } from '@playwright/test';
import { z } from 'zod';
import { hash, makeRandom, type Random } from '../../main/sample-service/data/random.ts';
import { aggregateRequest } from '../../main/data-service/aggregates.ts';
import { listRequest } from '../../main/data-service/client.ts';
import { fromLink } from '../../preload/contract/locations/link.ts';
import type { BrowseLocation, Location } from '../../preload/contract/locations/location.ts';
import { aggregateResources } from '../../preload/contract/metadata.ts';
import { resourceNames, resources } from '../../preload/contract/resources.ts';
import { queryOf } from '../../renderer/shell/location.ts';
import { startRewritingService } from '../support/rewritingService.ts';
import { atScale } from '../support/scale.ts';
import { expect, test, type Service, type WindowApp } from './fixtures/app.ts';
import type { Explorer } from './pages/explorer.ts';

/**
 * Random walk through all views by keys and clicks, online and offline, with a service that answers late and out of order. After each step,
 * something has focus, no menu outlives its page, and no row is selected unasked. Every few steps, what is shown is the service's answer
 * to the question of the place. The console stays silent, as in every test.
 *
 * A seed repeats the steps, and the delays of what is asked: each depends on the request and on how often it was made. What a step meets
 * still depends on how fast the window is.
 */

test.use({ begin: 'welcome' });

/** Of a walk; a twentieth of them at each change. */
const allSteps = 10_000;
/** A view is looked at once it is at rest every so many steps. */
const checkedEvery = 10;
/** Several steps long. */
const longestDelayMs = 200;

const words = ['fund', 'gold', 'treasury', 'usd', 'qqqq'];
/** By their names in the sidebar. */
const views = [
  'Overview',
  'Timeseries',
  'Aggregates',
  'SQL',
  'Saved views',
  'Watchlists',
  'Labels',
  'What changed',
  'Schedules',
  'Jobs',
  'Settings',
];
/** Words that find places in the palette. */
const places = [...views.map((view) => view.slice(0, 6)), 'New tr', 'Alerts', 'New wa', 'About', 'by class'];
/** What of a view goes with a click on it. */
const buttons =
  /^(Remove|Close|Hide|Show|Clear|Refresh|Columns|Query|Totals|Try again|Reset|Next|Previous|All|Count)\b/;

/** What a step may do to the marked rows: `few` may mark a few, `all` any. */
type Marking = 'none' | 'few' | 'all';

interface Step {
  readonly name: string;
  readonly marking?: Marking;
  /** True where it may go to another place, whatever the title says. */
  readonly goes?: boolean;
  readonly run: (page: Page, random: Random, walked: Walked, taken: number) => Promise<void>;
}

/** What a walk has reached. */
interface Walked {
  clicks: number;
}

const keys = (name: string, pressed: readonly string[], marking: Marking = 'none'): Step => ({
  name,
  marking,
  run: async (page) => {
    for (const key of pressed) await page.keyboard.press(key);
  },
});

const clicks = (name: string, targets: string, names?: RegExp): Step => ({
  name,
  run: async (page, random, walked) => {
    if (await clickOne(page, targets, random.integer(0, 60), names)) walked.clicks += 1;
  },
});

/**
 * Clicks one of what is in sight, where the mouse reaches it, and be it where it was: what moves is missed, as by people. A locator
 * would ask the page for it several times, and wait until it rests.
 * @param targets a selector
 * @param names of the targets that are meant
 * @returns false where nothing is in sight
 */
async function clickOne(page: Page, targets: string, index: number, names = /(?:)/): Promise<boolean> {
  const point = await page.evaluate(
    ([selector, pattern, wanted]) => {
      const meant = new RegExp(pattern);
      const points = [...document.querySelectorAll(selector)].flatMap((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        const [x, y] = [left + width / 2, top + height / 2];
        const reached = document.elementFromPoint(x, y);
        const name = element.ariaLabel ?? element.textContent.trim();
        return element.contains(reached) && reached !== null && meant.test(name) ? [{ x, y }] : [];
      });
      return points[wanted % points.length];
    },
    [targets, names.source, index] as const,
  );
  if (point !== undefined) await page.mouse.click(point.x, point.y);
  return point !== undefined;
}

const inMain = (page: Page): Locator => page.getByRole('main');

const steps: readonly Step[] = [
  ...resourceNames.map((name, index) => keys(name, [`Control+${(index + 1).toString()}`])),
  keys('back', ['Alt+ArrowLeft']),
  keys('forward', ['Alt+ArrowRight']),
  keys('new tab', ['Control+t']),
  keys('close tab', ['Control+w']),
  keys('next tab', ['Control+Tab']),
  keys('down', ['ArrowDown', 'ArrowDown']),
  keys('select', ['Shift+ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowRight'], 'few'),
  keys('end', ['Control+End']),
  keys('home', ['Control+Home']),
  keys('page', ['PageDown']),
  keys('all', ['Control+a'], 'all'),
  keys('menu', ['Shift+F10']),
  keys('escape', ['Escape']),
  keys('refresh', ['Control+r']),
  keys('open', ['Enter']),
  keys('own page', ['o']),
  keys('compare', ['c', 'ArrowDown', 'c', 'Shift+C']),
  keys('totals', ['Control+Shift+g']),
  keys('summary', ['Control+Shift+s']),
  clicks('view', 'nav[aria-label="Views"] button'),
  clicks('sort', 'main [role="columnheader"]'),
  clicks('column menu', 'button', /^Column menu/),
  clicks('click a cell', 'main [role="gridcell"]'),
  clicks('follow a link', 'main [role="gridcell"] button'),
  clicks('button', 'main button:enabled', buttons),
  clicks('part', 'main [role="tab"]'),
  clicks('offline or online', '[role="switch"]', /^Work offline:/),
  {
    name: 'palette',
    run: async (page, random) => {
      const place = places[random.integer(0, places.length - 1)] ?? '';
      const key = random.integer(0, 3) === 0 ? 'Escape' : 'Enter';
      await page.keyboard.press('Control+k');
      await page.keyboard.type(place);
      await page.keyboard.press(key);
    },
  },
  {
    name: 'find',
    goes: true,
    run: async (page, random) => {
      const word = words[random.integer(0, words.length - 1)] ?? '';
      if (!(await page.getByRole('search').getByRole('searchbox').first().isVisible())) return;
      await page.keyboard.press('Escape');
      await page.keyboard.press('/');
      await page.keyboard.press('Control+a');
      await page.keyboard.type(word);
      await page.keyboard.press('Enter');
    },
  },
  {
    name: 'choose',
    run: async (page, random) => {
      const [index, further] = [random.integer(0, 20), random.integer(1, 4)];
      await clickOne(page, 'main [aria-label="Query"] :is(select, [role="combobox"])', index);
      for (let presses = 0; presses < further; presses += 1) await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
    },
  },
  {
    name: 'statement',
    run: async (page, _, _walked, taken) => {
      if (!(await clickOne(page, '[role="textbox"]', 0, /^SQL statement$/))) return;
      await page.keyboard.press('Control+a');
      await page.keyboard.type(`SELECT ${taken.toString()} AS answer_${taken.toString()}`);
      await page.keyboard.press('Escape');
      await page.keyboard.press('Control+Enter');
    },
  },
];

/** What the window shows, read in one moment. */
function look(page: Page) {
  return page.evaluate(() => {
    const { activeElement } = document;
    const grids = [...document.querySelectorAll('main [role="grid"]')];
    const rows = grids
      .filter((grid) => grid.querySelector('[role="gridcell"].selected') !== null)
      .flatMap((grid) => [...grid.querySelectorAll('[role="row"]:has([role="gridcell"])')]);
    const pinned = (row: Element): string =>
      [...row.querySelectorAll('.pinned')].map(({ textContent }) => textContent.trim()).join(' ');
    return {
      title: document.title,
      hasFocus: activeElement !== null && activeElement !== document.body,
      hasDialog: document.querySelector('dialog[open]') !== null,
      /** Its list, drawn by the system, takes all keys while it is open. */
      isChoosing: activeElement instanceof HTMLSelectElement,
      menus: document.querySelectorAll('[role="menu"]').length,
      offline:
        document.querySelector('[role="switch"][aria-checked="true"][aria-label^="Work offline"]') !== null,
      /** Drawn rows of the tables with marks. */
      rows: rows.length,
      /** Those that are there, without a mark. */
      unmarked: rows.filter(
        (row) => row.ariaBusy !== 'true' && row.querySelector('[role="gridcell"].selected') === null,
      ).length,
      awaitsRows: grids.some((grid) => grid.querySelector('[role="row"][aria-busy="true"]') !== null),
      /** By their places in the list and, once they are there, what stands at their left. The active cell, which is where the user is, marks nothing. */
      marked: rows
        .filter((row) => row.querySelector('[role="gridcell"].selected') !== null)
        .map((row) => ({
          place: row.getAttribute('aria-rowindex') ?? '',
          record: row.ariaBusy === 'true' ? null : pinned(row),
        })),
    };
  });
}

type Look = Awaited<ReturnType<typeof look>>;

/** Whether a marked row is one of those that were: the same record, or the same place where it was not there yet. */
function wasMarked({ place, record }: Look['marked'][number], before: Look['marked']): boolean {
  return before.some((one) =>
    one.record === null || record === null ? one.place === place : one.record === record,
  );
}

test('a random walk keeps focus, menus, selection and answers right', async ({
  windowApp: app,
  page,
  explorer,
  startService,
}) => {
  test.setTimeout(3_600_000);
  // The walk asks for more than a key may in an hour. A list that waits for its next hour is at no rest.
  const service = await startService('--rate', '1000000');
  await atScale(import.meta.filename, allSteps, async ({ count, seed }) => {
    const asked = new Map<string, number>();
    await using late = await startRewritingService({
      ...service,
      before: (path) => {
        const times = (asked.get(path) ?? 0) + 1;
        asked.set(path, times);
        const delay = hash(seed, ...Buffer.from(path), times) % longestDelayMs;
        return new Promise((resolve) => setTimeout(resolve, delay));
      },
    });
    // A step draws fewer rows in a low window.
    await page.setViewportSize({ width: 1200, height: 560 });
    await explorer.openAt(app, late, 'Assets');
    await walk({ app, page, explorer, service, count, seed });
  });
});

interface Walk {
  readonly app: WindowApp;
  readonly page: Page;
  readonly explorer: Explorer;
  readonly service: Service;
  readonly count: number;
  readonly seed: number;
}

async function walk({ app, page, explorer, service, count, seed }: Walk): Promise<void> {
  const oracle = new Oracle(explorer, service);
  const walked: Walked = { clicks: 0 };
  const random = makeRandom(seed);
  const done: string[] = [];
  let before = await look(page);
  /** Every row that was chosen in the view in front. */
  let chosen: Look['marked'] = [];
  /** True while all rows are chosen, also those out of sight. */
  let hasAll = false;
  for (let taken = 0; taken < count; taken += 1) {
    const step = steps[random.integer(0, steps.length - 1)];
    if (step === undefined) throw new Error('There is no step.');
    done.push(step.name);
    const told = `after ${done.slice(-10).join(', ')} (step ${taken.toString()})`;
    // A dialog that is open has the keys.
    if (before.hasDialog) await page.keyboard.press('Escape');
    await step.run(page, makeRandom(seed, taken), walked, taken);

    let now = await look(page);
    expect(app.complaints, `console ${told}`).toEqual([]);
    const again = async (): Promise<Look> => (now = await look(page));
    if (!now.hasFocus)
      await expect.poll(async () => (await again()).hasFocus, { message: `focus ${told}` }).toBe(true);
    const went = now.title !== before.title || step.goes === true;
    if (went && now.menus > 0)
      await expect.poll(async () => (await again()).menus, { message: `menus ${told}` }).toBe(0);
    const others = now.marked.filter((row) => !wasMarked(row, chosen));
    // A row that is not there yet may show no mark.
    const areAllMarked = now.unmarked === 0 && (now.rows > 0 || now.awaitsRows);
    // Until the selection ends, a further step may take a few off, and show others of it.
    hasAll = step.marking === 'all' ? areAllMarked : hasAll && !went && (now.rows > 0 || now.awaitsRows);
    // What was chosen before may be out of sight now.
    if (!hasAll && step.marking === 'few') expect(others.length, `marked ${told}`).toBeLessThanOrEqual(3);
    else if (!hasAll && step.marking !== 'all') expect(others, `marked ${told}`).toEqual([]);
    chosen = went ? now.marked : [...chosen, ...others];
    before = now;

    if (taken % checkedEvery !== checkedEvery - 1) continue;
    if (before.hasDialog || before.isChoosing || before.menus > 0) await page.keyboard.press('Escape');
    await oracle.check(told);
    const computes = taken % 250 === 249;
    if (computes) {
      await explorer.open('SQL');
      await computesItsOwn(page, taken);
    }
    before = await look(page);
    if (computes) chosen = before.marked;
  }
  // A walk that looks at nothing, or reaches nothing, finds nothing.
  expect(oracle.checked, 'views that were compared with the service').toBeGreaterThanOrEqual(
    Math.floor(count / checkedEvery / 5),
  );
  // They are a fifth of the steps.
  expect(walked.clicks, 'clicks on what was in sight').toBeGreaterThanOrEqual(Math.floor(count / 20));
}

const answerSchema = z.object({
  results: z.array(z.record(z.string(), z.unknown())),
  pagination: z.object({ resultCount: z.int(), pageCount: z.int() }),
});
type Answer = z.infer<typeof answerSchema>;

/** Knows what the service answers to the question of a place. */
class Oracle {
  checked = 0;
  readonly #explorer: Explorer;
  readonly #page: Page;
  readonly #service: Service;
  readonly #answers = new Map<string, Promise<Answer>>();

  constructor(explorer: Explorer, service: Service) {
    this.#explorer = explorer;
    this.#page = explorer.page;
    this.#service = service;
  }

  async check(told: string): Promise<void> {
    const place = await this.#place();
    if (place === null) return;
    if (place.view === 'browse') await this.#checkRows(place, told);
    else if (place.view === 'aggregates') await this.#checkGroups(place, told);
  }

  /** Where the user is, by the link to it. */
  async #place(): Promise<Location | null> {
    await this.#page.evaluate(() => navigator.clipboard.writeText('-'));
    await this.#page.keyboard.press('Control+l');
    let link = '';
    await expect.poll(async () => (link = await this.#explorer.clipboard())).not.toBe('-');
    const answer = fromLink(link);
    return answer.ok ? answer.target.location : null;
  }

  /** The rows in sight are of the question, and online as many as it has. */
  async #checkRows(place: BrowseLocation, told: string): Promise<void> {
    const { resource } = place;
    const { label, titleField } = resources[resource];
    const table = inMain(this.#page).getByRole('grid', { name: label, exact: true });
    const { filter } = queryOf(place);
    const asked = `${label} of ${JSON.stringify(place)} ${told}`;
    const first = await this.#ask(listRequest(resource, { filter, pagination: { page: 1, perPage: 100 } }));
    const { resultCount, pageCount } = first.pagination;
    // It goes where nothing is found, or nothing is cached.
    const awaited = this.#page.locator('main [role="grid"][aria-busy="true"]');
    await expect(awaited, asked).toHaveCount(0);
    // A long walk spends what transactions may be asked for in an hour. Their hashes are shortened.
    if (resource === 'transactions') return;
    const whole = table.and(this.#page.locator(`[aria-rowcount="${(resultCount + 1).toString()}"]`));
    const offline = resultCount > 0 && (await this.#isOffline(whole, asked));
    if (!offline && resultCount > 0) this.checked += 1;
    // Longer lists are not read for it.
    if (pageCount > 5) return;
    const results = [...first.results];
    for (let page = 2; page <= pageCount; page += 1)
      results.push(
        ...(await this.#ask(listRequest(resource, { filter, pagination: { page, perPage: 100 } }))).results,
      );
    const titles = results.map((record) => String(record[titleField]));
    const shown = await table.locator('[role="row"]:not([aria-busy]) .as-title').allTextContents();
    expect(
      shown.filter((title) => !titles.includes(title.trim())),
      asked,
    ).toEqual([]);
    if (offline && shown.length > 0) this.checked += 1;
  }

  /** As many groups as the service has for the question. */
  async #checkGroups(place: Extract<Location, { view: 'aggregates' }>, told: string): Promise<void> {
    const resource = aggregateResources.find((one) => one === place.resource);
    if (resource === undefined || place.query === undefined) return;
    const body = inMain(this.#page).getByRole('region', { name: 'Aggregates' });
    const { results } = await this.#ask(aggregateRequest(resource, 'value', place.query));
    const groups = body.filter({
      hasText:
        results.length === 0 ? 'No figures' : new RegExp(`\\b${results.length.toLocaleString('en')} groups?`),
    });
    if (!(await this.#isOffline(groups, `groups of ${JSON.stringify(place.query)} ${told}`)))
      this.checked += 1;
  }

  /** Waits for what an app that is online shows. Whether it is offline stands there once that is stored, a moment after it is so. */
  async #isOffline(shown: Locator, message: string): Promise<boolean> {
    const offline = this.#page.getByRole('switch', { name: /^Work offline/, checked: true });
    await expect(shown.or(offline).first(), message).toBeVisible();
    return offline.isVisible();
  }

  /** The records of the service stay as they are. */
  #ask(path: string): Promise<Answer> {
    const known = this.#answers.get(path) ?? this.#fetch(path);
    this.#answers.set(path, known);
    return known;
  }

  async #fetch(path: string): Promise<Answer> {
    const response = await fetch(new URL(path, this.#service.url), {
      headers: { authorization: `Bearer ${this.#service.key}` },
    });
    expect(response.status, path).toBe(200);
    return answerSchema.parse(await response.json());
  }
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
