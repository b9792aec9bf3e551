import type { ServiceSearch } from '../../../preload/contract/search.ts';
import { FailureError } from '../../../preload/contract/failures.ts';
import type { Filter } from '../../../preload/contract/query.ts';
import type { PartialRecord } from '../../../preload/contract/records.ts';
import {
  resourceNames,
  resources,
  type Field,
  type ResourceName,
} from '../../../preload/contract/resources.ts';
import { limitedEndpoint } from '../../data-service/assumptions.ts';
import { rankHit, typedText, type RankedHit, type Typed } from '../../store/search/searchHits.ts';
import type { SearchRequest } from '../../store/storeTypes.ts';
import type { RecordReader } from '../records/recordReader.ts';
import type { RequestOptions } from '../records/requestContext.ts';

export const shortestText = 2;

/** Transactions only on request, because of their budget. A failed resource does not hide others' hits. */
export async function searchService(
  recordReader: RecordReader,
  { text, limit, resources: wanted }: SearchRequest,
  requestOptions?: RequestOptions,
): Promise<ServiceSearch> {
  const looked = text.trim();
  if (looked.length < shortestText) return { hits: [], more: false, failures: [], cachedAt: null };
  const typed = typedText(looked);
  const requested = wanted ?? resourceNames.filter((name) => resources[name].path !== limitedEndpoint);
  const answers = await Promise.all(
    requested.map(async (resource) => {
      try {
        const filter = searchFilter(resource, looked);
        const list = await recordReader.list(
          resource,
          { filter, pagination: { page: 1, perPage: limit } },
          { ...requestOptions, mayBeEmpty: true },
        );
        const { staleReason } = list.provenance;
        return {
          hits: list.records.flatMap((record) => hitOf(resource, record, typed)),
          more: list.pagination.resultCount > list.records.length,
          failures: staleReason === undefined ? [] : [{ resource, message: staleReason }],
          cachedAt: list.provenance.source === 'service' ? [] : [list.provenance.fetchedAt],
        };
      } catch (error) {
        if (!(error instanceof FailureError) || error.failure.code === 'canceled') throw error;
        return {
          hits: [],
          more: false,
          failures: [{ resource, message: error.failure.message }],
          cachedAt: [],
        };
      }
    }),
  );
  const hits = answers
    .flatMap((answer) => answer.hits)
    .sort((a, b) => a.rank - b.rank)
    .map(({ hit }) => hit);
  return {
    hits: hits.slice(0, limit),
    more: hits.length > limit || answers.some(({ more }) => more),
    failures: answers.flatMap(({ failures }) => failures),
    cachedAt: earliest(answers.flatMap(({ cachedAt }) => cachedAt)),
  };
}

export function earliest(times: readonly (number | null)[]): number | null {
  const known = times.filter((time) => time !== null);
  return known.length === 0 ? null : Math.min(...known);
}

/** Returns the searched fields. Rule: service notes, "Filters": search by `ilike`. */
function searchFields(resource: ResourceName): Field[] {
  return resources[resource].fields.filter(
    (field) => field.filterable && (field.searchable || isCode(field)),
  );
}

/** Returns the filter of a search. Addresses and hashes match by prefix, other text by any part. */
function searchFilter(resource: ResourceName, text: string): Filter {
  // Hexadecimal digits ignore case, and most are stored in lower case.
  const codes = /^0x/i.test(text) ? [...new Set([text, text.toLowerCase()])] : [text];
  return {
    operator: 'or',
    filters: searchFields(resource).flatMap((field) =>
      isCode(field)
        ? codes.map((value) => ({ operator: 'startsWith', field: field.name, value }))
        : [{ operator: 'ilike', field: field.name, value: `%${text}%` }],
    ),
  };
}

function isCode({ type }: Field): boolean {
  return type === 'address' || type === 'hash';
}

/** Omits records in which no field contains the text: the service may match patterns more loosely. */
function hitOf(resource: ResourceName, record: PartialRecord, typed: Typed): RankedHit[] {
  const textOf = (field: string): string | null => {
    const text = record[field];
    return typeof text === 'string' ? text : null;
  };
  const ranked = rankHit(resource, record.id, textOf, typed);
  return ranked === null ? [] : [ranked];
}
