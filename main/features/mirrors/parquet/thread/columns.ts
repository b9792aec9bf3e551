import { dayMs } from '../../../../../preload/contract/days.ts';
import { dayText, momentText, parseInstant } from '../../../exports/instants.ts';
import type { ParquetColumn, ParquetValue } from '../../../exports/formats/parquetFile.ts';
import type { MirrorColumn, MirrorColumnType, MirrorRow } from '../../mirrorTarget.ts';

/** The columns of a mirror's files, and their values while they wait: days count days, moments microseconds, both since 1970 UTC. */
export type StagedValue = string | number | boolean | null;

const kinds: Readonly<Record<MirrorColumnType, ParquetColumn['kind']>> = {
  text: 'text',
  integer: 'integer',
  number: 'number',
  boolean: 'boolean',
  date: 'date',
  datetime: 'datetime',
  json: 'nested',
};

/** @param sortedBy the names of the columns in whose order rows are */
export function parquetColumns(
  columns: readonly MirrorColumn[],
  sortedBy: readonly string[],
): ParquetColumn[] {
  return columns.map(({ name, type }) => ({ name, kind: kinds[type], sorted: sortedBy.includes(name) }));
}

/** A number that its column does not take, such as 1.5 among whole ones, is left out: the record holds it. */
export function stagedValue(value: MirrorRow['values'][number], type: MirrorColumnType): StagedValue {
  if (value === null) return null;
  switch (type) {
    case 'integer':
      return Number.isSafeInteger(value) ? value : null;
    case 'date':
    case 'datetime': {
      const ms = typeof value === 'string' ? parseInstant(value) : null;
      if (ms === null) return null;
      return type === 'date' ? Math.floor(ms / dayMs) : Math.round(ms * 1000);
    }
    case 'text':
    case 'number':
    case 'boolean':
    case 'json':
      return value;
  }
}

export function parquetValue(value: StagedValue, type: MirrorColumnType): ParquetValue {
  return typeof value === 'number' && (type === 'integer' || type === 'datetime') ? BigInt(value) : value;
}

/** A value as the manifest states it. */
export function shownValue(value: StagedValue, type: MirrorColumnType): string | null {
  if (value === null) return null;
  if (typeof value === 'number' && type === 'date') return dayText(value * dayMs);
  if (typeof value === 'number' && type === 'datetime') return momentText(value / 1000);
  return String(value);
}
