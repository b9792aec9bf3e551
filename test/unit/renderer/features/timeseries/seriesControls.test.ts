import { expect, it } from 'vitest';
import { aggregateMeasures } from '../../../../../preload/contract/resources/aggregates.ts';
import { metricDefinitions } from '../../../../../preload/contract/resources/metrics.ts';
import type { AggregateMetadata } from '../../../../../preload/contract/metadata.ts';
import {
  completeSelection,
  secondQuery,
} from '../../../../../renderer/features/timeseries/seriesControls.ts';

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

it('the catalogue says which day a daily figure is of', () => {
  const daily = metricDefinitions.filter(({ name }) => /(^|_)daily_/.test(name));
  expect(daily.length).toBeGreaterThan(15);
  for (const { name, description } of daily)
    expect([name, description]).toEqual([name, expect.stringContaining('on the last day that had any')]);
});
