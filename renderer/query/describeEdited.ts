import { resources } from '../../preload/contract/resources.ts';
import type { RecordLookup } from '../fields/lookup.ts';
import { describeQuery } from './description.ts';
import type { QueryEditor } from './queryEditor.svelte.ts';

/** Describes the edited query; empty until the kinds of the fields are known, which decide between “latest first” and “from Z to A”. */
export function describeEdited(
  { described, query, resource, fields }: QueryEditor,
  names: Pick<RecordLookup, 'nameOf'>,
): string {
  if (!described) return '';
  return describeQuery(query, resources[resource], fields, (name, value) => {
    const link = fields.find((field) => field.name === name)?.link;
    return link === undefined ? undefined : names.nameOf(link, value);
  });
}
