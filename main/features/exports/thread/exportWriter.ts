import type { JsonObject } from '../../../../preload/contract/json.ts';
import { openCacheScan, columnSql, type CacheScan } from '../../../store/cache/reading/cacheScan.ts';
import type { CachedRecords } from '../cached/cachedRecords.ts';
import { csvBlocks } from '../cached/csvBlocks.ts';
import { cellsOf, Instant, type Cell, type CellRow } from '../cells.ts';
import { displayedCells } from '../displayed.ts';
import { openFormat } from '../formats/openFormat.ts';
import type { About, FileShape } from '../formats/format.ts';
import { FileSink } from '../formats/sink.ts';
import type { Column } from '../../../store/query/tables.ts';
import type { ColumnKind, ExportColumn } from '../exportColumns.ts';
import { recordsIn } from '../recordsIn.ts';
import { plainNumber } from '../../../../preload/contract/plainNumber.ts';

export interface Progress {
  readonly rows: number;
  /** Rows, or bytes when hashing; null while unknown. */
  readonly total: number | null;
  readonly bytes: number;
}

export const progressIntervalMs = 100;

interface ExportWriterOptions {
  readonly file: number | null;
  readonly shape: FileShape;
  readonly about: About | null;
  readonly onProgress: (progress: Progress) => void;
  readonly checkStopped: () => void;
}

export class ExportWriter {
  readonly #options: ExportWriterOptions;
  readonly #output: FileSink;
  readonly #format: ReturnType<typeof openFormat>;
  readonly #shown: ((cells: readonly Cell[]) => Cell[]) | null;
  #rows = 0;
  #reportedAt = 0;

  constructor(options: ExportWriterOptions) {
    this.#options = options;
    const { shape } = options;
    this.#output = new FileSink(options.file);
    this.#format = openFormat(this.#output, shape, options.about);
    this.#shown =
      shape.options.values === 'displayed' ? displayedCells(shape.columns, shape.options.locale) : null;
  }

  addRecords(text: string): void {
    this.#write(recordsIn(text, this.#options.shape.columns));
    this.#tell(null);
  }

  addCached({
    database,
    resource,
    query,
  }: CachedRecords): { rows: number; total: number } & ReturnType<CacheScan['fetchSpan']> &
    ReturnType<CacheScan['coverage']> {
    const scan = openCacheScan(database, resource, query);
    try {
      const before = this.#rows;
      this.#writeBlocks(scan);
      return { rows: this.#rows - before, total: scan.count, ...scan.fetchSpan(), ...scan.coverage() };
    } finally {
      scan.close();
    }
  }

  finish(about: About | null): ReturnType<FileSink['finish']> & { leftOut: number; guarded: number } {
    this.#format.end(about);
    return { ...this.#output.finish(), leftOut: this.#format.leftOut(), guarded: this.#format.guarded() };
  }

  #writeBlocks(scan: CacheScan): void {
    const { format, columns, options } = this.#options.shape;
    const csvOf = format === 'csv' ? csvBlocks(scan, columns, options) : null;
    const rowsOf = this.#shown === null ? plainRows(scan, columns) : null;
    this.#tell(scan.count);
    for (let block = 0; block < scan.blocks; block += 1) {
      const csv = csvOf?.(block);
      if (csv) {
        this.#format.writeLines?.(csv.bytes);
        release(csv.bytes);
        this.#rows += csv.rows;
      } else if (format === 'json' || format === 'jsonl') {
        const texts = scan.texts(block);
        this.#format.writeTexts(texts);
        this.#rows += texts.length;
      } else if (rowsOf === null) this.#write(scan.records(block));
      else this.#writeRows(rowsOf(block));
      this.#tell(scan.count);
    }
  }

  #write(records: readonly JsonObject[]): void {
    const { format, columns } = this.#options.shape;
    if (format === 'json' || format === 'jsonl') {
      this.#format.writeTexts(records.map((record) => JSON.stringify(record)));
      this.#rows += records.length;
      return;
    }
    this.#writeRows(records.map((record) => cellsOf(record, columns)));
  }

  #writeRows(rows: readonly CellRow[]): void {
    this.#format.writeRows(this.#shown === null ? rows : rows.map(this.#shown));
    this.#rows += rows.length;
  }

  #tell(total: number | null): void {
    this.#options.checkStopped();
    const now = performance.now();
    if (now - this.#reportedAt < progressIntervalMs) return;
    this.#reportedAt = now;
    this.#options.onProgress({ rows: this.#rows, total, bytes: this.#output.bytes });
  }
}

/** Frees these bytes at once if they are the whole buffer: the collector may wait for hundreds of MB. */
function release({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

/** Reads cells from the table's columns, without decoding records; null if a value is not stored there. */
function plainRows(scan: CacheScan, columns: readonly ExportColumn[]): ((block: number) => CellRow[]) | null {
  const stored: Column[] = [];
  for (const { path, kind } of columns) {
    const isScalar = path.length === 1 && kind !== 'nested' && kind !== 'named' && kind !== 'any';
    const column = isScalar ? scan.plainColumn(path[0] ?? '') : null;
    if (column === null) return null;
    stored.push(column);
  }
  if (stored.length === 0) return null;
  const select = scan.select(stored.map(columnSql));
  const kinds = columns.map(({ kind }) => kind);
  return (block) =>
    select(block).map((row) => row.map((value, index) => cellOf(value, kinds[index] ?? 'any')));
}

function cellOf(value: string | number | Buffer | null, kind: ColumnKind): Cell {
  if (value === null || Buffer.isBuffer(value)) return null;
  if (typeof value === 'string') return value;
  switch (kind) {
    case 'date':
    case 'datetime':
      return new Instant(value);
    case 'boolean':
      return value === 1;
    case 'text':
      return plainNumber(value);
    case 'number':
    case 'nested':
    case 'named':
    case 'any':
      return value;
  }
}
