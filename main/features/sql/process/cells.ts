import type { SqlCell, SqlKind } from '../../../../preload/contract/sql.ts';

/** Returns a value of SQLite as JSON holds it. */
export function cellOf(value: unknown): SqlCell {
  if (value === null || value === undefined) return null;
  if (typeof value === 'bigint') {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value.toString();
  }
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value === 'string') return value;
  return value instanceof Uint8Array ? `x'${Buffer.from(value).toString('hex')}'` : null;
}

const day = /^\d{4}-\d\d-\d\d$/;
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/;

/** Learns what the values of a column are. */
export class KindOfColumn {
  #kind: SqlKind = 'empty';

  add(cell: SqlCell): void {
    if (cell === null || this.#kind === 'mixed') return;
    const kind = kindOf(cell);
    if (this.#kind === 'empty') this.#kind = kind;
    else if (this.#kind !== kind)
      this.#kind = this.#kind === 'number' || kind === 'number' ? 'mixed' : 'text';
  }

  get kind(): SqlKind {
    return this.#kind;
  }
}

function kindOf(cell: string | number): SqlKind {
  if (typeof cell === 'number') return 'number';
  if (day.test(cell)) return 'date';
  return moment.test(cell) ? 'datetime' : 'text';
}
