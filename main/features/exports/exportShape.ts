import { allOthers, type ExportRequest } from '../../../preload/contract/exports.ts';
import type { ComputedColumn } from '../../../preload/contract/computedColumns.ts';
import { FailureError } from '../../../preload/contract/failures.ts';
import { resources, type ResourceName } from '../../../preload/contract/resources.ts';
import { columnNameOf } from '../../../preload/contract/expressions/columns.ts';
import { everyField, exportColumns, type ExportColumn } from './exportColumns.ts';
import type { FileShape } from './formats/format.ts';

/**
 * What the file of a request is about.
 * @throws FailureError `bad-arguments` where files for each day are requested of what has no day.
 */
export function exportShape(request: ExportRequest): FileShape {
  const { scope, format, columns, options } = request;
  const common = { format, options, byDay: isByDay(request) };
  if (scope.kind === 'table') {
    if (common.byDay) throw noDay();
    const asTable = { title: scope.title, whole: false, further: false, last: 0 };
    return { ...common, ...asTable, columns: scope.columns.map(tableColumn) };
  }
  const isJson = format === 'json' || format === 'jsonl';
  const { resource } = scope;
  const names = columns.filter((name) => name !== allOthers);
  const isEvery = isEveryField(columns);
  const computed = request.computed ?? [];
  const last = isEvery ? computed.map(columnNameOf).filter((name) => !names.includes(name)) : [];
  const all = last.length === 0 ? names : [...(names.length > 0 ? names : everyField(resource)), ...last];
  return {
    ...common,
    title: (scope.kind === 'cached' ? scope.title : undefined) ?? resources[resource].label,
    whole: isJson && isEvery,
    further: !isJson && isEvery,
    last: last.length,
    columns: (common.byDay ? columnsByDay : exportColumns)(resource, all, computed),
  };
}

/** True where the columns of a request stand for every field of the records. */
export function isEveryField(columns: readonly string[]): boolean {
  return columns.length === 0 || columns.includes(allOthers);
}

/** Files for each day are written day after day: their records come in that order. */
export function inOrderOfDays(request: ExportRequest): ExportRequest {
  const { scope } = request;
  if (!isByDay(request) || (scope.kind !== 'query' && scope.kind !== 'cached')) return request;
  const sort = { field: dayField(scope.resource), direction: 'asc' as const };
  return { ...request, scope: { ...scope, query: { ...scope.query, sort } } };
}

function isByDay({ format, options }: ExportRequest): boolean {
  return format === 'parquet' && options.partitionByDay;
}

/** The day first, then at least one column that stays in the files. */
function columnsByDay(
  resource: ResourceName,
  names: readonly string[],
  computed: readonly ComputedColumn[],
): ExportColumn[] {
  const day = dayField(resource);
  const others = exportColumns(resource, names, computed).filter(({ name }) => name !== day);
  return [
    ...exportColumns(resource, [day]),
    ...(others.length > 0 ? others : exportColumns(resource, ['id'])),
  ];
}

function dayField(resource: ResourceName): string {
  const field = resources[resource].fields.find(({ type, unseen }) => type === 'date' && unseen !== true);
  if (field === undefined) throw noDay();
  return field.name;
}

function noDay(): FailureError {
  return new FailureError({
    code: 'bad-arguments',
    message: 'These figures have no day to split files by. Export them as one file.',
  });
}

function tableColumn({
  name,
  label,
  type,
}: {
  name: string;
  label: string;
  type: 'text' | 'number' | 'boolean' | 'date' | 'datetime';
}): ExportColumn {
  return {
    name,
    label,
    kind: type,
    unit: undefined,
    whole: false,
    path: [name],
    member: undefined,
    resource: undefined,
  };
}
