import type { ExportRequest } from '../../preload/contract/exports.ts';
import { resources } from '../../preload/contract/resources.ts';
import { exportColumns, type ExportColumn } from './exportColumns.ts';
import type { FileShape } from './formats/format.ts';

/** What the file of a request is about. */
export function exportShape({ scope, format, columns, options }: ExportRequest): FileShape {
  if (scope.kind === 'table') {
    return { format, options, title: scope.title, whole: false, columns: scope.columns.map(tableColumn) };
  }
  const isJson = format === 'json' || format === 'jsonl';
  return {
    format,
    options,
    title: resources[scope.resource].label,
    whole: isJson && columns.length === 0,
    columns: exportColumns(scope.resource, columns),
  };
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
  return { name, label, kind: type, unit: undefined, whole: false, path: [name], member: undefined };
}
