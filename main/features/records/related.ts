import type { Relation } from '../../../preload/contract/related.ts';
import { isJsonObject, type Json } from '../../../preload/contract/json.ts';
import type { Filter } from '../../../preload/contract/query.ts';
import type { ResourceRecord } from '../../../preload/contract/records.ts';
import { resolveField } from '../../../preload/contract/resources/fieldValue.ts';
import {
  findField,
  resourceNames,
  resources,
  type Field,
  type Resource,
  type ResourceName,
} from '../../../preload/contract/resources.ts';
import { limitedEndpoint } from '../../data-service/assumptions.ts';
import type { CacheStore } from '../../store/store.ts';

/** Links by the record's identifiers, then resources that name it. Titles and counts: record and cache. */
export async function relationsOf(
  cache: CacheStore,
  resource: ResourceName,
  record: ResourceRecord,
): Promise<Relation[]> {
  const relations = [
    ...outgoing(resources[resource], record),
    ...incoming(resources[resource], record),
    ...(await through(cache, resources[resource], record)),
  ];
  return count(cache, record, await nameSingles(cache, withoutDoubles(relations)));
}

const followedAtMost = 500;

function outgoing(resource: Resource, record: ResourceRecord): Relation[] {
  const singles: Relation[] = [];
  const lists: Relation[] = [];
  for (const field of resource.fields) {
    const target = targetOf(resource, field);
    if (target === null) continue;
    const ids = idsIn(resolveField(resource, record, field.name)).filter(
      (id) => target !== resource.name || String(id) !== String(record.id),
    );
    const [id] = ids;
    if (id === undefined) continue;
    const candidate = relation(`${resource.name}.${field.name}`, labelOf(field), target, idFilter(ids));
    if (ids.length > 1) lists.push({ ...candidate, count: ids.length, countedBy: 'record' });
    else singles.push({ ...candidate, single: { id, title: titleIn(record, field), cached: false } });
  }
  return [...singles, ...lists];
}

/** By the field's own link; for a nested record, by the link of its identifier. */
function targetOf(resource: Resource, field: Field): ResourceName | null {
  const nested = field.type === 'object' ? `${field.name}_id` : undefined;
  const stats = field.type === 'object-list' ? /^(\w+)_stats$/.exec(field.name)?.[1] : undefined;
  const link =
    field.link ??
    (nested === undefined ? undefined : findField(resource, nested)?.link) ??
    (stats === undefined ? undefined : `${stats}s`);
  return resourceNames.find((name) => name === link) ?? null;
}

function idsIn(value: Json | undefined): (string | number)[] {
  if (Array.isArray(value)) return [...new Set((value as Json[]).flatMap(idsIn))];
  if (isJsonObject(value)) return idsIn(value['id']);
  return (typeof value === 'string' && value !== '') || typeof value === 'number' ? [value] : [];
}

function titleIn(record: ResourceRecord, field: Field): string | null {
  const stem = field.name.replace(/_ids?$/, '');
  const nested = record[stem];
  const name = isJsonObject(nested) ? nested['name'] : record[`${stem}_name`];
  return typeof name === 'string' && name !== '' ? name : null;
}

/** `Issuer id` → `Issuer`, `Platform ids` → `Platforms`, `Manager record` → `Manager`. */
function labelOf(field: Field): string {
  const label = field.label.replace(/ record$/, '').replace(/ \(newer name\)$/, '');
  if (/ ids$/.test(label)) return `${label.replace(/ ids$/, '')}s`;
  return label.replace(/ id$/, '');
}

function incoming(resource: Resource, record: ResourceRecord): Relation[] {
  return resource.related.flatMap(({ resource: name, field, label }) => {
    const target = resourceNames.find((known) => known === name);
    const [id] = idsIn(record.id);
    if (target === undefined || id === undefined) return [];
    return [relation(`${target}.${field}`, label, target, holdsFilter(target, field, id))];
  });
}

async function through(cache: CacheStore, resource: Resource, record: ResourceRecord): Promise<Relation[]> {
  const relations = await Promise.all(
    (resource.relatedThrough ?? []).map(async (declared) => {
      const target = resourceNames.find((known) => known === declared.resource);
      const between = incoming(resource, record).find(({ resource: name }) => name === declared.through);
      const filter = between?.query.filter;
      if (target === undefined || between === undefined || filter === undefined) return [];
      const ids = await cache.readValues({
        resource: between.resource,
        filter,
        field: declared.throughField ?? 'id',
        limit: followedAtMost,
      });
      if (ids.length === 0) return [];
      const key = `${target}.${declared.field} through ${declared.through}`;
      return [relation(key, declared.label, target, { operator: 'in', field: declared.field, value: ids })];
    }),
  );
  return relations.flat();
}

function holdsFilter(target: ResourceName, field: string, id: string | number): Filter {
  const type = findField(resources[target], field)?.type;
  const isListField = type === 'id-list' || type === 'text-list';
  return { operator: isListField ? 'includes' : 'equals', field, value: id };
}

function idFilter(ids: (string | number)[]): Filter {
  const [id] = ids;
  return ids.length === 1 && id !== undefined
    ? { operator: 'equals', field: 'id', value: id }
    : { operator: 'in', field: 'id', value: ids };
}

function relation(key: string, label: string, resource: ResourceName, filter: Filter): Relation {
  const limited = resources[resource].path === limitedEndpoint;
  return { key, label, resource, query: { filter }, single: null, count: null, countedBy: null, limited };
}

function withoutDoubles(relations: readonly Relation[]): Relation[] {
  const seen = new Set<string>();
  return relations.filter(({ resource, label, single, query }) => {
    const name = `${resource} ${single === null ? JSON.stringify(query) : String(single.id)}`;
    const isDouble = seen.has(name) || (single === null && seen.has(`${resource} “${label}”`));
    seen.add(name);
    seen.add(`${resource} “${label}”`);
    return !isDouble;
  });
}

async function nameSingles(cache: CacheStore, relations: readonly Relation[]): Promise<Relation[]> {
  const singles = relations.flatMap(({ resource, single }) =>
    single === null ? [] : [{ resource, id: single.id }],
  );
  const titles = await cache.readTitles(singles);
  let index = 0;
  return relations.map((candidate) => {
    if (candidate.single === null) return candidate;
    const known = titles[index] ?? null;
    index += 1;
    const title = known !== null && known !== '' ? known : candidate.single.title;
    return { ...candidate, single: { ...candidate.single, title, cached: known !== null } };
  });
}

async function count(
  cache: CacheStore,
  record: ResourceRecord,
  relations: readonly Relation[],
): Promise<Relation[]> {
  const open = relations.filter((candidate) => candidate.single === null && candidate.count === null);
  const counts = await cache.countMatches(
    open.map(({ resource, query }) => ({ resource, filter: query.filter ?? { filters: [] } })),
  );
  const cached = new Map(open.map((candidate, index) => [candidate.key, counts[index] ?? 0]));
  return relations.map((candidate) => {
    const number = cached.get(candidate.key);
    if (number === undefined) return candidate;
    const singular = resources[candidate.resource].singular.toLowerCase().replaceAll(' ', '_');
    const counted =
      candidate.label === resources[candidate.resource].label ? record[`${singular}_count`] : undefined;
    return typeof counted === 'number'
      ? { ...candidate, count: counted, countedBy: 'record' }
      : { ...candidate, count: number, countedBy: 'cache' };
  });
}
