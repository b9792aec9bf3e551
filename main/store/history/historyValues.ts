import { dayOf, dayText } from '../../../preload/contract/days.ts';
import type { FieldChange } from '../../../preload/contract/history.ts';
import { sumOf } from '../../../preload/contract/sum.ts';
import type { SqlValue } from '../query/columns.ts';
import type { Table } from '../query/tables.ts';

/** `until`: the last day it was seen; `on`: the day another came. In days since 1970 UTC. */
export interface PreviousValue {
  readonly value: SqlValue;
  readonly until: number;
  readonly on: number;
}

/** Null if the value is the same again, or the catalogue no longer has the field. */
export function changeOf(table: Table, name: string, gone: PreviousValue, now: SqlValue): FieldChange | null {
  if (gone.value === now || !table.column.has(name)) return null;
  const before = shown(table, name, gone.value);
  const after = shown(table, name, now);
  const isNumeric = isFigure(table, name) && typeof before === 'number' && typeof after === 'number';
  return {
    field: name,
    before,
    after,
    difference: isNumeric ? sumOf([after, -before]) : null,
    percent:
      isNumeric && before !== 0 && table.field.get(name)?.unit !== 'percent'
        ? ((after - before) / Math.abs(before)) * 100
        : null,
    seenUntil: dayText(gone.until),
    changedOn: dayText(gone.on),
  };
}

/** True for metrics and other figures, in contrast to texts, days and flags. */
export function isFigure(table: Table, name: string): boolean {
  const type = table.field.get(name)?.type;
  return type === 'metric' || type === 'number' || type === 'integer';
}

function shown(table: Table, name: string, value: SqlValue): FieldChange['before'] {
  if (value === null) return null;
  const plain = typeof value === 'bigint' ? Number(value) : value;
  const type = table.field.get(name)?.type;
  if (type === 'boolean') return plain === 1;
  if (type === 'date') return dayOf(Number(plain));
  if (type === 'datetime') return new Date(Number(plain)).toISOString();
  if (type === 'id-list' || type === 'text-list')
    return String(plain)
      .replace(/^\[|\]$|"/g, '')
      .replaceAll(',', ', ');
  return plain;
}
