import { butFor } from '../../preload/contract/completeness.ts';
import type { Provenance } from '../../preload/contract/provenance.ts';

export function remarksOn(provenance: Provenance): string[] {
  const { sample, source, fetchedAt, coverage, staleReason, notes = [] } = provenance;
  const said = [
    ...(sample ? ['Sample data: every record is invented.'] : []),
    ...(source === 'cache' ? [fromCacheText(fetchedAt)] : []),
    ...(source === 'local' && coverage.kind === 'complete'
      ? [`Complete as of ${new Date(coverage.asOf).toISOString()}${butFor(coverage)}, from the cache.`]
      : []),
    ...(coverage.kind === 'partial' ? partialTexts(provenance, coverage) : []),
    ...(staleReason === undefined ? [] : [`Not refreshed: ${staleReason}`]),
    ...notes,
  ];
  return [...new Set(said)];
}

/** The notes of a freshly read list already say why it is partial. */
function partialTexts(
  { source, fetchedAt }: Provenance,
  { cachedRecords, serviceCount, missingFields }: Extract<Provenance['coverage'], { kind: 'partial' }>,
): string[] {
  if (source !== 'local')
    return serviceCount === undefined
      ? []
      : [
          `${cachedRecords.toLocaleString('en')} of ${serviceCount.toLocaleString('en')} that the service counts.`,
        ];
  const since = sinceText(fetchedAt).replace(', ', ', the oldest ');
  return [
    `From ${cachedRecords.toString()} cached records${since}; other records may exist.`,
    ...missingFieldsText(missingFields),
  ];
}

export function fromCacheText(fetchedAt: number | null): string {
  return `From the cache${sinceText(fetchedAt) || ', without a date'}.`;
}

export function sinceText(fetchedAt: number | null): string {
  return fetchedAt === null ? '' : `, fetched ${new Date(fetchedAt).toISOString()}`;
}

function missingFieldsText(missingFields: readonly string[] = []): string[] {
  if (missingFields.length === 0) return [];
  return [`No cached record has ${missingFields.join(', ')}. Only the service knows which records match.`];
}
