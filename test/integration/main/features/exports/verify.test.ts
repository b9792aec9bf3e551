import { createHash } from 'node:crypto';
import { truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeTemporaryFolder } from '../../../../support/temporaryFolder.ts';
import { verifyChosen, verifyExport } from '../../../../../main/features/exports/verify.ts';
import type { Verification } from '../../../../../preload/contract/exports.ts';
import { verified, workerUrl } from './exportFixture.ts';

/** The check of a large file goes on beside everything else, tells how far it is, and ends when it is canceled. */

const folder = makeTemporaryFolder('verify');
const path = join(folder, 'large.csv');
const size = 100_000_000;
await writeFile(path, 'id\r\n');
// Takes no room on the disk.
await truncate(path, size);
await writeFile(
  `${path}.json`,
  JSON.stringify({
    file: 'large.csv',
    sha256: sha256OfLarge(),
    rows: 0,
    complete: true,
    sampleData: true,
    writtenAt: null,
  }),
);

function sha256OfLarge(): string {
  const hash = createHash('sha256').update('id\r\n');
  const zeros = Buffer.alloc(4_000_000);
  for (let left = size - 4; left > 0; left -= zeros.length) hash.update(zeros.subarray(0, left));
  return hash.digest('hex');
}

describe('the check of a large export', () => {
  it('lets other work be done meanwhile', async () => {
    const state = { ended: false };
    const checking = verified(path).finally(() => {
      state.ended = true;
    });
    let turns = 0;
    while (!state.ended) {
      await new Promise((resolve) => setImmediate(resolve));
      turns += 1;
    }
    expect((await checking).state).toBe('unchanged');
    // A loop that waits for a block of 1 MB each time comes round once for each.
    expect(turns).toBeGreaterThan(size / (1 << 20));
  });

  it('says how far it is, and ends when it is canceled', async () => {
    // No computer has read so much before it is canceled.
    const [endless, bytes] = [join(folder, 'endless.csv'), 200_000_000_000];
    await writeFile(endless, '');
    await truncate(endless, bytes);
    const told: [number, number][] = [];
    const stop = new AbortController();
    const checking = verifyExport(endless, {
      workerUrl,
      signal: stop.signal,
      onProgress(done, total) {
        if (told.push([done, total]) === 2) stop.abort();
      },
    });
    await expect(checking).rejects.toMatchObject({ failure: { code: 'canceled' } });
    expect(told.every(([done, total]) => done <= total && total === bytes)).toBe(true);
    expect(told.map(([done]) => done)).toEqual(told.map(([done]) => done).toSorted((a, b) => a - b));
  });

  it('of a folder says nothing of its files where the check itself fails', async () => {
    const days = makeTemporaryFolder('days');
    await writeFile(join(days, 'a.csv'), '');
    const facts = { complete: true, sampleData: true, writtenAt: null };
    const part = {
      file: 'a.csv',
      rows: 0,
      bytes: 0,
      sha256: '0'.repeat(64),
      fetchedFrom: null,
      fetchedTo: null,
    };
    await writeFile(join(folder, 'days.json'), JSON.stringify({ folder: days, files: [part], ...facts }));
    const checked = (url: URL): Promise<Verification[]> =>
      verifyChosen(join(folder, 'days.json'), () => Promise.resolve(''), {
        workerUrl: url,
        signal: AbortSignal.timeout(20_000),
      });
    expect(await checked(workerUrl)).toMatchObject([{ state: 'changed' }]);
    await expect(checked(new URL('none.js', workerUrl))).rejects.toThrow('none.js');
  });

  it('says where a file cannot be read', async () => {
    await expect(verified(join(folder, 'none.csv'))).rejects.toMatchObject({
      failure: { code: 'file', message: 'The file could not be read. Choose another one.' },
    });
  });
});
