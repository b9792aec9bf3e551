import type { Query, Scalar } from '../../../preload/contract/query.ts';
import { resources, type ResourceName } from '../../../preload/contract/resources.ts';
import { catalogueFields } from './query/catalogueFields.ts';
import { describeQuery } from './query/description.ts';
import type { BuilderField } from './query/fields.ts';

/** What the window knows of fields and values that the catalogue does not have. */
interface Known {
  readonly names: {
    called(resource: ResourceName, field: BuilderField, value: Scalar): string | undefined;
  };
  readonly computedColumns: { builderFields(resource: ResourceName): readonly BuilderField[] };
}

/** A query in words, without the service's metadata. Identifiers stand there until their names are known, which are asked for. */
export function queryInWords(query: Query, resource: ResourceName, known: Known): string {
  const fields = [...catalogueFields(resource), ...known.computedColumns.builderFields(resource)];
  return describeQuery(query, resources[resource], fields, (name, value) => {
    const field = fields.find((one) => one.name === name);
    return field === undefined ? undefined : known.names.called(resource, field, value);
  });
}
