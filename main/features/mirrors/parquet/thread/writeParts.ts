import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ParquetFile, rowGroupRows, type ParquetValue } from '../../../exports/formats/parquetFile.ts';
import { FileSink } from '../../../exports/formats/sink.ts';
import type { MirrorColumn } from '../../mirrorTarget.ts';
import { parquetColumns, parquetValue, shownValue, type StagedValue } from './columns.ts';

/** A file of the work folder that holds rows of one partition. */
export interface WrittenFile {
  readonly local: string;
  readonly sha256: string;
  readonly bytes: number;
  readonly rows: number;
  readonly deleted: number;
  readonly smallest: Record<string, string | null>;
  readonly largest: Record<string, string | null>;
}

export interface PartWriting {
  readonly workFolder: string;
  readonly columns: readonly MirrorColumn[];
  readonly sortedBy: readonly string[];
  /** Names of columns whose least and largest value are stated. */
  readonly keys: readonly string[];
  /** A further file begins where one has so many bytes. */
  readonly fileBytes: number;
}

/** A row group is written where its rows or the length of its texts reach a limit, so that memory stays flat. */
const groupLength = 32e6;
let files = 0;

/** Writes rows, which come in their order, to as many files as they need. */
export function writeParts(
  rows: Iterable<{ readonly cells: readonly StagedValue[]; readonly isDeleted: boolean }>,
  writing: PartWriting,
): WrittenFile[] {
  const written: WrittenFile[] = [];
  let open: PartFile | null = null;
  try {
    for (const { cells, isDeleted } of rows) {
      open ??= new PartFile(writing);
      open.add(cells, isDeleted);
      if (open.bytes < writing.fileBytes) continue;
      written.push(open.finish());
      open = null;
    }
    if (open !== null) written.push(open.finish());
    return written;
  } catch (error) {
    open?.abandon();
    throw error;
  }
}

class PartFile {
  readonly #local: string;
  readonly #columns: readonly MirrorColumn[];
  readonly #keys: readonly number[];
  readonly #sink: FileSink;
  readonly #file: ParquetFile;
  readonly #group: ParquetValue[][];
  readonly #smallest: StagedValue[];
  readonly #largest: StagedValue[];
  #groupRows = 0;
  #groupLength = 0;
  #rows = 0;
  #deleted = 0;

  constructor({ workFolder, columns, sortedBy, keys }: PartWriting) {
    files += 1;
    this.#local = join(workFolder, `${files.toString()}.parquet`);
    this.#columns = columns;
    this.#keys = columns.flatMap(({ name }, index) => (keys.includes(name) ? index : []));
    this.#sink = new FileSink(this.#local);
    this.#file = new ParquetFile(this.#sink, parquetColumns(columns, sortedBy));
    this.#group = columns.map(() => []);
    this.#smallest = this.#keys.map(() => null);
    this.#largest = this.#keys.map(() => null);
  }

  /** Bytes so far, those of the rows that wait included as they are before they are compressed. */
  get bytes(): number {
    return this.#sink.bytes + this.#groupLength;
  }

  add(cells: readonly StagedValue[], isDeleted: boolean): void {
    for (let index = 0; index < this.#columns.length; index += 1) {
      const cell = cells[index] ?? null;
      this.#group[index]?.push(parquetValue(cell, this.#columns[index]?.type ?? 'text'));
      this.#groupLength += typeof cell === 'string' ? cell.length : 8;
    }
    this.#keys.forEach((column, key) => {
      const cell = cells[column] ?? null;
      if (cell === null) return;
      if (isBefore(cell, this.#smallest[key] ?? null)) this.#smallest[key] = cell;
      if (isBefore(this.#largest[key] ?? null, cell)) this.#largest[key] = cell;
    });
    this.#rows += 1;
    this.#groupRows += 1;
    if (isDeleted) this.#deleted += 1;
    if (this.#groupRows >= rowGroupRows || this.#groupLength >= groupLength) this.#writeGroup();
  }

  finish(): WrittenFile {
    this.#writeGroup();
    this.#file.end(null);
    const { bytes, sha256 } = this.#sink.finish();
    return {
      local: this.#local,
      sha256,
      bytes,
      rows: this.#rows,
      deleted: this.#deleted,
      smallest: this.#shown(this.#smallest),
      largest: this.#shown(this.#largest),
    };
  }

  abandon(): void {
    this.#sink.abandon();
    rmSync(this.#local, { force: true });
  }

  #writeGroup(): void {
    if (this.#groupRows === 0) return;
    this.#file.addRowGroup(this.#group, this.#groupRows);
    for (const values of this.#group) values.length = 0;
    this.#groupRows = 0;
    this.#groupLength = 0;
  }

  #shown(values: readonly StagedValue[]): Record<string, string | null> {
    return Object.fromEntries(
      this.#keys.map((column, key) => {
        const { name = '', type = 'text' } = this.#columns[column] ?? {};
        return [name, shownValue(values[key] ?? null, type)];
      }),
    );
  }
}

/** Nothing is before any value as the least, and after none as the largest. */
function isBefore(a: StagedValue, b: StagedValue): boolean {
  return a === null || b === null || a < b;
}
