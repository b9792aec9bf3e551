import type { Json } from '../../../../preload/contract/json.ts';
import type { ExportFormat, ExportOptions } from '../../../../preload/contract/exports.ts';
import type { CellRow } from '../cells.ts';
import type { ExportColumn } from '../exportColumns.ts';

export interface FileShape {
  readonly format: ExportFormat;
  /** Names the sheet of a workbook. */
  readonly title: string;
  readonly columns: readonly ExportColumn[];
  readonly options: ExportOptions;
  /** True if every record is written whole, as the service sent it: JSON without a choice of columns. */
  readonly whole: boolean;
  /** True if columns follow for what the records hold beside these. */
  readonly further: boolean;
  /** Number of trailing computed columns that were not chosen. Further fields come before them. */
  readonly last: number;
}

/** The source of a file's figures, written into it in this order. */
export type About = Readonly<Record<string, Json>>;

/** Writes a file of one format: rows, block after block, then the end. */
export interface FormatWriter {
  /** Takes the cells of flat formats. */
  writeRows(rows: readonly CellRow[]): void;
  /** Takes the JSON text of each record, in the formats that keep records whole or by chosen members. */
  writeTexts(texts: readonly string[]): void;
  /** Takes finished lines, in CSV. */
  writeLines?(bytes: Uint8Array): void;
  /** `about` is null if the file is not to say where its figures come from. */
  end(about: About | null): void;
}
