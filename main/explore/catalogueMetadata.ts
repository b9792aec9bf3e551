import type { ResourceMetadata } from '../../preload/contract/metadata.ts';
import { operatorsOfType } from '../../preload/contract/operators.ts';
import { resources, type ResourceName } from '../../preload/contract/resources.ts';

/** Metadata made from the catalogue, for when the service gives none. */
export function catalogueMetadata(name: ResourceName): ResourceMetadata {
  const resource = resources[name];
  return {
    source: 'catalogue',
    fields: resource.fields.map((field) => ({
      name: field.name,
      label: field.label,
      type: field.type,
      description: field.description,
      filterable: field.filterable,
      sortable: field.sortable,
      operators: field.filterable ? [...operatorsOfType[field.type]] : [],
      options: [],
    })),
    defaultSort: resource.defaultSort,
    defaultPerPage: resource.defaultPerPage,
  };
}
