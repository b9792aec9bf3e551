import { findField, resources, type ResourceName } from '../../../preload/contract/resources.ts';
import type { CacheStore } from '../../store/store.ts';
import type { ExportColumn } from './exportColumns.ts';
import type { FileShape } from './formats/format.ts';

const namedResources: readonly ResourceName[] = ['networks', 'platforms'];
const maxNames = 1000;

export async function withEntityNames(shape: FileShape, cache: CacheStore): Promise<FileShape> {
  const { entities, values } = shape.options;
  const isText = shape.format === 'csv' || shape.format === 'xlsx' || shape.format === 'markdown';
  if (!isText || (entities === 'values' && values === 'raw')) return shape;
  const columns = await Promise.all(shape.columns.map((column) => named(column, cache)));
  return { ...shape, columns };
}

async function named(column: ExportColumn, cache: CacheStore): Promise<ExportColumn> {
  const { resource, name, label, kind } = column;
  if (resource === undefined || column.computed !== undefined) return column;
  const field = findField(resources[resource], name);
  const target = namedResources.find((linked) => linked === field?.link);
  if (target === undefined) return kind === 'nested' ? { ...column, kind: 'named' } : column;
  const query = { pagination: { page: 1, perPage: maxNames } };
  const { records } = await cache.runQuery({ resource: target, query, fields: ['name'] });
  const names = records.flatMap(({ id, name: called }): [string, string][] =>
    typeof called === 'string' ? [[String(id), called]] : [],
  );
  return {
    ...column,
    kind: 'named',
    label: label.replace(/ id(s?)$/, '$1'),
    names: Object.fromEntries(names),
  };
}
