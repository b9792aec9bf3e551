import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeSampleData, sharedFolder } from '../../e2e/fixtures/sampleData.ts';
import { startOnShell } from '../../e2e/fixtures/shellApp.ts';
import { Explorer } from '../../e2e/pages/explorer.ts';
import { startServiceProcess } from '../../support/sampleService.ts';
import { atMost, quantile, type Figure } from '../figure.ts';
import { browseOnce } from './browsing.ts';
import { MemoryWatch, type MemorySample } from './memory.ts';

const appFolder = path.resolve(import.meta.dirname, '../../..');
const emptyAppFolder = path.resolve(import.meta.dirname, '../../chromium-shell/fixture');

/** How long to browse: `RWA_SOAK_MINUTES`, which may be a part of one. */
const minutes = Number(process.env['RWA_SOAK_MINUTES'] ?? 10);
const limitsMb = { main: 150, renderer: 120 };
const growthLimitPercent = 5;

/**
 * Minutes of scripted browsing, and what is resident meanwhile. The service is a process of its own, as a live one is. On the
 * Chromium shell `main` is a Node that holds the app's main process, its threads, and the shell itself, which compiles its
 * TypeScript at the start: what of that an empty page needs stands beside it.
 */
export async function run(): Promise<Figure[]> {
  if (!(minutes > 0)) throw new Error('RWA_SOAK_MINUTES is a number of minutes above 0.');
  await makeSampleData();
  const empty = await restOfEmptyShell();
  const { samples, rounds } = await browse();
  // The first fifth fills caches; the tenth after it is compared with the last tenth.
  const part = (from: number, to: number, of: (sample: MemorySample) => number): number =>
    quantile(
      samples.filter(({ progress }) => progress >= from && progress <= to).map((sample) => of(sample)),
      0.5,
    );
  return [
    { name: `rounds of browsing in ${minutes.toString()} minutes`, value: rounds, unit: 'rounds' },
    ...(['main', 'renderer'] as const).flatMap((name): Figure[] => {
      const early = part(0.2, 0.3, (sample) => sample[name]);
      const late = part(0.9, 1, (sample) => sample[name]);
      return [
        {
          ...atMost(`${name}: resident at the end`, late, 'MB', limitsMb[name]),
          peer: { name: 'the shell with an empty page', value: empty[name] },
        },
        atMost(
          `${name}: growth after the first fifth`,
          Math.max(0, (late / early - 1) * 100),
          '%',
          growthLimitPercent,
        ),
      ];
    }),
  ];
}

/** What the shell needs without an app. */
async function restOfEmptyShell(): Promise<MemorySample> {
  const folder = await mkdtemp(path.join(tmpdir(), 'rwa-bench-'));
  const running = await startOnShell({ appFolder: emptyAppFolder, userDataDir: folder });
  try {
    await running.window.waitForLoadState('load');
    return await (await MemoryWatch.of(running)).sample(0);
  } finally {
    await running.quit();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function browse(): Promise<{ samples: MemorySample[]; rounds: number }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'rwa-bench-'));
  await using service = await startServiceProcess('--cache', sharedFolder);
  const running = await startOnShell({ appFolder, userDataDir: folder });
  try {
    const explorer = new Explorer(running.window);
    await explorer.connect(service.url, service.key);
    await explorer.grid('Assets').getByRole('gridcell').first().waitFor();

    const samples: MemorySample[] = [];
    const memory = await MemoryWatch.of(running);
    const begun = performance.now();
    const progress = (): number => (performance.now() - begun) / (minutes * 60_000);
    let rounds = 0;
    while (progress() < 1) {
      await browseOnce(explorer, rounds, async () => {
        samples.push(await memory.sample(progress()));
      });
      rounds += 1;
    }
    return { samples, rounds };
  } finally {
    await running.quit();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
