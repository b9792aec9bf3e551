import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { documentFile, withFigures } from '../../bench/documented.ts';
import { lineOf, mergedInto, readResults, resultsOf, type MeasuredFigure } from '../../bench/results.ts';
import { makeTemporaryFolder } from '../../support/temporaryFolder.ts';

let folder: string;
beforeEach(async () => {
  folder = makeTemporaryFolder('bench-results');
});
const page: MeasuredFigure = {
  bench: 'store',
  name: 'page p95',
  value: 36.6,
  unit: 'ms',
  peer: { name: 'plain SQL', value: 24.4 },
  ratio: 1.5,
  goal: '≤ 1.5',
  met: true,
};

it('shows changes of a ratio beyond a fifth, and none of a value', () => {
  const baseline = resultsOf([page, { ...page, name: 'count', ratio: 1 }]);
  const now = [
    { ...page, value: 90, ratio: 1.79 },
    { ...page, name: 'count', ratio: 1.21, met: false },
    { ...page, name: 'new' },
  ];
  expect(now.map((figure) => lineOf(figure, baseline))).toEqual([
    'store: page p95: 90.0 ms | plain SQL 24.4 ms | ratio 1.79 | goal ≤ 1.5 | ok',
    'store: count: 36.6 ms | plain SQL 24.4 ms | ratio 1.21 | goal ≤ 1.5 | MISSED | +21 % against the baseline',
    'store: new: 36.6 ms | plain SQL 24.4 ms | ratio 1.50 | goal ≤ 1.5 | ok',
  ]);
});

it('is stored and read again, and a baseline keeps the benches that were not run', async () => {
  const file = join(folder, 'baseline.json');
  expect(await readResults(file)).toBeNull();
  const first = resultsOf([page, { ...page, bench: 'ui', name: 'mount' }], new Date('2026-01-31T10:00:00Z'));
  await writeFile(file, JSON.stringify(first));
  expect(await readResults(file)).toEqual(first);
  const merged = mergedInto(await readResults(file), resultsOf([{ ...page, ratio: 1.2 }]));
  expect(merged.figures.map(({ bench, ratio }) => [bench, ratio])).toEqual([
    ['store', 1.2],
    ['ui', 1.5],
  ]);
  const { date, machine } = first;
  expect(merged.earlier).toEqual({ ui: { date, machine } });
  expect(withFigures('Measured on ', merged)).toMatch(/: store\. Measured on 2026-01-31, .*: ui\.$/);
  const again = mergedInto(merged, resultsOf([page], new Date('2026-03-01T10:00:00Z')));
  expect(again.earlier).toEqual({ ui: { date, machine } });
  await writeFile(file, '{"figures": 3}');
  await expect(readResults(file)).rejects.toThrow();
});

it('stands in docs/performance.md as the baseline has it, with every goal that was missed', async () => {
  const baseline = await readResults(join(import.meta.dirname, '../../bench/results/baseline.json'));
  if (baseline === null) throw new Error('There is no baseline.');
  const document = await readFile(documentFile, 'utf8');
  expect(withFigures(document, baseline)).toBe(document);
  const missed = baseline.figures.filter(({ met }) => met === false);
  for (const { bench, name } of missed) expect(document).toContain(`| \`${bench}\` | ${name} | **`);
});

it('replaces the figures of the rows that name them, with what missed its goal in bold', () => {
  const missed = { ...page, name: 'count', goal: '≤ 1.2', met: false };
  const results = resultsOf([page, missed, { bench: 'ui', name: 'mount', value: 12, unit: 'ms' }]);
  const rows = ['| `store` | page p95 |', '| `store` | count | 1 ms | |', 'Text.', '| `ui` | mount | |'];
  expect(withFigures(rows.join('\n'), results).split('\n')).toEqual([
    '| `store` | page p95 | 36.6 ms (plain SQL 24.4) | ≤ 1.5 |',
    '| `store` | count | **36.6 ms** (plain SQL 24.4) | ≤ 1.2 |',
    'Text.',
    '| `ui` | mount | 12.0 ms |  |',
  ]);
  expect(() => withFigures('| `ui` | frame | |', results)).toThrow('No figure of ui is named “frame”.');
});
