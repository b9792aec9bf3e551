import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { zstdDecompressSync } from 'node:zlib';
import { parquetMetadataAsync, parquetRead, type AsyncBuffer } from 'hyparquet';
import type { StagedValue } from './columns.ts';

/** Numbers and texts as a file has them: the reader's dates would lose microseconds. */
const parsers = {
  timestampFromMicroseconds: (micros: bigint): number => Number(micros),
  dateFromDays: (days: number): number => days,
};

/**
 * The rows of a file that a mirror wrote, a row group at a time.
 * @param names of the columns to read; a file that lacks one has no values of it
 */
export async function* readParquet(path: string, names: readonly string[]): AsyncGenerator<StagedValue[][]> {
  const descriptor = openSync(path, 'r');
  try {
    const file = asyncBuffer(descriptor);
    const metadata = await parquetMetadataAsync(file);
    const there = new Set(metadata.schema.map(({ name }) => name));
    const columns = names.filter((name) => there.has(name));
    let rowStart = 0;
    for (const group of metadata.row_groups) {
      const rowEnd = rowStart + Number(group.num_rows);
      const rows: StagedValue[][] = [];
      await parquetRead({
        file,
        metadata,
        columns,
        rowStart,
        rowEnd,
        rowFormat: 'object',
        parsers,
        compressors: { ZSTD: (bytes) => zstdDecompressSync(bytes) },
        onComplete(found) {
          for (const row of found) rows.push(names.map((name) => staged(row[name])));
        },
      });
      yield rows;
      rowStart = rowEnd;
    }
  } finally {
    closeSync(descriptor);
  }
}

function staged(value: unknown): StagedValue {
  if (typeof value === 'bigint') return Number(value);
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

function asyncBuffer(descriptor: number): AsyncBuffer {
  const byteLength = fstatSync(descriptor).size;
  return {
    byteLength,
    slice(start, end = byteLength) {
      const bytes = new Uint8Array(end - start);
      for (let read = 0; read < bytes.length;) {
        const more = readSync(descriptor, bytes, read, bytes.length - read, start + read);
        if (more === 0) throw new Error('The file is shorter than it says.');
        read += more;
      }
      return bytes.buffer;
    },
  };
}
