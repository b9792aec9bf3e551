import { z } from 'zod';
import { readMetric } from '../../preload/contract/metric.ts';
import { isJsonObject, type Json } from '../../preload/contract/json.ts';
import { isResourceRecord } from '../../preload/contract/recordsText.ts';
import { readErrorMessage, readRecord } from '../../main/data-service/answers.ts';
import { maxPerPage, retryHeaders } from '../../main/data-service/assumptions.ts';
import { readMetadata } from '../../main/data-service/metadata.ts';
import { readOneSeries } from '../../main/data-service/series.ts';
import type { ProbeAnswer } from './ask.ts';
import type { ProbeAnswers } from './questions.ts';

/** What an answer says of an assumption, and the words in which it says so. */
export interface Verdict {
  readonly holds: boolean | null;
  readonly seen: string;
}

export interface Check {
  /** As in `docs/service-assumptions.md`. */
  readonly id: string;
  readonly assumption: string;
  /** The file that builds on it. */
  readonly code: string;
  readonly check: (answers: ProbeAnswers) => Verdict;
}

const listSchema = z.looseObject({
  results: z.array(z.unknown()),
  pagination: z.looseObject({
    page: z.number(),
    perPage: z.number(),
    pageCount: z.number(),
    resultCount: z.number(),
  }),
});

export const checks: readonly Check[] = [
  {
    id: 'list-envelope',
    assumption: 'A list is {results, pagination: {page, perPage, pageCount, resultCount}}.',
    code: 'preload/contract/listAnswer.ts',
    check: ({ list }) => {
      const read = listSchema.safeParse(list.body);
      return read.success
        ? { holds: true, seen: `members ${membersOf(list.body)}` }
        : no(list, `members ${membersOf(list.body)}`);
    },
  },
  {
    id: 'page-count',
    assumption: 'pageCount is resultCount divided by perPage, rounded up.',
    code: 'main/store/cache/syncProgress.ts',
    check: ({ list }) => {
      const read = listSchema.safeParse(list.body);
      if (!read.success) return unknown('no list');
      const { perPage, pageCount, resultCount } = read.data.pagination;
      return {
        holds: pageCount === Math.ceil(resultCount / perPage),
        seen: `${resultCount.toString()} results, ${perPage.toString()} a page, ${pageCount.toString()} pages`,
      };
    },
  },
  {
    id: 'page-beyond',
    assumption: 'A page past the end has no results and the true pagination.',
    code: 'main/features/sync/runSync.ts',
    check: ({ list, beyond }) => {
      const read = listSchema.safeParse(beyond.body);
      if (!read.success) return no(beyond, 'no list');
      const first = listSchema.safeParse(list.body);
      const count = read.data.pagination.resultCount;
      return {
        holds: read.data.results.length === 0 && count === first.data?.pagination.resultCount,
        seen: `${read.data.results.length.toString()} results of ${count.toString()}`,
      };
    },
  },
  {
    id: 'metric-sort',
    assumption: 'A metric is sorted by its value, records without one last.',
    code: 'main/store/query/compile.ts',
    check: ({ sorted }) => {
      const values = recordsOf(sorted).map(
        (record) => readMetric(record['circulating_market_value_dollar'])?.val ?? null,
      );
      if (values.length < 2) return unknown('fewer than two assets');
      const falls = values.every((value, index) => {
        const before = values[index - 1];
        return index === 0 || value === null || (before !== null && before !== undefined && before >= value);
      });
      return { holds: falls, seen: values.map(String).join(', ') };
    },
  },
  {
    id: 'metric-members',
    assumption: 'A metric is an object with val, changes and percentages of 7, 30 and 90 days.',
    code: 'preload/contract/metric.ts',
    check: ({ sorted }) => {
      const [first] = recordsOf(sorted);
      const metric = first?.['circulating_market_value_dollar'];
      if (metric === undefined) return unknown('no asset with the metric');
      return { holds: readMetric(metric) !== null, seen: membersOf(metric) };
    },
  },
  {
    id: 'asset-ids',
    assumption: 'Ids of assets are whole numbers.',
    code: 'preload/contract/records.ts',
    check: ({ sorted }) => {
      const ids = recordsOf(sorted).map(({ id }) => id);
      return ids.length === 0
        ? unknown('no asset')
        : { holds: ids.every((id) => Number.isInteger(id)), seen: ids.map((id) => typeof id).join(', ') };
    },
  },
  {
    id: 'group-operator',
    assumption: 'A group without an operator is an and.',
    code: 'preload/contract/query.ts',
    check: ({ filtered }) => {
      if (filtered.status !== 200) return no(filtered);
      const values = recordsOf(filtered).map(
        (record) => readMetric(record['circulating_market_value_dollar'])?.val_7d ?? null,
      );
      return values.length === 0
        ? unknown('no match')
        : {
            holds: values.every((value) => value !== null && value >= 1),
            seen: values.map(String).join(', '),
          };
    },
  },
  {
    id: 'ilike',
    assumption: 'ilike finds a part of a text in any case, with % for what may stand around it.',
    code: 'main/features/search/search.ts',
    check: ({ filtered }) => {
      if (filtered.status !== 200) return no(filtered);
      const names = recordsOf(filtered).map(({ name }) => String(name));
      return names.length === 0
        ? unknown('no match')
        : {
            holds: names.every((name) => /a/i.test(name)),
            seen: names.length.toString() + ' names with an a',
          };
    },
  },
  {
    id: 'record-envelope',
    assumption: '/v4/assets/{id} answers with the bare record. Other envelopes are read too.',
    code: 'main/data-service/answers.ts',
    check: ({ record }) => {
      if (isResourceRecord(record.body)) return { holds: true, seen: 'the bare record' };
      if (readRecord(record.body) === null) return no(record, membersOf(record.body));
      return { holds: false, seen: `an envelope that is read: ${membersOf(record.body)}` };
    },
  },
  {
    id: 'record-missing',
    assumption: 'An unknown id is a 404 with a message.',
    code: 'main/data-service/failures.ts',
    check: ({ missing }) => ({
      holds: missing.status === 404 && readErrorMessage(missing.body) !== undefined,
      seen: `${missing.status.toString()} ${readErrorMessage(missing.body) ?? 'without a message'}`,
    }),
  },
  {
    id: 'metadata-shape',
    assumption: 'Lists have /meta with fields, their operators and choices.',
    code: 'main/data-service/metadata.ts',
    check: ({ metadata }) => {
      const read = readMetadata(metadata.body);
      return metadata.status === 200 && read !== null
        ? { holds: true, seen: `members ${membersOf(metadata.body)}` }
        : no(metadata, membersOf(metadata.body));
    },
  },
  {
    id: 'operator-refused',
    assumption: "An operator that is not known is a 400: Invalid operator 'x' for field 'y'.",
    code: 'main/data-service/failures.ts',
    check: ({ refused }) => ({
      holds: refused.status === 400 && /operator/i.test(readErrorMessage(refused.body) ?? ''),
      seen: `${refused.status.toString()} ${readErrorMessage(refused.body) ?? 'without a message'}`,
    }),
  },
  {
    id: 'series-points',
    assumption: 'A timeseries is a list of series whose points are [day, value], in order.',
    code: 'main/data-service/series.ts',
    check: ({ series }) => {
      const read = listSchema.safeParse(series.body);
      if (!read.success) return no(series, membersOf(series.body));
      const all = read.data.results.map(readOneSeries);
      return {
        holds: all.length > 0 && all.every((one) => one !== null),
        seen: `${all.length.toString()} series of ${read.data.pagination.resultCount.toString()}`,
      };
    },
  },
  {
    id: 'series-pages',
    assumption: 'Pages of a timeseries count series, not points.',
    code: 'main/data-service/series.ts',
    check: ({ series }) => {
      const read = listSchema.safeParse(series.body);
      if (!read.success) return unknown('no list of series');
      const { perPage, resultCount } = read.data.pagination;
      const expected = Math.min(perPage, resultCount);
      return {
        holds: read.data.results.length === expected,
        seen: `${read.data.results.length.toString()} series on a page of ${perPage.toString()}`,
      };
    },
  },
  {
    id: 'largest-page',
    assumption: `A page may hold ${maxPerPage.toString()} records.`,
    code: 'main/data-service/assumptions.ts',
    check: ({ transactions }) => {
      const read = listSchema.safeParse(transactions.body);
      if (!read.success) return transactions.status === 429 ? unknown('rate limited') : no(transactions);
      const { perPage, resultCount } = read.data.pagination;
      return {
        holds: read.data.results.length === Math.min(maxPerPage, resultCount),
        seen: `${read.data.results.length.toString()} records, perPage ${perPage.toString()}`,
      };
    },
  },
  {
    id: 'transaction-ids',
    assumption: 'Ids of transactions are texts, {network}-{hash}-{log index}-{n}, sorted as texts.',
    code: 'main/features/sync/runSync.ts',
    check: ({ transactions }) => {
      const ids = recordsOf(transactions).map(({ id }) => String(id));
      if (ids.length === 0) return unknown('no transaction');
      const inOrder = ids.every(
        (id, index) => index === 0 || Buffer.compare(Buffer.from(ids[index - 1] ?? ''), Buffer.from(id)) < 0,
      );
      return {
        holds: inOrder && ids.every((id) => /^[^-]+-.+-\d+-\d+$/.test(id)),
        seen: `${ids.length.toString()} ids ${inOrder ? 'in order' : 'out of order'}, such as ${ids[0] ?? ''}`,
      };
    },
  },
  {
    id: 'retry-headers',
    assumption: `The time of a retry is stated by ${retryHeaders.join(', ')}.`,
    code: 'main/data-service/retryAfter.ts',
    check: ({ transactions }) => {
      const names = [...transactions.headers.keys()].filter((name) => /rate|retry/.test(name));
      if (names.length === 0) return unknown('no such header on this answer');
      return {
        holds: names.some((name) => retryHeaders.some((known) => known === name)),
        seen: names.join(', '),
      };
    },
  },
  {
    id: 'etag',
    assumption: 'Answers carry an ETag, and a 304 makes the cached page fresh again.',
    code: 'main/data-service/request.ts',
    check: ({ list }) => {
      const etag = list.headers.get('etag');
      return etag === null
        ? { holds: false, seen: 'none: each refresh fetches the whole page' }
        : { holds: true, seen: etag };
    },
  },
];

function recordsOf({ body }: ProbeAnswer): Readonly<Record<string, Json>>[] {
  const read = listSchema.safeParse(body);
  return (read.data?.results ?? []).filter(isResourceRecord);
}

function membersOf(value: unknown): string {
  if (isJsonObject(value)) return Object.keys(value).slice(0, 12).join(', ') || 'none';
  return Array.isArray(value) ? 'a list' : typeof value;
}

/** The answer contradicts the assumption. */
function no({ status, body }: ProbeAnswer, seen?: string): Verdict {
  const words = readErrorMessage(body);
  return {
    holds: false,
    seen: [status.toString(), words, seen].filter((part) => part !== undefined).join(', '),
  };
}

/** The answer says nothing of it. */
function unknown(seen: string): Verdict {
  return { holds: null, seen };
}
