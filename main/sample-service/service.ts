import { dayMs, dayNumber, dayOf } from '../../preload/contract/days.ts';
import { randomBytes } from 'node:crypto';
import { makeAggregates } from './answers/aggregates.ts';
import { makeLists } from './answers/lists.ts';
import { makeMetadata } from './answers/metadata.ts';
import { describeApi } from './answers/openapi.ts';
import { installSeriesFunctions } from './answers/seriesFunctions.ts';
import { storedDay } from './data/calendar.ts';
import { openSampleData, type MakeElsewhere } from './data/database.ts';
import { makeRateLimit } from './http/rateLimit.ts';
import { respond } from './http/respond.ts';
import { makeRouter } from './http/routes.ts';
import { listen } from './http/server.ts';
import { createFaultInjection } from './http/faultInjection.ts';
import type { ServiceOptions } from './options.ts';

/** A running sample data service. */
export interface Service {
  readonly url: string;
  readonly key: string;
  close(): Promise<void>;
}

/** Makes or opens the data and answers requests, all on the calling thread, which it blocks. */
export async function runService(
  options: ServiceOptions,
  onProgress: (part: number) => void,
  makeElsewhere: MakeElsewhere,
): Promise<Service> {
  const { seed, assets, transactions, odd, cacheFolder } = options;
  // The newest whole day where none is named, since no transaction may lie in the future.
  const today = dayNumber(options.today ?? dayOf(Date.now() - dayMs));
  const size = { seed, assets, transactions, odd, today };
  const data = openSampleData({
    cacheFolder,
    size,
    onProgress,
    makeElsewhere,
    livePerMinute: options.livePerMinute,
  });
  const { database, histories, tables, texts } = data;
  installSeriesFunctions(database, histories, size.today);
  const description = JSON.stringify(describeApi());
  const key = options.key ?? randomBytes(24).toString('base64url');
  const rules = {
    key,
    limit: makeRateLimit(options.ratePerHour, Date.now),
    endpoint: makeRouter({
      tables,
      ready: data.ready,
      lists: makeLists(database, texts, today - storedDay),
      aggregates: makeAggregates(database),
      metadata: makeMetadata(database, tables),
    }),
    open: (path: string) => (path === '/openapi.json' ? description : null),
  };
  const server = await listen(
    options.port,
    (incoming) => respond(rules, incoming),
    createFaultInjection(options),
  ).catch(async (error: unknown) => {
    await data.close();
    throw error;
  });
  return {
    url: server.url,
    key,
    close: async () => {
      await server.close();
      await data.close();
    },
  };
}
