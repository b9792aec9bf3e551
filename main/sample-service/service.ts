import { randomBytes } from 'node:crypto';
import { dayMs, dayNumber, dayOf } from '../../preload/contract/days.ts';
import { collectGarbage } from '../platform/system/collectGarbage.ts';
import { makeCollections } from '../platform/system/collections.ts';
import { makeAggregates } from './answers/aggregates.ts';
import { makeLists } from './answers/lists.ts';
import { makeMetadata } from './answers/metadata.ts';
import { describeApi } from './answers/openapi.ts';
import { openSampleData, type MakeElsewhere } from './data/database.ts';
import { storedDay } from './data/world.ts';
import { makeRateLimit } from './http/rateLimit.ts';
import { respond } from './http/respond.ts';
import { makeRouter } from './http/routes.ts';
import { listen } from './http/server.ts';
import type { ServiceOptions } from './options.ts';

/** Opens the data and answers requests on the calling thread, which it blocks, until the process ends. */
export async function runService(
  options: ServiceOptions,
  makeElsewhere: MakeElsewhere,
): Promise<{ readonly url: string; readonly key: string }> {
  const { seed, assets, transactions, odd, cacheFolder, livePerMinute } = options;
  // The newest whole day where none is named, since no transaction may lie in the future.
  const today = dayNumber(options.today ?? dayOf(Date.now() - dayMs));
  const size = { seed, assets, transactions, odd, today };
  const data = openSampleData({ cacheFolder, size, makeElsewhere, livePerMinute });
  const description = JSON.stringify(describeApi());
  const key = options.key ?? randomBytes(24).toString('base64url');
  const rules = {
    key,
    limit: makeRateLimit(options.ratePerHour, Date.now),
    endpoint: makeRouter({
      data,
      lists: makeLists(data, today - storedDay),
      aggregates: makeAggregates(data.database, data.histories, today),
      metadata: makeMetadata(data),
    }),
    open: (path: string) => (path === '/openapi.json' ? description : null),
  };
  const { hold, worked } = makeCollections(collectGarbage);
  const url = await listen(options.port, (incoming) => {
    hold();
    return respond(rules, incoming).finally(worked);
  });
  return { url, key };
}
