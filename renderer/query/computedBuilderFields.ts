import type { ComputedColumn } from '../../preload/contract/computedColumns.ts';
import { columnNameOf, formatTerms } from '../../preload/contract/expressions/columns.ts';
import { operatorsOfType } from '../../preload/contract/operators.ts';
import { builderFields, type BuilderField } from './fields.ts';

/** The computed columns of a resource as the builder offers them: under a heading of their own, with the operators of their format. */
export function computedBuilderFields(columns: readonly ComputedColumn[]): readonly BuilderField[] {
  return columns.flatMap((column) => {
    const { label, type, unit } = formatTerms[column.format];
    const stated = {
      name: columnNameOf(column),
      label: column.name,
      type: label.toLowerCase(),
      fieldType: type,
      description: `Computed: ${column.expression}. Runs on the cached records.`,
      filterable: true,
      sortable: true,
      operators: [...operatorsOfType[type]],
      options: [],
      origin: 'catalogue' as const,
    };
    return builderFields([stated]).map((field) => ({
      ...field,
      kind: type === 'text' ? ('text' as const) : field.kind,
      group: 'Computed',
      ...(unit === undefined ? {} : { unit }),
    }));
  });
}
