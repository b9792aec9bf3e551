import { constants, zstdCompressSync } from 'node:zlib';
import type { KeyValue, SchemaElement } from 'hyparquet';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { ColumnKind } from '../exportColumns.ts';
import type { About, FileShape } from './format.ts';
import type { Sink } from './sink.ts';

export type ParquetValue = string | number | bigint | boolean | null;

/**
 * Enough rows for a dictionary per column, few enough for flat memory; each group adds to the footer, so
 * small ones do not pay.
 */
export const rowGroup = { rows: 10_000, fewestRows: 1000, cells: 200_000, length: 1 << 22 };

export class ParquetFile {
  readonly #sink: Sink;
  readonly #columns: FileShape['columns'];
  readonly #output = new ByteWriter();
  readonly #writer: ParquetWriter;
  readonly #metadata: KeyValue[] = [];

  constructor(sink: Sink, columns: FileShape['columns']) {
    this.#sink = sink;
    this.#columns = columns;
    this.#writer = parquetWriterTo(this.#output, columns, this.#metadata);
    this.#take();
  }

  addRowGroup(values: readonly ParquetValue[][], rows: number): void {
    void this.#writer.write({
      columnData: this.#columns.map(({ name, kind }, index) => ({
        name,
        ...encoded(values[index] ?? []),
        // Minimum and maximum of identifiers and hashes are useless.
        statistics: kind !== 'text' && kind !== 'nested' && kind !== 'named',
        // A row group is small, so its pages need no index.
        offsetIndex: false,
      })),
      rowGroupSize: rows,
    });
    this.#writer.pendingIndexes = [];
    this.#take();
  }

  end(about: About | null): void {
    if (about !== null) this.#metadata.push({ key: 'rwa-explorer', value: JSON.stringify(about) });
    void this.#writer.finish();
    this.#take();
  }

  /** Moves written bytes to the file. The writer's offset still counts from the first byte. */
  #take(): void {
    this.#sink.write(this.#output.getBytes());
    this.#output.index = 0;
  }
}

/** Number of values that decide whether a column repeats itself. */
const sampled = 200;
const textEncoder = new TextEncoder();

/** Encodes text that rarely repeats. The library would try a dictionary first, and encode one by one. */
function encoded(values: ParquetValue[]): {
  data: (ParquetValue | Uint8Array)[];
  encoding?: 'PLAIN';
} {
  const step = Math.max(1, Math.floor(values.length / sampled));
  const sample = values.filter((value, index) => index % step === 0 && value !== null);
  const isDistinct = sample.length > sampled / 2 && new Set(sample).size > 0.9 * sample.length;
  if (!isDistinct || !sample.every((value) => typeof value === 'string')) return { data: values };
  const texts = values.map((value) => (typeof value === 'string' ? value : ''));
  const bytes = textEncoder.encode(texts.join(''));
  const isAscii = bytes.length === texts.reduce((length, text) => length + text.length, 0);
  let end = 0;
  const data = values.map((value) => {
    if (typeof value !== 'string') return value;
    const begin = end;
    end += isAscii ? value.length : Buffer.byteLength(value);
    return bytes.subarray(begin, end);
  });
  return { data, encoding: 'PLAIN' };
}

function parquetWriterTo(
  output: ByteWriter,
  columns: FileShape['columns'],
  kvMetadata: KeyValue[],
): ParquetWriter {
  return new ParquetWriter({
    writer: output,
    schema: [
      { name: 'records', num_children: columns.length },
      ...columns.map(({ name, kind }) => ({
        name,
        repetition_type: 'OPTIONAL' as const,
        ...typeOf(kind),
      })),
    ],
    codec: 'ZSTD',
    compressors: { ZSTD: compress },
    kvMetadata,
    createdBy: 'RWA Explorer',
  });
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
    case 'named':
    case 'any':
      return { type: 'BYTE_ARRAY', converted_type: 'UTF8' };
  }
}
