import { butFor, mayLack } from '../../preload/contract/completeness.ts';
import type { SearchCoverage } from '../../preload/contract/search.ts';
import type { Provenance } from '../../preload/contract/provenance.ts';
import { age, dayAndTime, timeOfDay } from './dates.ts';
import { count, plural } from './numbers.ts';
import { labelOfName } from '../../preload/contract/labelOfName.ts';

/**
 * Returns `complete` if proven, `all that the service counts`, `200 loaded, more as you scroll`, `from 250
 * cached records; others may exist`, or `1,000 cached of 200,000; others may come first`.
 */
export function describeCoverage(
  { coverage }: Pick<Provenance, 'coverage'>,
  { recordCount, loadedCount }: { recordCount: number; loadedCount: number },
  locale?: string,
): string {
  switch (coverage.kind) {
    case 'answer':
      if (coverage.isShort === true) return 'not complete';
      return loadedCount < recordCount
        ? `${count(loadedCount, locale)} loaded, more as you scroll`
        : 'all that the service counts';
    case 'complete':
      return `complete${butFor(coverage)}, from the cache`;
    case 'partial':
      if (coverage.serviceCount !== undefined && recordCount > 0)
        return `${count(recordCount, locale)} cached of ${count(coverage.serviceCount, locale)}; others may come first`;
      return `from ${plural(coverage.cachedRecords, 'cached record', 'cached records', locale)}; ${othersText(coverage)}`;
  }
}

/** Returns a sentence on an empty answer: there are no records, or none are known here. */
export function describeAbsence({ coverage }: Pick<Provenance, 'coverage'>, locale?: string): string {
  switch (coverage.kind) {
    case 'answer':
      return 'No records match the conditions.';
    case 'complete':
      return `No records match the conditions. All records are cached${butFor(coverage)}.`;
    case 'partial': {
      const cached = plural(coverage.cachedRecords, 'cached record', 'cached records', locale);
      return `None of ${cached} matches the conditions; ${othersText(coverage)}.`;
    }
  }
}

export function describeSearched({ cachedRecords, complete }: SearchCoverage, locale?: string): string {
  const searched = `${plural(cachedRecords, 'record', 'records', locale)} searched`;
  return complete ? `All ${searched}.` : `${searched}; others may exist.`;
}

function othersText({ missingFields = [] }: { missingFields?: readonly string[] | undefined }): string {
  if (missingFields.length === 0) return 'others may exist';
  return `none of them has ${missingFields.map((name) => `“${labelOfName(name)}”`).join(', ')}, others may match`;
}

/** `fetched 12:04 UTC (3 min ago)`. */
export function describeFetch(
  { fetchedAt, source, coverage }: Pick<Provenance, 'fetchedAt' | 'source' | 'coverage'>,
  now: number,
  locale?: string,
): string {
  // A statement of SQL may read no view.
  if (fetchedAt === null) return coverage.kind === 'answer' ? 'reads no records' : 'never fetched';
  const word = source === 'local' ? 'oldest fetched' : 'fetched';
  return `${word} ${timeOfDay(fetchedAt, now, locale)} (${age(fetchedAt, now, locale)})`;
}

/**
 * Returns the source of figures in an exported image: service, date, gaps and notes.
 * @param baseUrl the address of the service
 */
export function describeSource(provenance: Provenance, baseUrl: string, locale?: string): string {
  const { sample, source, fetchedAt } = provenance;
  const word = source === 'local' ? 'Oldest fetched' : 'Fetched';
  return [
    sample ? 'Sample data, synthetic' : `Source: ${baseUrl}`,
    fetchedAt === null ? 'Never fetched' : `${word} ${dayAndTime(fetchedAt, locale)}`,
    mayLack(provenance) ? describeCoverage(provenance, { recordCount: 0, loadedCount: 0 }, locale) : null,
    describeStaleness(provenance),
    ...(provenance.notes ?? []),
    'RWA Explorer',
  ]
    .filter((part) => part !== null)
    .join(' · ');
}

export function describeStaleness({
  stale,
  staleReason,
}: Pick<Provenance, 'stale' | 'staleReason'>): string | null {
  if (!stale) return null;
  return staleReason === undefined ? 'Cached figures: refreshing' : `Not refreshed: ${staleReason}`;
}

/** Returns the oldest provenance, which dates several answers, or null. */
export function oldestOf(provenances: readonly Provenance[]): Provenance | null {
  const [first, ...others] = provenances;
  if (first === undefined) return null;
  return others.reduce(
    (oldest, next) => ((next.fetchedAt ?? Infinity) < (oldest.fetchedAt ?? Infinity) ? next : oldest),
    first,
  );
}
