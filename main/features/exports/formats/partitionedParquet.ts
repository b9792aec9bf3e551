import { dayMs } from '../../../../preload/contract/days.ts';
import { createHash } from 'node:crypto';
import { mkdirSync, openSync, closeSync, fsyncSync } from 'node:fs';
import { join } from 'node:path';
import { Instant, type CellRow } from '../cells.ts';
import { dayText } from '../instants.ts';
import type { About, FileShape, FormatWriter } from './format.ts';
import { parquetWriter } from './parquet.ts';
import { FileSink } from './sink.ts';

/** Rows that wait for others of their day. Where rows come in the order of their days, each day is one file all the same. */
const bufferedRows = 20_000;
/** Rule: Apache Hive, "Dynamic partitions": the name under which engines look for rows without a value. */
const noDay = '__HIVE_DEFAULT_PARTITION__';

/** A file of the folder that has its last row. */
interface Part {
  readonly path: string;
  readonly sha256: string;
}

/**
 * Parquet in a folder for each day, `date=2026-11-20/part-0.parquet`: the form in which DuckDB, Spark and pandas take a day as a
 * column and read the days that are requested alone. The first column of the shape names the day and is left out of the files.
 * Where a day comes back after others, it gets a further part.
 */
export class PartitionedParquet implements FormatWriter {
  readonly #folder: string;
  readonly #shape: FileShape;
  readonly #about: About | null;
  readonly #name: string;
  readonly #buffered = new Map<string, CellRow[]>();
  readonly #partsOf = new Map<string, number>();
  readonly #parts: Part[] = [];
  #bufferedCount = 0;
  #bytes = 0;
  #leftOut = 0;
  #open: { day: string; path: string; sink: FileSink; writer: ReturnType<typeof parquetWriter> } | null =
    null;

  /** `about` goes into every file: what is known before the first row. */
  constructor(folder: string, shape: FileShape, about: About | null) {
    const [day, ...columns] = shape.columns;
    if (day === undefined) throw new Error('The first column is the day.');
    this.#folder = folder;
    this.#about = about;
    this.#name = day.name;
    this.#shape = { ...shape, columns };
    mkdirSync(folder);
  }

  get bytes(): number {
    return this.#bytes + (this.#open?.sink.bytes ?? 0);
  }

  /** Rows whose first cell has a value that is no day: their folder cannot show it. */
  leftOut(): number {
    return this.#leftOut;
  }

  writeRows(rows: readonly CellRow[]): void {
    for (const [cell, ...row] of rows) {
      const day = cell instanceof Instant ? dayText(Math.floor(cell.ms / dayMs) * dayMs) : noDay;
      // A day that is none, such as a text, cannot name a folder.
      if (day === noDay && cell !== null && cell !== undefined) this.#leftOut += 1;
      const others = this.#buffered.get(day);
      if (others === undefined) this.#buffered.set(day, [row]);
      else others.push(row);
      this.#bufferedCount += 1;
      if (this.#bufferedCount >= bufferedRows) this.#release();
    }
  }

  writeTexts(): void {
    throw new Error('Parquet takes cells.');
  }

  end(): void {
    this.#release();
    this.#close();
  }

  /** The SHA-256 of the folder is that of its list: a line for each file, as `sha256sum` writes it, in the order of the names. */
  finish(): { bytes: number; sha256: string } {
    syncFolder(this.#folder);
    return { bytes: this.#bytes, sha256: sha256OfParts(this.#parts) };
  }

  abandon(): void {
    this.#open?.sink.abandon();
    this.#open = null;
  }

  #release(): void {
    // The day that is open goes on before others are begun.
    const open = this.#open?.day;
    const days = [...this.#buffered.keys()].sort((a, b) =>
      a === open ? -1 : b === open ? 1 : a < b ? -1 : 1,
    );
    for (const day of days) {
      if (this.#open?.day !== day) {
        this.#close();
        this.#begin(day);
      }
      this.#open?.writer.writeRows(this.#buffered.get(day) ?? []);
    }
    this.#buffered.clear();
    this.#bufferedCount = 0;
  }

  #begin(day: string): void {
    const number = this.#partsOf.get(day) ?? 0;
    this.#partsOf.set(day, number + 1);
    const folder = `${this.#name}=${day}`;
    mkdirSync(join(this.#folder, folder), { recursive: true });
    const path = `${folder}/part-${number.toString()}.parquet`;
    const sink = new FileSink(join(this.#folder, path));
    this.#open = { day, path, sink, writer: parquetWriter(sink, this.#shape) };
  }

  #close(): void {
    if (this.#open === null) return;
    const { path, sink, writer } = this.#open;
    writer.end(this.#about);
    const { bytes, sha256 } = sink.finish();
    this.#open = null;
    this.#bytes += bytes;
    this.#leftOut += writer.leftOut();
    this.#parts.push({ path, sha256 });
  }
}

/** Paths are relative to the folder, with `/`. */
export function sha256OfParts(parts: readonly { path: string; sha256: string }[]): string {
  const lines = parts.map(({ path, sha256 }) => ({ path, line: `${sha256}  ${path}\n` }));
  lines.sort((a, b) => (a.path < b.path ? -1 : 1));
  return createHash('sha256')
    .update(lines.map(({ line }) => line).join(''))
    .digest('hex');
}

/** Puts the names of the folder on the disk. Rule: fsync(2). Windows has no such call for folders. */
function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
