import { counted } from '../../preload/contract/counted.ts';
import { shortestText } from '../features/search/search.ts';
import type { Services } from '../services.ts';
import { fetchOptions } from './answerOptions.ts';
import { exitCodes, UsageError, type ExitCode } from './exitCodes.ts';
import { print, remark } from './output.ts';
import { fromCacheText, sinceText } from './remarks.ts';
import type { SearchTask } from './commands/records.ts';

/** Writes hits of the cache, then of the service; their source and age to standard error. */
export async function runSearch(
  services: Services,
  connectionId: string,
  task: SearchTask,
  signal: AbortSignal,
): Promise<ExitCode> {
  const { text, limit, resources, fresh } = task;
  const isShort = text.trim().length < shortestText;
  const notAsked = 'The service is searched for two characters and more.';
  if (fresh && isShort) throw new UsageError(notAsked);
  const searchService = await services.searchService(connectionId);
  const only = resources.length === 0 ? {} : { resources: [...resources] };
  const cached = fresh
    ? { hits: [], more: false }
    : await searchService.searchCached({ text, limit, ...only });
  const seen = new Set(cached.hits.map(({ key }) => key));
  for (const hit of cached.hits) await print(hit);
  if (cached.hits.length > 0)
    remark(
      `From the cache${sinceText(await searchService.fetchedAt(cached.hits))}: ${counted(cached.hits.length, 'hit')}.`,
    );
  const room = limit - cached.hits.length;
  const sayMore = (): void => remark('There may be more hits; --limit for more, 100 at most.');
  const isOffline = task.offline || services.readSettings().workOffline;
  if (isOffline || isShort) {
    if (cached.more) sayMore();
    if (!isOffline) remark(notAsked);
    const { cachedRecords, complete } = await searchService.searchCoverage(only);
    if (complete) return exitCodes.done;
    remark(`From ${cachedRecords.toString()} cached records; other records may exist.`);
    return exitCodes.partial;
  }
  if (room <= 0) {
    sayMore();
    return exitCodes.done;
  }
  const fromService = await searchService.searchService({ text, limit, ...only }, fetchOptions(task, signal));
  const further = fromService.hits.filter(({ key }) => !seen.has(key));
  for (const hit of further.slice(0, room)) await print(hit);
  if (fromService.more || further.length > room) sayMore();
  if (fromService.cachedAt !== null) remark(fromCacheText(fromService.cachedAt));
  for (const { resource, message } of fromService.failures) remark(`${resource}: ${message}`);
  return fromService.failures.length === 0 ? exitCodes.done : exitCodes.partial;
}
