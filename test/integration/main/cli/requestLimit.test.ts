import path from 'node:path';
import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { jsonLines } from '../../../support/runCommand.ts';
import { runCommandHere } from '../../../support/commandHere.ts';
import { startRewritingService } from '../../../support/rewritingService.ts';
import { startServiceProcess, type ServiceProcess } from '../../../support/sampleService.ts';
import { makeTemporaryFolder } from '../../../support/temporaryFolder.ts';
import { openTestServices } from '../../../support/testServices.ts';

/** The request limit of transactions: as it is stated, as the service grants it, and the plan that spends least of it. */

let service: ServiceProcess;

beforeAll(async () => {
  service = await startServiceProcess(
    ...['--assets', '40', '--transactions', '6000', '--seed', '3', '--rate', '1000'],
  );
});
afterAll(() => service[Symbol.asyncDispose]());

/** A folder of data with three requests left of 120, or with two an hour where they are stated anew: whoever keeps to that does not end in time. */
async function strictFolder(baseUrl: string, isStated: boolean): Promise<string> {
  const folder = makeTemporaryFolder('limit');
  const services = await openTestServices(folder);
  await services.changeSettings({ reservedRequests: 0, ...(isStated ? { transactionsPerHour: 2 } : {}) });
  const { id } = await services.connections.connect(baseUrl, service.key);
  const { budget } = await services.connections.open(id);
  for (let taken = isStated ? 117 : 0; taken < 117; taken += 1)
    await budget.take('/v4/transactions', 'person');
  await services.close();
  return folder;
}

async function readAll(baseUrl: string, environment: Record<string, string>, ...options: string[]) {
  const argv = ['query', 'transactions', '--all', '--columns', 'id', '--base-url', baseUrl, ...options];
  const { code, out, err } = await runCommandHere(argv, {
    folder: await strictFolder(
      baseUrl,
      options.includes('--rate') || 'RWA_TRANSACTIONS_PER_HOUR' in environment,
    ),
    key: service.key,
    environment,
  });
  return { code, err, rows: jsonLines(out).length };
}

it('trusts a service that grants a key more, else the stated limit', async () => {
  const granted = await readAll(service.url, {});
  expect(granted.code, granted.err).toBe(0);
  expect(granted.rows).toBeGreaterThanOrEqual(6000);
  await using silent = await startRewritingService({ url: service.url });
  const stated = { code: 0, rows: granted.rows };
  expect(await readAll(silent.url, {}, '--rate', '1000')).toMatchObject(stated);
  expect(await readAll(silent.url, { RWA_TRANSACTIONS_PER_HOUR: '1000' })).toMatchObject(stated);
});

it('reads all transactions if a list of wallets needs more requests, and says the time before', async () => {
  let requests = 0;
  await using counting = await startRewritingService({
    url: service.url,
    before: () => {
      requests += 1;
    },
  });
  const file = path.join(makeTemporaryFolder('wallets'), 'wallets.csv');
  const wallets = Array.from({ length: 5000 }, (_, at) => `0x${(at + 1).toString(16).padStart(40, '0')}`);
  writeFileSync(file, wallets.join('\n'));
  const read = await readAll(counting.url, {}, '--rate', '1000', '--wallets', file);
  expect(read).toMatchObject({ code: 0, rows: 0 });
  expect(requests).toBeLessThan(20);
  expect(read.err).toMatch(
    /everything is read, in \d+ requests instead of \d+ or more\. That takes less than a minute\./,
  );
});
