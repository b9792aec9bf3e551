import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import { errorText, type Failure } from '../../../preload/contract/failures.ts';
import type { PartialRecord } from '../../../preload/contract/records.ts';
import { parseSqlRows, type SqlCell, type SqlResult } from '../../../preload/contract/sql.ts';
import { ask, type Bridge } from '../../bridge.ts';
import type { ShownField } from '../../fields/infer.ts';
import type { IndexRange } from '../../ui/grid/geometry.ts';
import type { ListPage } from '../../ui/grid/pages.ts';
import type { GridRows } from '../../ui/grid/rows.ts';

const pageRows = 500;
const keptPages = 12;

type Page = { readonly records: readonly PartialRecord[] } | { readonly failure: Failure };

/** The rows of a result. They are stored in main's file and loaded on scrolling. */
export class ResultRows implements GridRows {
  readonly rowCount: number;
  readonly #bridge: Pick<Bridge, 'readSqlRows'>;
  readonly #resultId: string;
  readonly #pages = new SvelteMap<number, Page>();
  readonly #reading = new SvelteSet<number>();

  constructor(bridge: Pick<Bridge, 'readSqlRows'>, { resultId, rows }: Pick<SqlResult, 'resultId' | 'rows'>) {
    this.#bridge = bridge;
    this.#resultId = resultId;
    this.rowCount = rows;
  }

  recordAt(row: number): PartialRecord | undefined {
    const page = this.#pages.get(Math.floor(row / pageRows));
    return page !== undefined && 'records' in page ? page.records[row % pageRows] : undefined;
  }

  pageAt(row: number): { page: number; rows: IndexRange; entry: ListPage | undefined } {
    const page = Math.floor(row / pageRows);
    const read = this.#pages.get(page);
    return {
      page,
      rows: this.#span(page),
      entry: read !== undefined && 'failure' in read ? { kind: 'failed', failure: read.failure } : undefined,
    };
  }

  show({ start, end }: IndexRange): void {
    const last = Math.floor(Math.max(start, end - 1) / pageRows);
    for (let page = Math.floor(start / pageRows); page <= last && page * pageRows < this.rowCount; page += 1)
      if (!this.#pages.has(page)) void this.#readPage(page);
  }

  load(page: number): void {
    void this.#readPage(page);
  }

  /** Returns records for the grid, without rows that cannot be read. */
  async recordsOf(rows: IndexRange): Promise<PartialRecord[]> {
    const read = await this.cells(rows);
    return Array.isArray(read) ? read.map((cells, index) => recordOf(cells, rows.start + index)) : [];
  }

  async cells({ start, end }: IndexRange): Promise<SqlCell[][] | Failure> {
    const cells: SqlCell[][] = [];
    const last = Math.min(end, this.rowCount);
    while (start + cells.length < last) {
      const from = start + cells.length;
      const answer = await ask(() =>
        this.#bridge.readSqlRows({ resultId: this.#resultId, start: from, end: last }),
      );
      if (!answer.ok) return answer.failure;
      try {
        const read = parseSqlRows(answer.value);
        if (read.length === 0)
          return { code: 'internal', message: 'The result has ended early. Run the statement again.' };
        for (const row of read) cells.push(row);
      } catch (error) {
        return {
          code: 'internal',
          message: 'The result could not be read. Run the statement again.',
          detail: errorText(error),
        };
      }
    }
    return cells;
  }

  #span(page: number): IndexRange {
    return { start: page * pageRows, end: Math.min((page + 1) * pageRows, this.rowCount) };
  }

  async #readPage(page: number): Promise<void> {
    if (this.#reading.has(page)) return;
    this.#reading.add(page);
    const rows = this.#span(page);
    const read = await this.cells(rows);
    this.#reading.delete(page);
    this.#pages.set(
      page,
      Array.isArray(read)
        ? { records: read.map((cells, index) => recordOf(cells, rows.start + index)) }
        : { failure: read },
    );
    const farthest = [...this.#pages.keys()].toSorted((a, b) => Math.abs(a - page) - Math.abs(b - page));
    for (const far of farthest.slice(keptPages)) this.#pages.delete(far);
  }
}

/** Returns a key by index, since columns of a statement may have equal names. */
function columnKey(place: number): string {
  return `c${place.toString()}`;
}

function recordOf(cells: readonly SqlCell[], row: number): PartialRecord {
  return { id: row, ...Object.fromEntries(cells.map((cell, index) => [columnKey(index), cell])) };
}

/** True for names of identifier columns. Numeric ids are not figures. */
export function isIdentifier(name: string): boolean {
  return /(?:^|_)id$/i.test(name);
}

/** Returns grid fields. Digits of identifiers are not grouped. */
export function fieldsOfResult({ columns }: Pick<SqlResult, 'columns'>): ShownField[] {
  return columns.map(({ name, kind }, index) => ({
    name: columnKey(index),
    label: name,
    type:
      kind === 'number'
        ? isIdentifier(name)
          ? 'id'
          : 'number'
        : kind === 'date' || kind === 'datetime'
          ? kind
          : 'text',
    group: 'Other',
    filterable: false,
    sortable: false,
    searchable: false,
    description: 'A column of the statement.',
  }));
}
