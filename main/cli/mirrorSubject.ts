import { canonicalJson } from '../../preload/contract/json.ts';
import { braces } from '../../preload/contract/movingDates.ts';
import { serviceFilter, type Filter } from '../../preload/contract/query.ts';
import { resourceNames, type ResourceName } from '../../preload/contract/resources.ts';
import type { SavedQueryStore } from '../features/savedQueries/savedQueries.ts';
import { UsageError } from './exitCodes.ts';

export interface MirrorSubject {
  readonly resource: ResourceName;
  readonly filter?: Filter | undefined;
}

/**
 * Reads what a mirror is of: a resource by its name, or the resource and the conditions of a saved view by its name.
 * @param filter of `--query`
 * @throws UsageError
 */
export async function readMirrorSubject(
  name: string,
  filter: Filter | undefined,
  savedQueries: Pick<SavedQueryStore, 'list'>,
): Promise<MirrorSubject> {
  const resource = resourceNames.find((known) => known === name);
  if (resource !== undefined) return { resource, filter };
  const { queries } = await savedQueries.list();
  const [saved, another] = queries.filter((query) => query.name === name && query.target === 'list');
  if (saved === undefined) {
    throw new UsageError(
      `There is no resource and no saved view named ${name}. Resources: ${resourceNames.join(', ')}.`,
    );
  }
  if (another !== undefined)
    throw new UsageError(`Several saved views are named ${name}. Rename all but one of them.`);
  if (filter !== undefined) throw new UsageError('A saved view has its own conditions. Leave out --query.');
  const own = saved.query.filter;
  if (own === undefined) return { resource: saved.resource };
  const text = canonicalJson(own);
  if (text.search(braces) !== -1) {
    throw new UsageError(
      `The values of ${name} change with the day, or are entered when it is run. A mirror needs fixed conditions: save the view with them.`,
    );
  }
  if (canonicalJson(serviceFilter(own) ?? null) !== text) {
    throw new UsageError(
      `${name} has conditions on computed columns, which the service does not know. Save it without them.`,
    );
  }
  return { resource: saved.resource, filter: own };
}
