import { z } from 'zod';
import type { Query } from '../../preload/contract/query.ts';
import { withQuery } from '../../main/data-service/aggregates.ts';
import { maxPerPage } from '../../main/data-service/assumptions.ts';
import type { ProbeAnswer } from './ask.ts';

/** What a probe asks, in this order. */
export const questionNames = [
  'list',
  'beyond',
  'sorted',
  'filtered',
  'record',
  'missing',
  'metadata',
  'refused',
  'series',
  'transactions',
] as const;
export type QuestionName = (typeof questionNames)[number];

/** Every answer of a probe. */
export type ProbeAnswers = Readonly<Record<QuestionName, ProbeAnswer>>;

const measure = 'market_value_dollar';
/** Nothing is known to have it. */
const idOfNothing = '999999999';
const firstOne = { page: 1, perPage: 1 };

const listOfRecords = z.object({
  results: z.array(z.looseObject({ id: z.union([z.string(), z.number()]) })).min(1),
});

function request(path: string, query?: Query): string {
  return query === undefined ? path : withQuery(path, query);
}

/**
 * The requests: small ones, of which the last counts against the hourly limit of transactions. `before` are the answers that
 * came already.
 */
export const questions: Readonly<Record<QuestionName, (before: Partial<ProbeAnswers>) => string>> = {
  list: () => request('/v4/networks', { pagination: firstOne }),
  beyond: () => request('/v4/networks', { pagination: { page: 99_999, perPage: 1 } }),
  sorted: () =>
    request('/v4/assets', {
      sort: { field: 'circulating_market_value_dollar', direction: 'desc' },
      pagination: { page: 1, perPage: 5 },
    }),
  filtered: () =>
    request('/v4/assets', {
      filter: {
        filters: [
          { operator: 'ilike', field: 'name', value: '%A%' },
          { operator: 'gte', field: 'circulating_market_value_dollar:val_7d', value: 1 },
        ],
      },
      pagination: { page: 1, perPage: 3 },
    }),
  record: (before) => {
    const sorted = listOfRecords.safeParse(before.sorted?.body);
    return request(`/v4/assets/${String(sorted.data?.results[0]?.id ?? 1)}`);
  },
  missing: () => request(`/v4/assets/${idOfNothing}`),
  metadata: () => request('/v4/assets/meta'),
  refused: () =>
    request('/v4/networks', {
      filter: { operator: 'resembles', field: 'name', value: 'a' },
      pagination: firstOne,
    }),
  series: () =>
    request('/v4/assets/aggregates/timeseries', {
      filter: { operator: 'equals', field: 'measure_slug', value: measure },
      aggregate: { groupBy: 'network_id', aggregateFunction: 'sum', interval: 'month', mode: 'stock' },
      pagination: { page: 1, perPage: 2 },
    }),
  transactions: () =>
    request('/v4/transactions', {
      sort: { field: 'id', direction: 'asc' },
      pagination: { page: 1, perPage: maxPerPage },
    }),
};
