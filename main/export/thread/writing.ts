import { closeSync, openSync, readSync, rmSync } from 'node:fs';
import { isJsonObject, type JsonObject } from '../../../preload/contract/json.ts';
import type { Query } from '../../../preload/contract/query.ts';
import type { ResourceName } from '../../../preload/contract/resources.ts';
import { openCacheScan, type CacheScan } from '../../store/cache/cacheScan.ts';
import { cellsOf, type Cell, type CellRow } from '../cells.ts';
import { displayedCells } from '../displayed.ts';
import { csvLines } from '../formats/csvLines.ts';
import { openFormat } from '../formats/openFormat.ts';
import { PartitionedParquet } from '../formats/partitionedParquet.ts';
import type { About, FileShape } from '../formats/format.ts';
import { FileSink } from '../formats/sink.ts';
import { plainRows } from './plainRows.ts';
import type { ScanPart } from './messages.ts';

export interface WritingOptions {
  readonly path: string;
  readonly shape: FileShape;
  readonly headless: boolean;
  readonly about: About | null;
  /** Told after each block. `total` is known where cached records are written. */
  readonly onProgress: (progress: { rows: number; total: number | null; bytes: number }) => void;
  /** Throws where the work was called off. */
  readonly checkStopped: () => void;
}

/** What the rows go into: a file, or a folder of files. */
type Output = Pick<FileSink, 'bytes' | 'finish' | 'abandon'>;

/** A file while it is written, from the beginning to the end, on a thread of its own. */
export class Writing {
  readonly #options: WritingOptions;
  readonly #output: Output;
  /** The file, where it is one. */
  readonly #sink: FileSink | null;
  readonly #format: ReturnType<typeof openFormat>;
  readonly #shown: ((cells: readonly Cell[]) => Cell[]) | null;
  #rows = 0;

  constructor(options: WritingOptions) {
    this.#options = options;
    const { shape } = options;
    if (shape.byDay) {
      const folder = new PartitionedParquet(options.path, shape, options.about);
      this.#sink = null;
      this.#output = folder;
      this.#format = folder;
    } else {
      this.#sink = new FileSink(options.path);
      this.#output = this.#sink;
      this.#format = openFormat(this.#sink, shape, options);
    }
    this.#shown =
      shape.options.values === 'displayed' ? displayedCells(shape.columns, shape.options.locale) : null;
  }

  /** Takes the JSON text of a list of records. */
  addRecords(text: string): void {
    const records: unknown = JSON.parse(text);
    if (!Array.isArray(records) || !records.every(isJsonObject)) throw new TypeError('Records are objects.');
    this.#write(records);
    this.#tell(null);
  }

  /** Goes through cached records; returns how many, of how many that match, and when they were fetched. */
  addCached(
    database: string,
    resource: ResourceName,
    query: Query,
    part: ScanPart,
  ): { rows: number; total: number; first: number | null; last: number | null } {
    const scan = openCacheScan(database, resource, query);
    try {
      const before = this.#rows;
      const writeBlock = this.#blockWriter(scan);
      const edge = (index: number): number => Math.round((scan.blocks * index) / part.of);
      for (let block = edge(part.index); block < edge(part.index + 1); block += 1) {
        writeBlock(block);
        this.#tell(scan.count);
      }
      const span = part.index === 0 ? scan.fetchSpan() : { first: null, last: null };
      return { rows: this.#rows - before, total: scan.count, ...span };
    } finally {
      scan.close();
    }
  }

  append(path: string): void {
    const file = openSync(path, 'r');
    try {
      const block = Buffer.allocUnsafe(1 << 20);
      for (let read = readSync(file, block); read > 0; read = readSync(file, block)) {
        this.#file().write(block.subarray(0, read));
        this.#options.checkStopped();
      }
    } finally {
      closeSync(file);
      rmSync(path, { force: true });
    }
  }

  finish(about: About | null): { bytes: number; sha256: string; leftOut: number } {
    this.#format.end(about);
    return { ...this.#output.finish(), leftOut: this.#format.leftOut() };
  }

  abandon(): void {
    this.#output.abandon();
  }

  #file(): FileSink {
    if (this.#sink === null) throw new Error('A folder takes rows.');
    return this.#sink;
  }

  /** The fastest way through blocks that the format and the columns allow. */
  #blockWriter(scan: CacheScan): (block: number) => void {
    const { format, options, columns } = this.#options.shape;
    if (format === 'json' || format === 'jsonl') {
      return (block) => {
        const texts = scan.texts(block);
        this.#format.writeTexts(texts);
        this.#rows += texts.length;
      };
    }
    const byCells = this.#shown === null ? plainRows(scan, columns) : null;
    const slowly = (block: number): void => {
      if (byCells === null) this.#write(scan.records(block));
      else this.#writeRows(byCells(block));
    };
    const lines = format === 'csv' ? csvLines(scan, columns, options) : null;
    if (lines === null) return slowly;
    return (block) => {
      const made = lines(block);
      if (made === null) {
        slowly(block);
        return;
      }
      this.#file().writeText(made.lines);
      this.#rows += made.rows;
    };
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
    this.#options.onProgress({ rows: this.#rows, total, bytes: this.#output.bytes });
    this.#options.checkStopped();
  }
}
