import { dayNumber } from '../../../preload/contract/days.ts';
import { Agent } from 'node:http';
import { join } from 'node:path';
import type { Filter, Sort } from '../../../preload/contract/query.ts';
import { resources } from '../../../preload/contract/resources.ts';
import { headlines } from '../../../preload/contract/resources/headlines.ts';
import { openSampleData } from '../../../main/sample-service/data/database.ts';
import { startNodeProcess } from '../../../main/platform/system/childProcess.ts';
import { startSampleProcess } from '../../../main/sample-service/sampleProcess.ts';
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
const sampleProcess = {
  processUrl: new URL('../../../main/sample-service/worker.ts', import.meta.url),
  startProcess: startNodeProcess,
};

export async function run(): Promise<readonly Figure[]> {
  const service = await startSampleProcess({
    ...sampleProcess,
    ...size,
    today,
    cacheFolder,
    ratePerHour: 1_000_000_000,
  });
  const dataSize = { ...size, odd: false, today: dayNumber(today) };
  // The first request for transactions is answered when the whole of the data is there.
  const agent = new Agent({ keepAlive: true });
  const ask = makeAsk(service.url, service.key, agent);
  await ask(resources.transactions.path, {});
  const data = openSampleData({
    cacheFolder,
    size: dataSize,
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
    database.close();
    await service.close();
  }
}

/** The first start ever makes the data while the first rows are read, later ones read what it has made. */
async function startFigures(): Promise<readonly Figure[]> {
  const folder = makeTemporaryFolder('bench');
  const agent = new Agent({ keepAlive: true });
  const start = async (): Promise<{ rows: number; series: number }> => {
    const begun = performance.now();
    const service = await startSampleProcess({
      ...sampleProcess,
      ...usualSize,
      today,
      cacheFolder: folder,
      ratePerHour: 1_000_000_000,
    });
    const ask = makeAsk(service.url, service.key, agent);
    const sort: Sort = { field: headlines.assets, direction: 'desc' };
    await ask(resources.assets.path, { sort, pagination: { page: 1, perPage: 100 } });
    const rows = (performance.now() - begun) / 1000;
    const filter: Filter = { field: 'measure_slug', operator: 'equals', value: headlines.assets };
    const aggregate = { groupBy: 'asset_class', interval: 'month' };
    const series = await ask(`${resources.assets.path}/aggregates/timeseries`, { filter, aggregate });
    // Answered when the files are there, so that the next start finds everything.
    await ask(resources.transactions.path, {});
    await service.close();
    return { rows, series: series / 1000 };
  };
  try {
    const first = await start();
    const later = [await start(), await start(), await start()];
    return [
      atMost('first start of the usual data', first.rows, 's', 1.2),
      atMost('first timeseries of the usual data, first start', first.series, 's', 1),
      atMost(
        'later start of the usual data',
        quantile(
          later.map(({ rows }) => rows),
          0.5,
        ),
        's',
        1,
      ),
      atMost(
        'first timeseries of the usual data, later start',
        quantile(
          later.map(({ series }) => series),
          0.5,
        ),
        's',
        1,
      ),
    ];
  } finally {
    agent.destroy();
  }
}
