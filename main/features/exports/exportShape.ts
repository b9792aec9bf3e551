import {
  allOthers,
  isJsonFormat,
  type ExportRequest,
  type TableColumn,
} from '../../../preload/contract/exports.ts';
import { resources } from '../../../preload/contract/resources.ts';
import { columnNameOf } from '../../../preload/contract/expressions/columns.ts';
import { everyField, exportColumns, type ExportColumn } from './exportColumns.ts';
import type { FileShape } from './formats/format.ts';

export function exportShape(request: ExportRequest): FileShape {
  const { scope, format, columns, options } = request;
  const common = { format, options };
  if (scope.kind === 'table') {
    const asTable = { title: scope.title, whole: false, further: false, last: 0 };
    return { ...common, ...asTable, columns: scope.columns.map(tableColumn) };
  }
  const isJson = isJsonFormat(format);
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
    columns: exportColumns(resource, all, computed),
  };
}

export function isEveryField(columns: readonly string[]): boolean {
  return columns.length === 0 || columns.includes(allOthers);
}

function tableColumn({ name, label, type, unit }: TableColumn): ExportColumn {
  return {
    name,
    label,
    kind: type === 'json' ? 'nested' : type,
    unit,
    whole: false,
    path: [name],
    member: undefined,
    resource: undefined,
  };
}
