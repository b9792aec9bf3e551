import type { Query } from '../../preload/contract/query.ts';
import { resources, type ResourceName } from '../../preload/contract/resources.ts';
import type { AppState } from '../shell/app.svelte.ts';
import { catalogueFields } from './catalogueFields.ts';
import { describeQuery } from './description.ts';
import { queriesOf } from './queries.ts';

/** A query in words, without the service's metadata. Identifiers stand there until their names are known, which are asked for. */
export function queryInWords(query: Query, resource: ResourceName, app: AppState): string {
  const fields = [...catalogueFields(resource), ...queriesOf(app).computed(resource)];
  return describeQuery(query, resources[resource], fields, (name, value) => {
    const field = fields.find((one) => one.name === name);
    return field === undefined ? undefined : app.names.called(resource, field, value);
  });
}
