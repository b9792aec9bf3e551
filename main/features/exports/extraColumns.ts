import { findField, resources, type ResourceName } from '../../../preload/contract/resources.ts';
import { exportColumns, withDistinctNames, type ExportColumn } from './exportColumns.ts';
import type { FileShape } from './formats/format.ts';
import type { ExtraFound } from './extraFields.ts';

export function withExtraColumns(
  resource: ResourceName,
  { columns, last }: Pick<FileShape, 'columns' | 'last'>,
  found: ExtraFound,
): ExportColumn[] {
  // A field takes precedence over a computed column of its name.
  const fields = columns.filter(({ computed }) => computed === undefined);
  const further = extraColumns(resource, fields, found);
  return withDistinctNames(columns.toSpliced(columns.length - last, 0, ...further));
}

/** An object that the catalogue lacks becomes a column per value, named by its dotted path. */
export function extraColumns(
  resource: ResourceName,
  columns: readonly ExportColumn[],
  { fields }: ExtraFound,
): ExportColumn[] {
  const names = new Set(columns.map(({ name }) => name));
  return fields.flatMap(({ name, leaves }) => {
    const [whole] = exportColumns(resource, [name]);
    if (whole === undefined) return [];
    const isOneValue = leaves === null || findField(resources[resource], name) !== undefined;
    const parts = isOneValue
      ? [whole]
      : leaves.map(({ path, isNumber }): ExportColumn => {
          const dotted = path.join('.');
          return { ...whole, name: dotted, label: dotted, kind: isNumber ? 'number' : 'any', path };
        });
    // If names contain dots, two paths may have the same text.
    const isDistinct =
      new Set([...names, ...parts.map((part) => part.name)]).size === names.size + parts.length;
    const added = isDistinct ? parts : [{ ...whole, path: [name] }];
    for (const column of added) names.add(column.name);
    return added;
  });
}

export function knownFields(columns: readonly ExportColumn[]): string[] {
  return columns.flatMap(({ path, member }) =>
    path.length === 1 && (member === undefined || member === 'val') ? path : [],
  );
}
