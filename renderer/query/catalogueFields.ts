import { operatorsOfType } from '../../preload/contract/operators.ts';
import { resources, type ResourceName } from '../../preload/contract/resources.ts';
import { builderFields, type BuilderField } from './fields.ts';

/** The fields of a resource as the catalogue alone knows them, to describe a query before the service's metadata are known. */
export function catalogueFields(name: ResourceName): readonly BuilderField[] {
  const resource = resources[name];
  return builderFields(
    resource.fields.map((field) => ({
      name: field.name,
      label: field.label,
      type: field.type,
      fieldType: field.type,
      description: field.description,
      filterable: field.filterable,
      sortable: field.sortable,
      operators: [...operatorsOfType[field.type]],
      options: [],
      origin: 'catalogue' as const,
    })),
    resource,
  );
}
