import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { watchProcessorTime } from '../../../../../build/test/processorTime.ts';
import { startNodeProcess } from '../../../../../main/platform/system/childProcess.ts';
import { makeTemporaryFolder } from '../../../../support/temporaryFolder.ts';
import { request, resultFiles, sqlFixture, type SqlFixture } from './sqlFixture.ts';

/** How the process of a statement ends. */

let fixture: SqlFixture;
beforeAll(async () => {
  fixture = await sqlFixture({ assets: 3, transactions: 20, seed: 5 });
});
afterAll(() => fixture[Symbol.asyncDispose]());

const endless = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n';

it('a query that never ends is stopped with its process, which leaves nothing, while main goes on', async () => {
  const stop = new AbortController();
  const running = { began: Promise.withResolvers<undefined>() };
  const sql = fixture.engine({
    startProcess(module) {
      const child = startNodeProcess(module);
      child.onMessage(() => {
        running.began.resolve(undefined);
      });
      return child;
    },
  });
  // Columns are told before the first step of SQLite: main would never come to stop it if it waited.
  const result = sql.run({ ...request, sql: endless }, stop.signal);
  await running.began.promise;
  const before = watchProcessorTime(process.pid)() ?? 0;
  const computed = watchProcessorTime(process.pid, 20);
  stop.abort();
  // Settles once the process has ended. It computes all the time: seconds of its own are the same on a busy computer.
  await expect(result).rejects.toMatchObject({ failure: { code: 'canceled' } });
  expect((computed() ?? 0) - before).toBeLessThan(1);
  expect(resultFiles(fixture)).toEqual([]);
});

it('one that takes longer than it may is stopped, and the sentence says so', async () => {
  await expect(fixture.sql.run({ ...request, sql: endless, seconds: 1 })).rejects.toMatchObject({
    failure: {
      code: 'bad-query',
      message:
        'The statement was stopped after 1 s. Add conditions, or allow it more time (ten minutes at most).',
    },
  });
});

it('closing the engine stops what runs', async () => {
  const sql = fixture.engine({});
  const result = sql.run({ ...request, sql: endless });
  result.catch(() => undefined);
  await sql.close();
  await expect(result).rejects.toMatchObject({ failure: { code: 'canceled' } });
});

it('a process that dies is a failure in a sentence', async () => {
  const sql = fixture.engine({
    startProcess(module) {
      const child = startNodeProcess(module);
      child.onMessage(() => {
        child.kill();
      });
      return child;
    },
  });
  await expect(sql.run({ ...request, sql: endless })).rejects.toMatchObject({
    failure: {
      code: 'internal',
      message: 'The process that runs SQL ended unexpectedly. Nothing was changed. Run the statement again.',
    },
  });
  expect(resultFiles(fixture)).toEqual([]);
});

it('a process that cannot be started is one too', async () => {
  const sql = fixture.engine({ processUrl: pathToFileURL(join(fixture.folder, 'missing.js')) });
  await expect(sql.run({ ...request, sql: 'SELECT 1' })).rejects.toMatchObject({
    failure: { code: 'internal' },
  });
});

it('a runtime without a guarded node:sqlite says what to do', async () => {
  const folder = makeTemporaryFolder('sql-runtime');
  const script = join(folder, 'without.mjs');
  const { href } = fixture.processUrl;
  writeFileSync(
    script,
    `const { getBuiltinModule } = process;
     process.getBuiltinModule = (name) => (name === 'node:sqlite' ? undefined : getBuiltinModule.call(process, name));
     await import(${JSON.stringify(href)});`,
  );
  const sql = fixture.engine({ processUrl: pathToFileURL(script) });
  await expect(sql.run({ ...request, sql: 'SELECT 1' })).rejects.toMatchObject({
    failure: {
      code: 'internal',
      message: expect.stringMatching(/^SQL is not available.*rwa-explorer sql/s) as string,
    },
  });
});

it('one that needs more memory than it may ends, and the sentence says so', async () => {
  const sums = Array.from({ length: 30 }, (_, i) => `group_concat(hex(randomblob(500)), '${i.toString()}')`);
  const sql = fixture.engine({ limits: { memoryBytes: 250_000_000 } });
  const large = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 15000) SELECT ${sums.join(', ')} FROM n`;
  await expect(sql.run({ ...request, sql: large })).rejects.toMatchObject({
    failure: {
      code: 'bad-query',
      message: expect.stringMatching(/needed more memory than it may have/) as string,
    },
  });
});

it('one that sorts more than its memory puts nothing aside on the disk', async () => {
  const sql = fixture.engine({ limits: { memoryBytes: 250_000_000 } });
  const numbers = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 400000)';
  const sorted = `${numbers} SELECT count(*) FROM (SELECT randomblob(1000) AS x FROM n ORDER BY x LIMIT -1 OFFSET 1)`;
  await expect(sql.run({ ...request, sql: sorted })).rejects.toMatchObject({
    failure: {
      code: 'bad-query',
      message:
        'The statement needed more memory than it may have (1 GB). Select fewer columns, or add conditions.',
    },
  });
});

it('runs three at once, and says that a fourth has to wait', async () => {
  const stop = new AbortController();
  const three = [1, 2, 3].map(() => fixture.sql.run({ ...request, sql: endless }, stop.signal));
  await expect(fixture.sql.run({ ...request, sql: 'SELECT 1' })).rejects.toMatchObject({
    failure: { code: 'bad-query', message: '3 statements are running already. Stop one, or wait for it.' },
  });
  stop.abort();
  const outcomes = await Promise.allSettled(three);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
});
