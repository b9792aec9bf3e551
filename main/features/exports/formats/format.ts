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

export type About = Readonly<Record<string, Json>>;

export interface FormatWriter {
  writeRows(rows: readonly CellRow[]): void;
  /** Takes JSON text of each record, for formats that keep records whole or by chosen members. */
  writeTexts(texts: readonly string[]): void;
  writeLines?(bytes: Uint8Array): void;
  /** Null: the file does not state its source. */
  end(about: About | null): void;
}
