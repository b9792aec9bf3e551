import { getPriority, setPriority } from 'node:os';
import { errorText } from '../../preload/contract/failures.ts';
import { connectToParent } from '../platform/system/parentProcess.ts';
import { makeFiles, missingFilesSchema, openSampleData, type MakeElsewhere } from './data/database.ts';
import { isPart } from './data/tables.ts';
import { serviceOptionsSchema, type ServiceOptions } from './options.ts';
import { has } from './sampleProcess.ts';
import { randomBytes } from 'node:crypto';
import { dayMs, dayNumber, dayOf } from '../../preload/contract/days.ts';
import { collectGarbage, limitOwnHeaps, makeCollections } from '../platform/system/memory.ts';
import { makeAggregates } from './answers/aggregates.ts';
import { makeLists } from './answers/lists.ts';
import { makeMetadata } from './answers/metadata.ts';
import { describeApi } from './answers/openapi.ts';
import { storedDay } from './data/world.ts';
import { makeRateLimit, respond } from './http/respond.ts';
import { makeRouter } from './http/routes.ts';
import { listen } from './http/server.ts';

async function runService(
  options: ServiceOptions,
  makeElsewhere: MakeElsewhere,
): Promise<{ readonly url: string; readonly key: string }> {
  const { seed, assets, transactions, odd, cacheFolder, livePerMinute } = options;
  // Yesterday: no transaction may be in the future.
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
      aggregates: makeAggregates(data.database, data.histories, today, options.repeatDays),
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

/** Entry of the service, and of the process that makes its files; the first message selects which. */
const parent = connectToParent();
parent.onMessage((message) => {
  if (has(message, 'serve')) void serve(message.serve);
  else if (has(message, 'make')) make(message.make);
});

async function serve(options: unknown): Promise<void> {
  // The maker's garbage would be several times its live data.
  limitOwnHeaps();
  try {
    parent.post(await runService(serviceOptionsSchema.parse(options), makeElsewhere));
  } catch (error) {
    parent.post({ error: errorText(error) });
  }
}

const makeElsewhere: MakeElsewhere = (files, onMade) => {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  const missing = new Set(files.parts);
  parent.onMessage((message) => {
    if (has(message, 'made') && isPart(message.made)) {
      missing.delete(message.made);
      onMade(message.made);
    } else if (has(message, 'failed')) reject(new Error(String(message.failed)));
    else if (!has(message, 'makerEnded')) return;
    else if (missing.size > 0) reject(new Error('The process that made the sample data has ended.'));
    else resolve(undefined);
  });
  parent.post({ make: files });
  return promise;
};

/** Below the priority of answers, but not starved by other programs. */
const nice = 5;

function make(files: unknown): void {
  // Only root may raise the priority of an app that was started with a lower one.
  if (getPriority() < nice) setPriority(nice);
  try {
    makeFiles(missingFilesSchema.parse(files), (part) => {
      parent.post({ made: part });
    });
  } catch (error) {
    parent.post({ failed: errorText(error) });
  }
  parent.post({ done: true });
}
