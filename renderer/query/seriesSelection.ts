import type { AggregateMetadata } from '../../preload/contract/metadata.ts';
import type { Query } from '../../preload/contract/query.ts';
import type { ResourceName } from '../../preload/contract/resources.ts';
import { headlineOf } from '../../preload/contract/resources/headlines.ts';
import { readSelection, writeSelection, type Selection } from './aggregateSelection.ts';

/** Series on a page. Rule: service notes, "Aggregates and timeseries": pages count series. */
const seriesPerPage = 200;

/** Measures that an analyst is likely to look at first where the headline value cannot be summed up. */
const otherMeasures = ['market_value_dollar', 'total_asset_value_dollar', 'net_asset_value_dollar'];

/** Returns the measure that is shown first: the headline value of the resource, where the service sums it up; null for none. */
export function firstMeasure(resource: ResourceName, metadata: AggregateMetadata): string | null {
  const slugs = metadata.measures.map(({ value }) => String(value));
  const wanted = [headlineOf(resource)?.name, ...otherMeasures];
  return wanted.find((slug) => slug !== undefined && slugs.includes(slug)) ?? slugs[0] ?? null;
}

/** The query that holds: what the location asks, with what it leaves out filled in from the metadata. */
export function completeSelection(
  resource: ResourceName,
  query: Query | undefined,
  metadata: AggregateMetadata,
): Selection {
  const selection = readSelection(query ?? {});
  const { groupBy, aggregateFunction, interval, mode } = metadata.aggregate;
  const measure =
    selection.measure ?? (query?.filter === undefined ? firstMeasure(resource, metadata) : null);
  return {
    ...selection,
    measure,
    groupBy: selection.groupBy ?? pick(groupBy, ['network_id', 'network', 'date']),
    aggregateFunction: selection.aggregateFunction ?? pick(aggregateFunction, ['sum']),
    interval: selection.interval ?? pick(interval, ['month']),
    mode: selection.mode ?? pick(mode, ['stock']),
  };
}

/** The query of a page of series. */
export function seriesQuery(selection: Selection): Query {
  return writeSelection(selection, seriesPerPage);
}

/** The same question of another measure, all of its groups together. */
export function secondQuery(selection: Selection, measure: string): Query {
  return writeSelection({ ...selection, measure, groupBy: 'date', mode: 'stock', page: 1 }, seriesPerPage);
}

function pick(words: readonly string[], wanted: readonly string[]): string | undefined {
  return wanted.find((word) => words.includes(word)) ?? words[0];
}
