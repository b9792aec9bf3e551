import { constants, zstdCompressSync } from 'node:zlib';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { SchemaElement } from 'hyparquet';
import type { Cell, CellRow } from '../cells.ts';
import { Instant } from '../cells.ts';
import type { ColumnKind } from '../exportColumns.ts';
import { dayText, momentText } from '../instants.ts';
import { plainNumber } from '../../../preload/contract/plainNumber.ts';
import type { About, FileShape, FormatWriter } from './format.ts';
import type { FileSink } from './sink.ts';

/** Rows that are held and written together: enough for a dictionary of each column, few enough to keep the memory flat. */
const rowGroupRows = 10_000;
const dayMs = 86_400_000;

/**
 * A Parquet file: typed columns that may be null, Zstandard, one row group after the other. Numbers are DOUBLE, days DATE,
 * moments TIMESTAMP in microseconds of UTC, the rest text; nested values are JSON. What does not fit its column's type is left
 * out and counted.
 */
export function parquetWriter(
  sink: FileSink,
  { columns }: FileShape,
): FormatWriter & { readonly leftOut: () => number } {
  const output = new ByteWriter();
  const metadata: { key: string; value?: string }[] = [];
  const writer = new ParquetWriter({
    writer: output,
    schema: [
      { name: 'records', num_children: columns.length },
      ...columns.map((column) => ({
        name: column.name,
        repetition_type: 'OPTIONAL' as const,
        ...typeOf(column.kind),
      })),
    ],
    codec: 'ZSTD',
    compressors: { ZSTD: compress },
    kvMetadata: metadata,
    createdBy: 'RWA Explorer',
  });
  let held: CellRow[] = [];
  let leftOut = 0;

  /** The writer counts its offset from the first byte; what it has written is taken from its buffer and not held. */
  function take(): void {
    sink.write(new Uint8Array(output.buffer, 0, output.index));
    output.index = 0;
  }

  function writeGroup(): void {
    if (held.length === 0) return;
    const rows = held;
    held = [];
    void writer.write({
      columnData: columns.map((column, place) => ({
        name: column.name,
        // The least and the largest of identifiers and hashes help no reader.
        statistics: column.kind !== 'text' && column.kind !== 'nested',
        data: rows.map((row) => {
          const cell = row[place] ?? null;
          const value = valueFor(cell, column.kind);
          if (value === null && cell !== null) leftOut += 1;
          return value;
        }),
      })),
      rowGroupSize: rowGroupRows,
    });
    take();
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
    end(about: About | null) {
      writeGroup();
      if (about !== null) metadata.push({ key: 'rwa-explorer', value: JSON.stringify(about) });
      void writer.finish();
      take();
    },
  };
}

function compress(bytes: Uint8Array): Uint8Array {
  return zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 1 } });
}

function typeOf(kind: ColumnKind): Omit<SchemaElement, 'name'> {
  switch (kind) {
    case 'number':
      return { type: 'DOUBLE' };
    case 'boolean':
      return { type: 'BOOLEAN' };
    case 'date':
      return { type: 'INT32', converted_type: 'DATE' };
    case 'datetime':
      return {
        type: 'INT64',
        logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MICROS' },
        converted_type: 'TIMESTAMP_MICROS',
      };
    case 'text':
    case 'nested':
    case 'any':
      return { type: 'BYTE_ARRAY', converted_type: 'UTF8' };
  }
}

function valueFor(cell: Cell, kind: ColumnKind): string | number | bigint | boolean | null {
  if (cell === null) return null;
  switch (kind) {
    case 'number':
      return typeof cell === 'number' ? cell : null;
    case 'boolean':
      return typeof cell === 'boolean' ? cell : null;
    case 'date':
      return cell instanceof Instant ? Math.floor(cell.ms / dayMs) : null;
    case 'datetime':
      return cell instanceof Instant ? BigInt(Math.round(cell.ms * 1000)) : null;
    case 'text':
    case 'nested':
    case 'any':
      if (cell instanceof Instant) return cell.ms % dayMs === 0 ? dayText(cell.ms) : momentText(cell.ms);
      return typeof cell === 'number' ? plainNumber(cell) : String(cell).toWellFormed();
  }
}
