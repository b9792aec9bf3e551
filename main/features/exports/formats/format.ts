import type { Json } from '../../../../preload/contract/json.ts';
import type { ExportFormat, ExportOptions } from '../../../../preload/contract/exports.ts';
import type { CellRow } from '../cells.ts';
import type { ExportColumn } from '../exportColumns.ts';

export interface FileShape {
  readonly format: ExportFormat;
  readonly title: string;
  readonly columns: readonly ExportColumn[];
  readonly options: ExportOptions;
  /** True if records are written completely as sent: JSON without chosen columns. */
  readonly whole: boolean;
  readonly further: boolean;
  /** Number of trailing computed columns that were not chosen. Further fields come before them. */
  readonly last: number;
}

/** The source of a file's figures, written into it in this order. */
export type About = Readonly<Record<string, Json>>;

export interface FormatWriter {
  /** For flat formats. */
  writeRows(rows: readonly CellRow[]): void;
  /** Takes JSON text of each record, for formats that keep records whole or by chosen members. */
  writeTexts(texts: readonly string[]): void;
  writeLines?(bytes: Uint8Array): void;
  /** `about` is null if the file must not state its source. */
  end(about: About | null): void;
}
