import { expect, it } from 'vitest';
import type { CallInput, CallValue } from '../../../../../preload/contract/bridge.ts';
import { ok } from '../../../../../preload/contract/failures.ts';
import { querySchema } from '../../../../../preload/contract/querySchema.ts';
import { savedQueryContentSchema } from '../../../../../preload/contract/savedQueries.ts';
import { cacheCharts } from '../../../../../renderer/features/sync/cacheCharts.ts';
import { readSelection } from '../../../../../renderer/query/aggregateSelection.ts';
import { starters } from '../../../../../renderer/query/starters.ts';
import { bridgeOf } from '../../../../support/bridgeOf.ts';

const noSeries: CallValue<'timeseries'> = {
  days: new Int32Array(),
  series: [],
  pagination: { page: 1, perPage: 100, pageCount: 0, resultCount: 0 },
  provenance: {
    ...{ connectionId: 'one', sample: false, source: 'service', fetchedAt: 1, request: '', stale: false },
    coverage: { kind: 'answer' },
  },
};

it('charts are fetched with all of their days and from the first page, whatever a saved view shows of them', async () => {
  const asked: CallInput<'timeseries'>[] = [];
  const view = savedQueryContentSchema.parse({
    name: 'A week',
    resource: 'assets',
    target: 'timeseries',
    query: {
      filter: {
        operator: 'and',
        filters: [
          { operator: 'equals', field: 'measure_slug', value: 'price_dollar' },
          { operator: 'onOrAfter', field: 'date', value: '2026-11-01' },
          { operator: 'onOrBefore', field: 'date', value: '2026-11-08' },
        ],
      },
      pagination: { page: 3, perPage: 200 },
    },
  });
  const words = { groupBy: [], aggregateFunction: [], interval: [], mode: [] };
  const bridge = bridgeOf({
    describeAggregates: () =>
      Promise.resolve(
        ok({ source: 'catalogue', fetchedAt: null, request: '', fields: [], aggregate: words, measures: [] }),
      ),
    listSavedQueries: () =>
      Promise.resolve(
        ok({ queries: [{ ...view, id: 'one', createdAt: 1, changedAt: 1 }], runs: [], notices: [] }),
      ),
    timeseries: (args) => {
      asked.push(args);
      return Promise.resolve(ok(noSeries));
    },
  });
  expect(await cacheCharts(bridge, 'one', 'assets')).toBeNull();
  const drawn = starters.filter(({ resource, target }) => resource === 'assets' && target === 'timeseries');
  expect(asked).toHaveLength(drawn.length + 1);
  for (const { query } of asked)
    expect(readSelection(querySchema.parse(query))).toMatchObject({ from: null, to: null, page: 1 });
});
