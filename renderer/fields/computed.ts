import type { ComputedColumn } from '../../preload/contract/computedColumns.ts';
import { columnNameOf, formatTerms } from '../../preload/contract/expressions/columns.ts';
import { computeColumn } from '../../preload/contract/expressions/computeColumn.ts';
import { Fault, type Value } from '../../preload/contract/expressions/values.ts';
import type { PartialRecord } from '../../preload/contract/records.ts';
import type { ShownField } from './infer.ts';

/** A computed column as a field. Grids and `valueIn` treat it like any other. */
export interface ComputedField extends ShownField {
  readonly column: ComputedColumn;
  /** Record members that it depends on. */
  readonly needs: readonly string[];
}

/** @param today value of `today()`: a UTC day, `YYYY-MM-DD` */
export function computedField(column: ComputedColumn, today?: string): ComputedField {
  const { name, expression, format } = column;
  const { type, unit } = formatTerms[format];
  const computed = computeColumn(column, today);
  const problem = computed.ok ? null : new Fault(computed.problems[0]?.message ?? '');
  return {
    column,
    name: columnNameOf(column),
    label: name,
    type,
    ...(unit === undefined ? {} : { unit }),
    group: 'Computed',
    filterable: true,
    sortable: true,
    searchable: false,
    description: `Computed column: ${expression}\nIt is sorted and filtered over the cached records, because the service has no such field.`,
    needs: computed.ok ? computed.needs : [],
    compute: computed.ok ? remembered(computed.compute) : () => problem,
  };
}

/** Caches per record, since a cell is read again when it is drawn, copied or summed. */
function remembered(compute: (record: PartialRecord) => Value): (record: PartialRecord) => Value {
  const known = new WeakMap<PartialRecord, { readonly value: Value }>();
  return (record) => {
    const before = known.get(record);
    if (before !== undefined) return before.value;
    const value = compute(record);
    known.set(record, { value });
    return value;
  };
}
