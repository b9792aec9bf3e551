import { dayMs } from '../../../../preload/contract/days.ts';
import { type Cell, Instant } from '../cells.ts';
import type { ColumnKind } from '../exportColumns.ts';
import { dayText, momentText } from '../instants.ts';
import { plainNumber } from '../../../../preload/contract/plainNumber.ts';
import type { About, FileShape, FormatWriter } from './format.ts';
import { ParquetFile, rowGroup, type ParquetValue } from './parquetFile.ts';
import type { Sink } from './sink.ts';

/**
 * Writes a Parquet file: nullable typed columns, Zstandard, several row groups. Numbers are DOUBLE, days
 * DATE, moments TIMESTAMP in microseconds of UTC, others text; nested values are JSON. Values of another type
 * than their column's are omitted and counted.
 */
export function parquetWriter(
  sink: Sink,
  { columns }: FileShape,
): FormatWriter & { readonly leftOut: () => number } {
  const file = new ParquetFile(sink, columns);
  const kinds = columns.map(({ kind }) => kind);
  const group = columns.map((): ParquetValue[] => []);
  const mostRows = Math.min(
    rowGroup.rows,
    Math.max(rowGroup.fewestRows, Math.ceil(rowGroup.cells / columns.length)),
  );
  let rowsInGroup = 0;
  let lengthOfGroup = 0;
  let leftOut = 0;

  function writeGroup(): void {
    if (rowsInGroup === 0) return;
    file.addRowGroup(group, rowsInGroup);
    for (const values of group) values.length = 0;
    rowsInGroup = 0;
    lengthOfGroup = 0;
  }

  return {
    leftOut: () => leftOut,
    writeRows(rows) {
      for (const row of rows) {
        // Without an iterator, for speed: a million rows of many columns pass here.
        for (let index = 0; index < kinds.length; index += 1) {
          const cell = row[index] ?? null;
          const value = valueFor(cell, kinds[index] ?? 'any');
          if (value === null && cell !== null) leftOut += 1;
          group[index]?.push(value);
          if (typeof value === 'string') lengthOfGroup += value.length;
        }
        rowsInGroup += 1;
        if (rowsInGroup >= mostRows || lengthOfGroup >= rowGroup.length) writeGroup();
      }
    },
    writeTexts() {
      throw new Error('Parquet takes cells.');
    },
    end(about: About | null) {
      writeGroup();
      file.end(about);
    },
  };
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

function microseconds(ms: number): bigint {
  return BigInt(Math.round(ms * 1000));
}
