import type { Json } from '../../../../preload/contract/json.ts';
import type { ExportFormat, ExportOptions } from '../../../../preload/contract/exports.ts';
import type { CellRow } from '../cells.ts';
import type { ExportColumn } from '../exportColumns.ts';

/** What a file is about. */
export interface FileShape {
  readonly format: ExportFormat;
  /** Names the sheet of a workbook. */
  readonly title: string;
  readonly columns: readonly ExportColumn[];
  readonly options: ExportOptions;
  /** True where every record is written whole, as the service sent it: JSON without a choice of columns. */
  readonly whole: boolean;
  /** True where columns follow for what the records hold beside these. */
  readonly further: boolean;
  /** How many columns at the end are computed ones that nobody chose: they come after the further ones. */
  readonly last: number;
}

/** Where the figures of a file come from, said inside it. Members in the order in which they are shown. */
export type About = Readonly<Record<string, Json>>;

/** Writes a file of one format: rows, block after block, then the end. */
export interface FormatWriter {
  /** Takes the cells of flat formats. */
  writeRows(rows: readonly CellRow[]): void;
  /** Takes the JSON text of each record, in the formats that keep records whole or by chosen members. */
  writeTexts(texts: readonly string[]): void;
  /** Takes finished lines, in CSV. */
  writeLines?(bytes: Uint8Array): void;
  /** `about` is null where the file is not to say where its figures come from. */
  end(about: About | null): void;
}
