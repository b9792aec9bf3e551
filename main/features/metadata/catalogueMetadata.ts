import {
  aggregateResources,
  metadataPath,
  type AggregateTerms,
  type MetadataOption,
  type MetadataSubject,
} from '../../../preload/contract/metadata.ts';
import { operatorsOfType } from '../../../preload/contract/operators.ts';
import {
  aggregateFields,
  aggregateFunctions,
  aggregateGroupKeys,
  aggregateIntervals,
  aggregateMeasures,
  aggregateModes,
} from '../../../preload/contract/resources/aggregates.ts';
import { resourceNames, resources, type Field } from '../../../preload/contract/resources.ts';

export interface CatalogueMetadata {
  readonly request: string;
  readonly fields: readonly Field[];
  readonly defaultSort?: { readonly field: string; readonly direction: 'asc' | 'desc' };
  readonly defaultPerPage?: number;
  readonly aggregate?: AggregateTerms;
}

export function catalogueMetadata(subject: MetadataSubject): CatalogueMetadata {
  const request = metadataPath(subject);
  const summed = aggregateResources.find((name) => subject === `${name}/aggregates`);
  if (summed !== undefined) {
    return {
      request,
      fields: aggregateFields,
      aggregate: {
        groupBy: [...aggregateGroupKeys[summed]],
        aggregateFunction: [...aggregateFunctions],
        interval: [...aggregateIntervals],
        mode: [...aggregateModes],
      },
    };
  }
  const resource = resources[resourceNames.find((name) => name === subject) ?? 'assets'];
  const { fields, defaultSort, defaultPerPage } = resource;
  return { request, fields, defaultSort, defaultPerPage };
}

export function catalogueOperators(field: Field): readonly string[] {
  return field.filterable ? operatorsOfType[field.type] : [];
}

export function catalogueOptions(field: Field): MetadataOption[] {
  return field.name === 'measure_slug'
    ? aggregateMeasures.map(({ slug, label }) => ({ value: slug, label }))
    : [];
}
