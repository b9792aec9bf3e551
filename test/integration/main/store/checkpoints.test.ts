import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openCacheWriter } from '../../../../main/store/cache/writing/cacheWriter.ts';
import { answerBytes } from '../../../support/storedPages.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';

it('leaves the file alone in a commit of some megabytes, and copies the write-ahead log once nothing is written', async () => {
  using folder = temporaryFolder();
  const path = join(folder.path, 'cache-test.db');
  const writer = openCacheWriter(path, 'Test');
  try {
    while (writer.catchUp());
    const before = statSync(path).size;
    const records = Array.from({ length: 5000 }, (_, index) => ({
      id: `1-0x${index.toString(16)}-0-0`,
      note: `${'x'.repeat(1000)}${index.toString()}`,
    }));
    const pagination = { page: 1, perPage: 5000, pageCount: 1, resultCount: 5000 };
    writer.calls.writeAnswer({
      resource: 'transactions',
      query: { pagination: { page: 1, perPage: 5000 } },
      bytes: answerBytes({ records, pagination }),
      fetchedAt: 1,
      request: '/v4/transactions',
      etag: null,
    });
    expect(statSync(`${path}-wal`).size).toBeGreaterThan(5_000_000);
    expect(statSync(path).size).toBe(before);
    await expect.poll(() => statSync(path).size).toBeGreaterThan(5_000_000);
  } finally {
    writer.close();
  }
});
