import { expect, it } from 'vitest';
import { aggregateMeasures } from '../../../../preload/contract/resources/aggregates.ts';
import { isOfLastDay } from '../../../../preload/contract/resources/additive.ts';
import { metricDefinitions } from '../../../../preload/contract/resources/metrics.ts';
import type { AggregateMetadata } from '../../../../preload/contract/metadata.ts';
import { completeSelection, secondQuery } from '../../../../renderer/query/seriesSelection.ts';

/** Daily figures are those of the last day that had any: nobody adds them up over days unasked. */

const metadata: AggregateMetadata = {
  source: 'service',
  fetchedAt: null,
  request: '',
  fields: [],
  measures: [],
  aggregate: { groupBy: ['date'], aggregateFunction: ['sum'], interval: ['month'], mode: ['flow', 'stock'] },
};

it('figures of a measure over time are the last of each period, whatever the measure', () => {
  for (const { slug } of aggregateMeasures) {
    const filter = { operator: 'equals', field: 'measure_slug', value: slug };
    const selection = completeSelection('assets', { filter }, metadata);
    expect([slug, selection.mode]).toEqual([slug, 'stock']);
    expect(secondQuery(selection, slug).aggregate).toMatchObject({ mode: 'stock' });
  }
});

it('the catalogue says of the figures of the last day that had any, and of no others, that they are', () => {
  const daily = metricDefinitions.filter(({ name }) => isOfLastDay(name));
  expect(daily.length).toBeGreaterThan(25);
  expect(
    metricDefinitions.filter(({ description }) => description.includes('last day that had any')),
  ).toEqual(daily);
});
