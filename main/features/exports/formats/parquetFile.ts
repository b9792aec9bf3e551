import { constants, zstdCompressSync } from 'node:zlib';
import type { KeyValue, SchemaElement } from 'hyparquet';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { ColumnKind, ExportColumn } from '../exportColumns.ts';
import type { About } from './format.ts';
import type { FileSink } from './sink.ts';

/** A value as a column of Parquet takes it. */
export type ParquetValue = string | number | bigint | boolean | null;

/** Rows that are written together: enough for a dictionary of each column, few enough to keep the memory flat. */
export const rowGroupRows = 10_000;

/** A file of row groups, written one after the other. */
export class ParquetFile {
  readonly #sink: FileSink;
  readonly #columns: readonly ExportColumn[];
  readonly #output = new ByteWriter();
  readonly #writer: ParquetWriter;
  readonly #metadata: KeyValue[] = [];

  constructor(sink: FileSink, columns: readonly ExportColumn[]) {
    this.#sink = sink;
    this.#columns = columns;
    this.#writer = parquetWriterTo(this.#output, columns, this.#metadata);
    this.#take();
  }

  /** @param values of each column, one for each row */
  addRowGroup(values: readonly ParquetValue[][], rows: number): void {
    void this.#writer.write({
      columnData: this.#columns.map(({ name, kind }, index) => ({
        name,
        data: values[index] ?? [],
        // The least and the largest of identifiers and hashes help no reader.
        statistics: kind !== 'text' && kind !== 'nested' && kind !== 'named',
        // A row group is small: its pages need no index.
        offsetIndex: false,
      })),
      rowGroupSize: rows,
    });
    this.#writer.pendingIndexes = [];
    this.#take();
  }

  /** Writes the footer, with `about` as JSON under the key `rwa-explorer`. */
  end(about: About | null): void {
    if (about !== null) this.#metadata.push({ key: 'rwa-explorer', value: JSON.stringify(about) });
    void this.#writer.finish();
    this.#take();
  }

  /** Moves what the writer has written to the file. The writer's offset goes on counting from the first byte. */
  #take(): void {
    this.#sink.write(this.#output.getBytes());
    this.#output.index = 0;
  }
}

function parquetWriterTo(
  output: ByteWriter,
  columns: readonly ExportColumn[],
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
