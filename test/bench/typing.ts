import { createHash } from 'node:crypto';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { watchLimits } from '../../preload/contract/watchlists.ts';
import { buildWhereStale } from '../../build/start/buildApp.ts';
import { linkSampleData, makeSampleData } from '../e2e/fixtures/sampleData.ts';
import { startOnShell } from '../e2e/fixtures/shellApp.ts';
import { Builder } from '../e2e/pages/builder.ts';
import { Explorer } from '../e2e/pages/explorer.ts';
import { paste, typeInto } from '../e2e/support/typing.ts';
import { atMost, quantile, type Figure } from './figure.ts';
import { makeTemporaryFolder } from '../support/temporaryFolder.ts';

const appFolder = path.resolve(import.meta.dirname, '../..');
const limitMs = 50;
/** Found at every length, so that rows come and go with each key. */
const searchWords = ['0xa1', '0xb', '0x0c', '0xd2', '0xe', '0xf0', '0x1', '0x22', '0x3b', '0xc'];
const texts = ['treasury of the', ' desk in Zug, its', ' market maker and', ' two custodians'];
const numbers = ['125', '0000', '75', '31', '4', '08', '99', '6', '20', '17'];
/** Between two keys of a fast typist. */
const keyMs = 90;
/** The form counts what matches once nothing was typed for 300 ms: the next key meets that count. */
const pauseMs = 380;

/**
 * Real keys in the form of a watchlist with as many wallets as there can be, each from its event to the frame after it; beside the same
 * keys in a list of one wallet.
 */
export async function run(): Promise<Figure[]> {
  if (!(await buildWhereStale())) throw new Error('The app could not be built.');
  await makeSampleData();
  const few = await measureList(1);
  const many = await measureList(watchLimits.wallets);
  return Object.entries(many).flatMap(([field, times]) => {
    const of = (part: number): ((values: readonly number[] | undefined) => number) => {
      return (values = []) => quantile(values, part);
    };
    const figure = (name: string, part: number): Figure => {
      const [value, peer] = [of(part)(times), of(part)(few[field])];
      const base = part === 1 ? { name, value, unit: 'ms' } : atMost(name, value, 'ms', limitMs);
      return Number.isNaN(peer) ? base : { ...base, peer: { name: 'a list of one wallet', value: peer } };
    };
    return [figure(`${field}: key to frame, 95 in 100`, 0.95), figure(`${field}: key to frame, longest`, 1)];
  });
}

/** The times of keys by field, in milliseconds. */
async function measureList(wallets: number): Promise<Record<string, number[]>> {
  const userDataDir = makeTemporaryFolder('bench');
  await linkSampleData(userDataDir);
  const app = await startOnShell({ appFolder, userDataDir });
  try {
    const explorer = new Explorer(app);
    await explorer.exploreSampleData();
    const page = app.window;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.keyboard.press('Control+Shift+Y');
    await page.getByRole('button', { name: 'New watchlist' }).click();
    await paste(page.getByRole('textbox', { name: /^Paste addresses/ }), addresses(wallets).join('\n'));
    // More lines than fit are added as they are pasted.
    if (wallets === 1) await page.getByRole('button', { name: 'Add wallets' }).click();
    await page.getByText(/^[\d,]+ wallets? added/).waitFor();
    const fresh = await typeInForm(explorer, 'a new list', wallets);
    await typeInto(page.getByRole('textbox', { name: 'Name', exact: true }), 'Desks');
    await page.getByRole('button', { name: 'Watch', exact: true }).click();
    await page.getByRole('heading', { name: 'Desks' }).waitFor();
    await page
      .getByRole('navigation', { name: 'Parts of the list' })
      .getByRole('button', { name: 'Rules' })
      .click();
    // The first fetch of the list goes on meanwhile.
    return { ...fresh, ...(await typeInForm(explorer, 'a list that is fetched', wallets)) };
  } finally {
    await app.quit();
  }
}

async function typeInForm(
  explorer: Explorer,
  of: string,
  wallets: number,
): Promise<Record<string, number[]>> {
  const { page } = explorer;
  const form = page.getByRole('form', { name: 'Watchlist' });
  const times: Record<string, number[]> = {};
  const measure = async (name: string, field: Locator, words: readonly string[]): Promise<void> => {
    await field.click();
    times[`${of}, ${name}`] = await timesOfKeys(page, words);
  };
  await measure('name', form.getByRole('textbox', { name: 'Name', exact: true }), texts);
  await measure('note', form.getByRole('textbox', { name: 'Note' }), texts);
  await measure('box for addresses', form.getByRole('textbox', { name: /^Paste addresses/ }), texts);
  await measure('label of a wallet', form.getByRole('textbox', { name: /^Label of/ }).first(), texts);
  if (wallets > 1) {
    const search = form.getByRole('searchbox', { name: 'Find a wallet' });
    const keys: number[] = [];
    for (const words of searchWords) {
      await search.click();
      await page.keyboard.press('ControlOrMeta+a');
      keys.push(...(await timesOfKeys(page, [...words])));
    }
    times[`${of}, search for a wallet`] = keys;
    await search.press('Escape');
  }
  await new Builder(explorer).add('value');
  times[`${of}, value of a condition`] = await timesOfKeys(page, numbers);
  return times;
}

/** Types into what has the focus, with a pause after each word. Returns the time from each key to the frame after it, in milliseconds. */
async function timesOfKeys(page: Page, words: readonly string[]): Promise<number[]> {
  await page.evaluate(() => {
    const bench = window as { benchKeys?: number[]; benchStop?: () => void };
    const times: number[] = [];
    const onKey = (event: KeyboardEvent): void => {
      requestAnimationFrame(() => {
        // A message is delivered when the frame is drawn.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
          times.push(performance.now() - event.timeStamp);
          port1.close();
        };
        port2.postMessage(null);
      });
    };
    window.addEventListener('keydown', onKey, true);
    bench.benchKeys = times;
    bench.benchStop = () => {
      window.removeEventListener('keydown', onKey, true);
    };
  });
  for (const word of words) {
    await page.keyboard.type(word, { delay: keyMs });
    await page.waitForTimeout(pauseMs);
  }
  return page.evaluate(() => {
    const bench = window as { benchKeys?: number[]; benchStop?: () => void };
    bench.benchStop?.();
    return bench.benchKeys ?? [];
  });
}

/** Addresses that no transaction has. */
function addresses(count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const hash = createHash('sha256').update(`wallet ${index.toString()}`).digest('hex');
    return `0x${hash.slice(0, 40)}`;
  });
}
