import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { linkSampleData, makeSampleData } from '../../e2e/fixtures/sampleData.ts';
import type { OwnProcess } from '../../e2e/fixtures/runningApp.ts';
import { startOnShell } from '../../e2e/fixtures/shellApp.ts';
import { Explorer } from '../../e2e/pages/explorer.ts';
import { atMost, quantile, type Figure } from '../figure.ts';
import { browseOnce } from './browsing.ts';
import { MemoryWatch, type MemorySample } from './memory.ts';
import { makeTemporaryFolder } from '../../support/temporaryFolder.ts';

const appFolder = path.resolve(import.meta.dirname, '../../..');
const emptyAppFolder = path.resolve(import.meta.dirname, '../../chromium-shell/fixture');

/** How long to browse: `RWA_SOAK_MINUTES`, which may be a part of one. */
const minutes = Number(process.env['RWA_SOAK_MINUTES'] ?? 10);
/** How long the analyst looks at what each step shows, in milliseconds: `RWA_SOAK_PAUSE`; 0 is quicker than anybody is. */
const pauseMs = Number(process.env['RWA_SOAK_PAUSE'] ?? 0);
const limitsMb = { main: 180, renderer: 250, sample: 150 };
const growthLimitPercent = 5;
/** The app collects within that time, see `main/electron/memory.ts`. */
const restMs = 35_000;

/**
 * Minutes of scripted browsing of the sample data, and what is resident meanwhile. Their service is a process of its own, which is stated apart. On the
 * Chromium shell `main` is a Node that holds the app's main process, its threads, and the shell itself. The shell is TypeScript:
 * compiling it takes a compiler of 35 MB into the process, which a compile cache saves it, as a bundle would. What an empty page
 * needs on the same shell stands beside each figure.
 */
export async function run(): Promise<Figure[]> {
  if (!(minutes > 0)) throw new Error('RWA_SOAK_MINUTES is a number of minutes above 0.');
  if (!(pauseMs >= 0)) throw new Error('RWA_SOAK_PAUSE is a number of milliseconds.');
  await makeSampleData();
  const compiled = makeTemporaryFolder('bench');
  const start = (appFolder: string, userDataDir: string): Promise<OwnProcess> =>
    startOnShell({ appFolder, userDataDir, environment: { NODE_COMPILE_CACHE: compiled } });
  // The first start fills the compile cache.
  await restOfEmptyShell(start);
  const empty = await restOfEmptyShell(start);
  const { samples, rounds, rested } = await browse(start);
  return [
    { name: `rounds of browsing in ${minutes.toString()} minutes`, value: rounds, unit: 'rounds' },
    ...(['main', 'renderer'] as const).flatMap((name) => figuresOf(name, samples, empty)),
    ...(['main', 'renderer'] as const).map((name) => ({
      name: `${name}: resident after half a minute of rest`,
      value: rested[name].resident,
      unit: 'MB',
    })),
    atMost(
      'sample data service: resident at the end',
      atTheEnd(samples, ({ sample }) => sample.resident),
      'MB',
      limitsMb.sample,
    ),
    {
      name: 'main and sample data service: resident at the end',
      value: atTheEnd(samples, ({ main, sample }) => main.resident + sample.resident),
      unit: 'MB',
    },
  ];
}

type Start = (appFolder: string, userDataDir: string) => Promise<OwnProcess>;

function figuresOf(
  name: 'main' | 'renderer',
  samples: readonly MemorySample[],
  { [name]: empty }: MemorySample,
): Figure[] {
  // The first fifth fills caches; the tenth after it is compared with the last tenth.
  const early = middle(samples, 0.2, 0.3, (sample) => sample[name].resident);
  const late = atTheEnd(samples, (sample) => sample[name].resident);
  const own = atTheEnd(samples, (sample) => sample[name].own ?? NaN);
  return [
    {
      ...atMost(`${name}: resident at the end`, late, 'MB', limitsMb[name]),
      peer: { name: 'the shell with an empty page', value: empty.resident },
    },
    { name: `${name}: of it beyond the empty page`, value: late - empty.resident, unit: 'MB' },
    ...(empty.own === null
      ? []
      : [
          {
            name: `${name}: of it without files shared with other processes`,
            value: own,
            unit: 'MB',
            peer: { name: 'the shell with an empty page', value: empty.own },
          },
        ]),
    atMost(
      `${name}: growth after the first fifth`,
      Math.max(0, (late / early - 1) * 100),
      '%',
      growthLimitPercent,
    ),
  ];
}

function atTheEnd(samples: readonly MemorySample[], of: (sample: MemorySample) => number): number {
  return middle(samples, 0.9, 1, of);
}

function middle(
  samples: readonly MemorySample[],
  from: number,
  to: number,
  of: (sample: MemorySample) => number,
): number {
  return quantile(samples.filter(({ progress }) => progress >= from && progress <= to).map(of), 0.5);
}

/** What the shell needs without an app. */
async function restOfEmptyShell(start: Start): Promise<MemorySample> {
  const folder = makeTemporaryFolder('bench');
  const running = await start(emptyAppFolder, folder);
  try {
    await running.window.waitForLoadState('load');
    return await (await MemoryWatch.of(running)).sample(0);
  } finally {
    await running.quit();
  }
}

async function browse(
  start: Start,
): Promise<{ samples: MemorySample[]; rounds: number; rested: MemorySample }> {
  const folder = makeTemporaryFolder('bench');
  await linkSampleData(folder);
  const running = await start(appFolder, folder);
  try {
    const explorer = new Explorer(running);
    await running.window.getByRole('button', { name: 'Explore sample data' }).click();
    await explorer.open('Assets');
    await explorer.grid('Assets').getByRole('gridcell').first().waitFor();

    const samples: MemorySample[] = [];
    const memory = await MemoryWatch.of(running);
    const begun = performance.now();
    const progress = (): number => (performance.now() - begun) / (minutes * 60_000);
    let rounds = 0;
    while (progress() < 1) {
      await browseOnce(explorer, rounds, async () => {
        samples.push(await memory.sample(progress()));
        await setTimeout(pauseMs);
      });
      rounds += 1;
    }
    await setTimeout(restMs);
    return { samples, rounds, rested: await memory.sample(1) };
  } finally {
    await running.quit();
  }
}
