import type { AggregateMetadata } from '../../preload/contract/metadata.ts';
import type { Query } from '../../preload/contract/query.ts';
import type { ResourceName } from '../../preload/contract/resources.ts';
import { headlineOf } from '../../preload/contract/resources/headlines.ts';
import { readSelection, writeSelection, type Selection } from './aggregateSelection.ts';

/** Pages count series. Source: service notes, "Aggregates and timeseries". */
const seriesPerPage = 200;

/** Fallbacks if the headline value has no aggregate. */
const otherMeasures = ['market_value_dollar', 'total_asset_value_dollar', 'net_asset_value_dollar'];

export function firstMeasure(resource: ResourceName, metadata: AggregateMetadata): string | null {
  const slugs = metadata.measures.map(({ value }) => String(value));
  const wanted = [headlineOf(resource)?.name, ...otherMeasures];
  return wanted.find((slug) => slug !== undefined && slugs.includes(slug)) ?? slugs[0] ?? null;
}

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

export function seriesQuery(selection: Selection): Query {
  return writeSelection(selection, seriesPerPage);
}

export function secondQuery(selection: Selection, measure: string): Query {
  return writeSelection({ ...selection, measure, groupBy: 'date', mode: 'stock', page: 1 }, seriesPerPage);
}

function pick(words: readonly string[], wanted: readonly string[]): string | undefined {
  return wanted.find((word) => words.includes(word)) ?? words[0];
}
