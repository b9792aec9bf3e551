import type { AggregateResource } from '../../../preload/contract/metadata.ts';
import { allOf, isGroup, type Filter } from '../../../preload/contract/query.ts';
import { findField, resources } from '../../../preload/contract/resources.ts';
import { aggregateFunctions } from '../../../preload/contract/resources/aggregates.ts';
import { browse, type BrowseLocation } from '../../shell/location.ts';
import { totalsBy, totalsField } from '../../query/totals.ts';
import { firstTotals } from '../../query/totalsDefinition.ts';
import { fieldOfKey } from './labels.ts';
import type { Selection } from '../../query/aggregateSelection.ts';

/** Returns the conditions of a group that records support. Null if records cannot be filtered by it. */
export function recordsBehind(
  resource: AggregateResource,
  groupBy: string,
  id: string | number,
  filters: readonly Filter[],
): Filter[] | null {
  const group = groupFilter(resource, groupBy, id);
  return group === null ? null : [group, ...filters.filter((filter) => canAsk(resource, filter))];
}

export function canAsk(resource: AggregateResource, filter: Filter): boolean {
  return isGroup(filter)
    ? filter.filters.every((part) => canAsk(resource, part))
    : findField(resources[resource], filter.field) !== undefined;
}

const fieldMeasures = { sum: 'sum', avg: 'mean', min: 'min', max: 'max' } as const;

/** Returns totals of cached records that resemble a chart: its group and measure, if records have them. */
export function totalsBehind(
  resource: AggregateResource,
  { measure, groupBy = '', aggregateFunction, filters }: Selection,
): BrowseLocation {
  const field = fieldOfKey(groupBy);
  const group =
    field === null || field === ownId(resource) ? undefined : findField(resources[resource], field);
  const level = group === undefined ? null : totalsField(resource, group);
  const kind = aggregateFunctions.find((name) => name === aggregateFunction) ?? 'sum';
  const figure = measure === null ? undefined : findField(resources[resource], measure);
  const asked = filters.filter((filter) => canAsk(resource, filter));
  return {
    ...browse(resource, { filter: allOf(asked) }),
    totals: {
      ...(level === null ? firstTotals(resource) : totalsBy(level)),
      ...(figure === undefined
        ? {}
        : { measures: [{ kind: 'count' }, { kind: fieldMeasures[kind], field: figure.name }] }),
    },
  };
}

function ownId(resource: AggregateResource): string {
  return `${resource.slice(0, -1)}_id`;
}

function groupFilter(resource: AggregateResource, groupBy: string, id: string | number): Filter | null {
  const field = fieldOfKey(groupBy);
  if (field === null) return null;
  if (field === ownId(resource)) return { operator: 'equals', field: 'id', value: id };
  if (findField(resources[resource], field) !== undefined) return { operator: 'equals', field, value: id };
  const list = `${field}s`;
  return findField(resources[resource], list) === undefined
    ? null
    : { operator: 'includes', field: list, value: id };
}
