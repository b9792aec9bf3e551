import { dayMs } from '../../../../preload/contract/days.ts';
import type { Cell, CellRow } from '../cells.ts';
import { Instant } from '../cells.ts';
import type { ColumnKind, ExportColumn } from '../exportColumns.ts';
import { dayText, momentText } from '../instants.ts';
import { plainNumber } from '../../../../preload/contract/plainNumber.ts';
import type { About, FileShape, FormatWriter } from './format.ts';
import { ParquetFile, rowGroupMaker, rowGroupRows, type ParquetValue } from './parquetFile.ts';
import type { FileSink } from './sink.ts';

/**
 * A Parquet file: typed columns that may be null, Zstandard, one row group after the other. Numbers are DOUBLE, days DATE,
 * moments TIMESTAMP in microseconds of UTC, the rest text; nested values are JSON. What does not fit its column's type is left
 * out and counted.
 */
export function parquetWriter(
  sink: FileSink,
  { columns }: FileShape,
): FormatWriter & { readonly leftOut: () => number } {
  const file = new ParquetFile(sink, columns);
  const makeGroup = rowGroupMaker(columns);
  let held: CellRow[] = [];
  let leftOut = 0;

  function writeGroup(): void {
    if (held.length === 0) return;
    const { data, leftOut: more } = columnsOf(held, columns);
    held = [];
    leftOut += more;
    file.add(makeGroup((place) => data[place] ?? []));
  }

  return {
    leftOut: () => leftOut,
    writeRows(rows) {
      for (const row of rows) {
        held.push(row);
        if (held.length >= rowGroupRows) writeGroup();
      }
    },
    writeTexts() {
      throw new Error('Parquet takes cells.');
    },
    writeSegment({ bytes, group, leftOut: more }) {
      if (group === null) throw new Error('A row group was expected.');
      leftOut += more;
      file.add({ bytes, group });
    },
    end(about: About | null) {
      writeGroup();
      file.end(about);
    },
  };
}

/** Rows as the values of each column. */
export function columnsOf(
  rows: readonly CellRow[],
  columns: readonly ExportColumn[],
): { data: ParquetValue[][]; leftOut: number } {
  let leftOut = 0;
  const data = columns.map(({ kind }, place) =>
    rows.map((row) => {
      const cell = row[place] ?? null;
      const value = valueFor(cell, kind);
      if (value === null && cell !== null) leftOut += 1;
      return value;
    }),
  );
  return { data, leftOut };
}

function valueFor(cell: Cell, kind: ColumnKind): ParquetValue {
  if (cell === null) return null;
  switch (kind) {
    case 'number':
      return typeof cell === 'number' ? cell : null;
    case 'boolean':
      return typeof cell === 'boolean' ? cell : null;
    case 'date':
      return cell instanceof Instant ? Math.floor(cell.ms / dayMs) : null;
    case 'datetime':
      return cell instanceof Instant ? microseconds(cell.ms) : null;
    case 'text':
    case 'nested':
    case 'named':
    case 'any':
      if (cell instanceof Instant) return cell.ms % dayMs === 0 ? dayText(cell.ms) : momentText(cell.ms);
      return typeof cell === 'number' ? plainNumber(cell) : String(cell).toWellFormed();
  }
}

/** Microseconds since 1970. */
export function microseconds(ms: number): bigint {
  return BigInt(Math.round(ms * 1000));
}
