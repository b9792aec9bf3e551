import { dayNumber } from '../../../preload/contract/days.ts';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { resources } from '../../../preload/contract/resources.ts';
import { openSampleData } from '../../../main/sample-service/data/database.ts';
import { startSampleService } from '../../../main/sample-service/sampleService.ts';
import { atMost, quantile, type Figure } from '../figure.ts';
import { anyFilterAndSort } from './anyQuery.ts';
import { makeAsk } from './asking.ts';
import { listFigures } from './lists.ts';
import { makeTemporaryFolder } from '../../support/temporaryFolder.ts';

/** The sample data service over HTTP, each request beside what lies behind it alone, on another connection. */

const size = { seed: 1, assets: 3500, transactions: 1_000_000 };
const today = '2026-11-20';
const cacheFolder = join(import.meta.dirname, '../../../.cache/bench-sample');

/** The data that the app itself starts with. */
const usualSize = { seed: 1, assets: 3500, transactions: 200_000 };
const workerUrl = new URL('../../../main/sample-service/worker.ts', import.meta.url);

export async function run(): Promise<readonly Figure[]> {
  const service = await startSampleService({
    ...size,
    today,
    cacheFolder,
    ratePerHour: 1_000_000_000,
    workerUrl,
  });
  const dataSize = { ...size, odd: false, today: dayNumber(today) };
  // The first request for transactions is answered when the whole of the data is there.
  const agent = new Agent({ keepAlive: true });
  const ask = makeAsk(service.url, service.key, agent);
  await ask(resources.transactions.path, {});
  const data = openSampleData({
    cacheFolder,
    size: dataSize,
    onProgress: () => undefined,
    makeElsewhere: () => Promise.resolve(),
    livePerMinute: 0,
  });
  const { database, tables } = data;
  try {
    return [
      ...(await startFigures()),
      ...(await listFigures(ask, database, tables.transactions)),
      ...(await anyFilterAndSort(ask, database, tables.transactions)),
    ];
  } finally {
    agent.destroy();
    await data.close();
    await service.close();
  }
}

/** The first start of a day makes the data, later ones read them. */
async function startFigures(): Promise<readonly Figure[]> {
  const folder = makeTemporaryFolder('bench');
  const start = async (): Promise<number> => {
    const begun = performance.now();
    const service = await startSampleService({ ...usualSize, today, cacheFolder: folder, workerUrl });
    const seconds = (performance.now() - begun) / 1000;
    // Answered when the transactions are there too, so that the next start finds everything.
    await fetch(`${service.url}${resources.transactions.path}`, {
      headers: { authorization: `Bearer ${service.key}` },
    });
    await service.close();
    return seconds;
  };
  return [
    atMost('first start of the usual data', await start(), 's', 5),
    atMost(
      'later start of the usual data',
      quantile([await start(), await start(), await start()], 0.5),
      's',
      1,
    ),
  ];
}
