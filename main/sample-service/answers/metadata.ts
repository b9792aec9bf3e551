import type { Json } from '../../../preload/contract/json.ts';
import { operatorsOfType } from '../../../preload/contract/operators.ts';
import type { ResourceName } from '../../../preload/contract/resources.ts';
import {
  aggregateFields,
  aggregateFunctions,
  aggregateGroupKeys,
  aggregateIntervals,
  aggregateModes,
} from '../../../preload/contract/resources/aggregates.ts';
import type { Field, FieldType } from '../../../preload/contract/resources/types.ts';
import type { SampleData } from '../data/database.ts';
import { aggregateSorts, defaultAggregateSort, type AggregateKind } from './aggregatePlan.ts';
import { once } from '../../platform/once.ts';
import { makeBoundedMap } from '../../store/query/statements.ts';
import { hasTextIds, makeOptions, type Options } from './options.ts';

export type Metadata = ReturnType<typeof makeMetadata>;

/**
 * Tells what can be queried, as JSON text. Made from the catalogue; the options of a field are the values that the data holds.
 *
 * Rule: service notes, "Metadata" (the shape is assumed there).
 */
export function makeMetadata({ database, tables, histories }: SampleData) {
  const made = makeBoundedMap<string>(20);
  const makeOnce = once(() => makeOptions(database, histories().world));
  const options: Options = (table, field) => makeOnce()(table, field);
  return {
    resource: (name: ResourceName): string =>
      made.get(name, () => {
        const { resource } = tables[name];
        return JSON.stringify({
          fields: resource.fields.map((field) => describeField(resource.name, field, options)),
          defaults: {
            sort: resource.defaultSort,
            pagination: { page: 1, perPage: resource.defaultPerPage },
          },
          ...(name === 'assets' || name === 'tokens' ? { aggregate: aggregateTerms(name) } : {}),
        });
      }),
    aggregates: (name: AggregateKind): string =>
      made.get(`${name}/aggregates`, () =>
        JSON.stringify({
          // Days are in order, whatever they are grouped by; the other fields say which figures are summed up.
          fields: aggregateFields.map((field) =>
            describeField('aggregates', { ...field, sortable: field.name === 'date' }, options),
          ),
          defaults: { sort: defaultAggregateSort, pagination: { page: 1, perPage: 25 } },
          aggregate: aggregateTerms(name),
        }),
      ),
  };
}

/** A field as a metadata endpoint tells of it. */
function describeField(table: string, field: Field, options: Options): Json {
  const selectOptions = options(table, field);
  return {
    name: field.name,
    label: field.label,
    type: field.type === 'id' && hasTextIds(table, field) ? 'string' : typeNames[field.type],
    description: field.description,
    filterable: field.filterable,
    sortable: field.sortable,
    operators: field.filterable ? operatorsOfType[field.type] : [],
    ...(selectOptions.length > 0
      ? { selectOptions: selectOptions.map(({ value, label }) => ({ value, label })) }
      : {}),
  };
}

function aggregateTerms(name: 'assets' | 'tokens'): Json {
  return {
    groupBy: aggregateGroupKeys[name],
    aggregateFunction: aggregateFunctions,
    interval: aggregateIntervals,
    mode: aggregateModes,
    // `groupBy` stands for the key that is grouped by.
    sort: {
      aggregates: [...aggregateSorts.value, 'groupBy'],
      timeseries: [...aggregateSorts.points, 'groupBy'],
    },
  };
}

const typeNames: Readonly<Record<FieldType, string>> = {
  id: 'number',
  text: 'string',
  url: 'string',
  color: 'string',
  address: 'string',
  hash: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  date: 'date',
  datetime: 'datetime',
  metric: 'metric',
  'id-list': 'array',
  'text-list': 'array',
  object: 'object',
  'object-list': 'array',
};
