import type { ComputedColumn } from '../../preload/contract/computedColumns.ts';
import { columnNameOf, formatTerms, isComputedName } from '../../preload/contract/expressions/columns.ts';
import { FailureError } from '../../preload/contract/failures.ts';
import { findField, resources, type ResourceName } from '../../preload/contract/resources.ts';

export function computedLine(column: ComputedColumn): Readonly<Record<string, string>> {
  const { name: label, expression, format } = column;
  return { name: columnNameOf(column), label, type: formatTerms[format].type, expression };
}

/** Replaces names of computed columns by `=id`; fields come first. Throws `bad-arguments`. */
export function resolveNames(
  names: readonly string[],
  columns: readonly ComputedColumn[],
  resource: ResourceName,
): string[] {
  return names.map((name) => {
    if (findField(resources[resource], name) !== undefined) return name;
    const found = columns.find((column) => column.name === name || columnNameOf(column) === name);
    if (found !== undefined) return columnNameOf(found);
    if (!isComputedName(name)) return name;
    const known = columns.map((column) => `${column.name} (${columnNameOf(column)})`);
    throw new FailureError({
      code: 'bad-arguments',
      message: `${resources[resource].label} have no computed column ${name}. ${
        known.length === 0
          ? 'Make one in the app: Columns → New computed column.'
          : `There are: ${known.join(', ')}.`
      }`,
    });
  });
}
