import { constants, zstdCompressSync } from 'node:zlib';
import type { KeyValue, RowGroup, SchemaElement } from 'hyparquet';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { ColumnKind, ExportColumn } from '../exportColumns.ts';
import type { About } from './format.ts';
import type { FileSink } from './sink.ts';

/** A value as a column of Parquet takes it. */
export type ParquetValue = string | number | bigint | boolean | null;

/** Rows that are written together: enough for a dictionary of each column, few enough to keep the memory flat. */
export const rowGroupRows = 10_000;

/** The bytes of a row group, and what the end of the file says of them, as if they stood at its beginning. */
export interface RowGroupBytes {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly group: RowGroup;
}

/** The values of a column in the rows of a group, by its place. */
export type ReadColumn = (place: number) => ParquetValue[];

/** Makes row groups, each for itself. Each column is read when its turn comes, so that the values of one are held at a time. */
export function rowGroupMaker(
  columns: readonly ExportColumn[],
): (read: ReadColumn) => RowGroupBytes & { readonly rows: number } {
  const output = new ByteWriter();
  const writer = parquetWriterTo(output, columns);
  return (read) => {
    output.offset = 0;
    output.index = 0;
    // The writer looks at the first column twice.
    const first = read(0);
    void writer.write({
      columnData: columns.map(({ name, kind }, place) => ({
        name,
        // The least and the largest of identifiers and hashes help no reader.
        statistics: kind !== 'text' && kind !== 'nested' && kind !== 'named',
        // A row group is small: its pages need no index.
        offsetIndex: false,
        get data() {
          return place === 0 ? first : read(place);
        },
      })),
      rowGroupSize: Math.max(1, first.length),
    });
    writer.pendingIndexes = [];
    const group = writer.row_groups.pop();
    if (group === undefined) throw new Error('A row group has rows.');
    return { bytes: output.getBytes().slice(), group, rows: first.length };
  };
}

/** A file of row groups, written one after the other. */
export class ParquetFile {
  readonly #sink: FileSink;
  readonly #output = new ByteWriter();
  readonly #writer: ParquetWriter;
  readonly #metadata: KeyValue[] = [];

  constructor(sink: FileSink, columns: readonly ExportColumn[]) {
    this.#sink = sink;
    this.#writer = parquetWriterTo(this.#output, columns, this.#metadata);
    this.#take();
  }

  add({ bytes, group }: RowGroupBytes): void {
    this.#writer.row_groups.push(movedBy(group, BigInt(this.#output.offset)));
    this.#writer.num_rows += group.num_rows;
    this.#output.offset += bytes.byteLength;
    this.#sink.write(bytes);
  }

  end(about: About | null): void {
    if (about !== null) this.#metadata.push({ key: 'rwa-explorer', value: JSON.stringify(about) });
    void this.#writer.finish();
    this.#take();
  }

  /** The writer counts its offset from the first byte; what it has written is taken from its buffer and not held. */
  #take(): void {
    this.#sink.write(this.#output.getBytes());
    this.#output.index = 0;
  }
}

function movedBy(group: RowGroup, offset: bigint): RowGroup {
  return {
    ...group,
    columns: group.columns.map(({ meta_data: data, ...chunk }) => ({
      ...chunk,
      file_offset: chunk.file_offset + offset,
      ...(data === undefined
        ? {}
        : {
            meta_data: {
              ...data,
              data_page_offset: data.data_page_offset + offset,
              ...(data.dictionary_page_offset === undefined
                ? {}
                : { dictionary_page_offset: data.dictionary_page_offset + offset }),
            },
          }),
    })),
  };
}

function parquetWriterTo(
  output: ByteWriter,
  columns: readonly ExportColumn[],
  kvMetadata: KeyValue[] = [],
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
