import type { Json } from '../../../preload/contract/json.ts';
import { plainText, sentText } from '../../../preload/contract/cellText.ts';
import { entityName } from '../../../preload/contract/entityName.ts';
import { valueOf, type ExportColumn } from './exportColumns.ts';
import { parseInstant } from '../../../preload/contract/instants.ts';
import { readDigits } from '../../../preload/contract/sentNumber.ts';

/** A value in a file. A value of another type than its column's (text in a number field) is kept. */
export type Cell = string | number | boolean | Instant | null;

export class Instant {
  /** Milliseconds since 1970 UTC; a fraction if the service's text is finer. */
  readonly ms: number;

  constructor(ms: number) {
    this.ms = ms;
  }
}

export type CellRow = readonly Cell[];

export function cellsOf(record: Readonly<Record<string, Json>>, columns: readonly ExportColumn[]): Cell[] {
  return columns.map((column) => cellOf(valueOf(record, column), column));
}

/**
 * Converts a value to a cell. Identifiers are text; lists of plain values are joined by `; `; other nested
 * values are JSON; a `named` column has the names of its records.
 */
function cellOf(value: Json | undefined, { kind, names }: Pick<ExportColumn, 'kind' | 'names'>): Cell {
  if (value === null || value === undefined) return null;
  switch (kind) {
    case 'text':
      return plainText(value);
    case 'number':
      return readDigits(value) ?? sentText(value);
    case 'boolean':
      if (value === 'true' || value === 'false') return value === 'true';
      return typeof value === 'boolean' ? value : plainText(value);
    case 'date':
    case 'datetime': {
      const ms = typeof value === 'string' ? parseInstant(value) : null;
      return ms === null ? plainText(value) : new Instant(ms);
    }
    case 'nested':
      return plainText(value);
    case 'named':
      return namedText(value, names);
    case 'any':
      return typeof value === 'number' || typeof value === 'boolean' ? value : plainText(value);
  }
}

function namedText(value: Json, names: ExportColumn['names'] = {}): string {
  const items = Array.isArray(value) ? (value as readonly Json[]) : [value];
  const texts = items.map((item) =>
    typeof item === 'object' ? entityName(item)?.text : (names[String(item)] ?? plainText(item)),
  );
  return texts.includes(undefined) ? plainText(value) : texts.join('; ');
}
