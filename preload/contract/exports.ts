import { z } from 'zod';
import { call, connectionId, event, moment, recordId, resource, ticket } from './call.ts';
import type { ComputedColumn } from './computedColumns.ts';
import type { Job } from './jobs.ts';
import { provenanceSchema } from './provenance.ts';
import { sqlLimits } from './sql.ts';
import { querySchema } from './querySchema.ts';
import { watchlistId } from './watchlists.ts';

/** The kinds of files that an export writes. */
export const exportFormats = ['csv', 'xlsx', 'json', 'jsonl', 'parquet', 'markdown'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** What a format is called, and how its files end. */
export const formatNames: Readonly<Record<ExportFormat, { label: string; extension: string }>> = {
  csv: { label: 'CSV', extension: 'csv' },
  xlsx: { label: 'Excel workbook', extension: 'xlsx' },
  json: { label: 'JSON', extension: 'json' },
  jsonl: { label: 'JSON Lines', extension: 'jsonl' },
  parquet: { label: 'Parquet', extension: 'parquet' },
  markdown: { label: 'Markdown', extension: 'md' },
};

/** True for the formats that have records and nothing else. */
export function isJsonFormat(format: ExportFormat): boolean {
  return format === 'json' || format === 'jsonl';
}

/** A folder of files in the place of one: of each of the last days, today included, or of each month. All in UTC. */
const exportPartsSchema = z.discriminatedUnion('by', [
  z.strictObject({ by: z.literal('day'), days: z.int().min(1).max(366) }),
  z.strictObject({ by: z.literal('month') }),
]);
export type ExportParts = z.infer<typeof exportPartsSchema>;

/** How values are written. Each has a default that suits the format, see `defaultOptions`. */
export const exportOptionsSchema = z.strictObject({
  /** `labels` as in the window, or the service's own `names`. JSON, JSON Lines and Parquet always have names. */
  headings: z.enum(['labels', 'names']),
  /** `raw`: the service's digits. `displayed`: as the window shows them at full length, in CSV, Excel and Markdown. */
  values: z.enum(['raw', 'displayed']),
  /**
   * Records that a value stands for, in CSV, Excel and Markdown: `names` as in the window, or the `values` that the service sends.
   * Displayed values have names.
   */
  entities: z.enum(['names', 'values']).default('values'),
  /** Of a CSV file. */
  delimiter: z.enum([',', ';', '\t']),
  /** Begins a CSV file with the mark by which Excel knows UTF-8. */
  byteOrderMark: z.boolean(),
  /** Numbers in a CSV file with a comma instead of a point. */
  decimalComma: z.boolean(),
  /** Text in CSV that a spreadsheet might run as a formula: with an apostrophe before it, or as it is. */
  formulas: z.enum(['guard', 'keep']).default('guard'),
  /** Says inside the file where the figures come from, but for JSON and JSON Lines; a `.json` beside it says so in any case. */
  provenance: z.boolean(),
  /** Of transactions as Parquet; null for one file. */
  parts: exportPartsSchema.nullable(),
  /** BCP 47 tag for displayed values; the system's own where left out. */
  locale: z.string().max(50).optional(),
});
export type ExportOptions = z.infer<typeof exportOptionsSchema>;

/** The options of a format before the user changes any. */
export function defaultOptions(format: ExportFormat): ExportOptions {
  return {
    headings: format === 'csv' || format === 'xlsx' || format === 'markdown' ? 'labels' : 'names',
    values: format === 'markdown' ? 'displayed' : 'raw',
    entities: 'values',
    delimiter: ',',
    byteOrderMark: true,
    decimalComma: false,
    formulas: 'guard',
    // A line that is no record would stop most readers of CSV.
    provenance: format !== 'csv' && !isJsonFormat(format),
    parts: null,
  };
}

/** What a column of a ready-made table holds. */
const tableColumnSchema = z.strictObject({
  name: z.string().min(1).max(200),
  label: z.string().max(200),
  /** `json`: its text. */
  type: z.enum(['text', 'number', 'boolean', 'date', 'datetime', 'json']),
});

export const sqlOriginSchema = z.strictObject({
  text: z.string().max(sqlLimits.text),
  parameters: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  viewsVersion: z.int(),
  covers: z.array(
    z.strictObject({
      resource,
      cachedRecords: z.int(),
      oldestFetchedAt: moment.nullable(),
      newestFetchedAt: moment.nullable(),
      completeAsOf: moment.nullable(),
      leftOut: z.int().optional(),
      twins: z.int().optional(),
    }),
  ),
});

/** Which records, or which table. */
const exportScopeSchema = z.discriminatedUnion('kind', [
  // Moving dates stay in an export that is remembered: `main/features/exports` fills them in whenever it is made.
  /** Everything that matches: fetched from the service, or run on the cached records where the app works offline. */
  z.strictObject({ kind: z.literal('query'), resource, query: querySchema }),
  /** What matches among the cached records; no request is sent. */
  z.strictObject({
    kind: z.literal('cached'),
    resource,
    query: querySchema,
    /** What the file is about; the resource where left out. */
    title: z.string().min(1).max(200).optional(),
  }),
  /** These records, in this order: a selection, or one record. */
  z.strictObject({ kind: z.literal('records'), resource, ids: z.array(recordId).min(1).max(100_000) }),
  /** Figures as a view has them: an aggregate, a timeseries, a comparison. */
  z.strictObject({
    kind: z.literal('table'),
    title: z.string().min(1).max(200),
    columns: z.array(tableColumnSchema).min(1).max(2000),
    rows: z.array(z.array(z.union([z.string(), z.number(), z.boolean(), z.null()]))).max(1_000_000),
    /** A kept result of SQL, whose rows main reads itself in place of `rows`. */
    kept: z.strictObject({ resultId: z.string().min(1).max(100), rows: z.int().min(0) }).optional(),
    /** What the records are that the figures are of; left out of SQL, which may read several, and of what the user wrote. */
    resource: resource.optional(),
    query: querySchema.optional(),
    /** The statement that a result of SQL comes from, and what is cached of what it reads. */
    sql: sqlOriginSchema.optional(),
    provenance: provenanceSchema,
  }),
]);
export type ExportScope = z.infer<typeof exportScopeSchema>;

/** What may be requested: also the cached transactions of a watchlist by its rules of that moment. */
const requestedScopeSchema = z.discriminatedUnion('kind', [
  ...exportScopeSchema.options,
  z.strictObject({
    kind: z.literal('watchlist'),
    listId: watchlistId,
    narrowed: querySchema.optional(),
  }),
]);

/** A member of a metric (`total_asset_value_dollar:val_7d`) and a nested one (`asset.name`) are columns of their own, and so is a computed column (`columnNameOf`). */
const columnNames = z.array(z.string().min(1).max(400)).max(5000);

/** Stands among the columns for all fields of the records that the other columns do not have. */
export const allOthers = '*';

export const exportRequestSchema = z.strictObject({
  connectionId,
  scope: requestedScopeSchema,
  format: z.enum(exportFormats),
  /** In the order of the file; `*` adds every other field of the records. Empty: every field. Not used for a table. */
  columns: columnNames,
  options: exportOptionsSchema,
});
export type ResolvedExport = z.infer<typeof exportRequestSchema>;

/** A request whose records and computed columns are known. */
export type ExportRequest = Omit<ResolvedExport, 'scope'> & {
  scope: ExportScope;
  /** Those among the columns. */
  computed?: readonly ComputedColumn[];
};

/** What an export will be, before it is started. */
export interface ExportPreview {
  readonly headings: string[];
  /** The first rows, as the file will have them. */
  readonly rows: string[][];
  /** Records in all; null where that is not known without a request. */
  readonly total: number | null;
  /** Requests that the export will send, where they are counted by the service. */
  readonly requests: { needed: number; left: number; perHour: number } | null;
  /** True where the records come from the cache. */
  readonly local: boolean;
}

/** An export of before, to be made again with fresh data. */
export const pastExportSchema = z.object({
  id: z.string(),
  title: z.string(),
  path: z.string(),
  at: z.number(),
  request: exportRequestSchema,
});
export type PastExport = z.infer<typeof pastExportSchema>;

/** Whether a file is still what the export wrote. */
export interface Verification {
  readonly path: string;
  /** `unknown`: there is no description beside it, or one that cannot be read. */
  readonly state: 'unchanged' | 'changed' | 'unknown';
  /** One sentence for the user. */
  readonly message: string;
  readonly sha256: string | null;
  readonly expectedSha256: string | null;
  readonly rows: number | null;
  readonly complete: boolean | null;
  readonly sampleData: boolean | null;
  readonly writtenAt: string | null;
}

/** Files made from what is shown. */
export const exportCalls = {
  /** The first rows of an export, from what is cached, and its cost. */
  previewExport: call({
    request: exportRequestSchema,
    /** As many records as the view says that match, where it knows. */
    knownTotal: z.number().int().nullable(),
    ticket: ticket.optional(),
  }).returns<ExportPreview>(),
  /** Asks for a file name, and before it replaces a file; then writes. Null when the user closed the dialog. */
  startExport: call({ request: exportRequestSchema }).returns<Job | null>(),
  /** Puts a small export on the clipboard: CSV as tab-separated cells, JSON, JSON Lines and Markdown as they are. */
  copyExport: call({ request: exportRequestSchema }).returns<{ rows: number }>(),
  /** The exports made on this computer, the latest first. */
  listExports: call().returns<PastExport[]>(),
  /** Makes an export again, into the same file, with fresh data. */
  repeatExport: call({ exportId: z.string().min(1).max(100) }).returns<Job>(),
  /** Asks for a file and checks it against the description beside it. Null when the user closed the dialog. */
  verifyExport: call({ ticket: ticket.optional() }).returns<Verification | null>(),
} as const;

export const exportEvents = {
  /** How much of a file is read that is checked: bytes so far, and in all. */
  verifyProgress: event<{ ticket: string; done: number; total: number }>(),
} as const;
