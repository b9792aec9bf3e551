import { z } from 'zod';
import { call, connectionId, event, moment, recordId, resource, ticket } from './call.ts';
import type { ComputedColumn } from './computedColumns.ts';
import type { Job } from './jobs.ts';
import { provenanceSchema } from './provenance.ts';
import { sqlLimits } from './sql.ts';
import { isUnit, type Unit } from './units.ts';
import { querySchema } from './querySchema.ts';
import { watchlistId } from './watchlists.ts';

export const exportFormats = ['csv', 'xlsx', 'json', 'jsonl', 'parquet', 'markdown'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const formatNames: Readonly<Record<ExportFormat, { label: string; extension: string }>> = {
  csv: { label: 'CSV', extension: 'csv' },
  xlsx: { label: 'Excel workbook', extension: 'xlsx' },
  json: { label: 'JSON', extension: 'json' },
  jsonl: { label: 'JSON Lines', extension: 'jsonl' },
  parquet: { label: 'Parquet', extension: 'parquet' },
  markdown: { label: 'Markdown', extension: 'md' },
};

export function isJsonFormat(format: ExportFormat): boolean {
  return format === 'json' || format === 'jsonl';
}

/** A folder with a file for each of the last days including today, or for each month, in UTC. */
const exportPartsSchema = z.discriminatedUnion('by', [
  z.strictObject({ by: z.literal('day'), days: z.int().min(1).max(366) }),
  z.strictObject({ by: z.literal('month') }),
]);
export type ExportParts = z.infer<typeof exportPartsSchema>;

export const exportOptionsSchema = z.strictObject({
  /** JSON, JSON Lines and Parquet always use `names`. */
  headings: z.enum(['labels', 'names']),
  /** `displayed` applies to CSV, Excel and Markdown, at full length. */
  values: z.enum(['raw', 'displayed']),
  /** Related records in CSV, Excel and Markdown. Displayed values always use names. */
  entities: z.enum(['names', 'values']).default('values'),
  delimiter: z.enum([',', ';', '\t']),
  /** Lets Excel recognize UTF-8 in a CSV file. */
  byteOrderMark: z.boolean(),
  decimalComma: z.boolean(),
  /** `guard` puts an apostrophe before possible formulas in CSV. */
  formulas: z.enum(['guard', 'keep']).default('guard'),
  /** Describes the source inside the file, except in JSON; a `.json` file beside it always does. */
  provenance: z.boolean(),
  parts: exportPartsSchema.nullable(),
  /** BCP 47 tag for displayed values; absent: the system's. */
  locale: z.string().max(50).optional(),
});
export type ExportOptions = z.infer<typeof exportOptionsSchema>;

export function defaultOptions(format: ExportFormat): ExportOptions {
  return {
    headings: format === 'csv' || format === 'xlsx' || format === 'markdown' ? 'labels' : 'names',
    values: format === 'markdown' ? 'displayed' : 'raw',
    entities: 'values',
    delimiter: ',',
    byteOrderMark: true,
    decimalComma: false,
    formulas: 'guard',
    // Most CSV readers reject extra lines.
    provenance: format !== 'csv' && !isJsonFormat(format),
    parts: null,
  };
}

const tableColumnSchema = z.strictObject({
  name: z.string().min(1).max(200),
  label: z.string().max(200),
  type: z.enum(['text', 'number', 'boolean', 'date', 'datetime', 'json']),
  unit: z.custom<Unit>((unit) => typeof unit === 'string' && isUnit(unit)).optional(),
});
export type TableColumn = z.infer<typeof tableColumnSchema>;

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
      newer: z.int().optional(),
      twins: z.int().optional(),
    }),
  ),
});

const exportScopeSchema = z.discriminatedUnion('kind', [
  /** From the service, or from the cache if offline. Relative dates are resolved on each run. */
  z.strictObject({ kind: z.literal('query'), resource, query: querySchema }),
  /** Matches in the cache; sends no request. */
  z.strictObject({
    kind: z.literal('cached'),
    resource,
    query: querySchema,
    /** Absent: the resource's label. */
    title: z.string().min(1).max(200).optional(),
  }),
  z.strictObject({ kind: z.literal('records'), resource, ids: z.array(recordId).min(1).max(100_000) }),
  z.strictObject({
    kind: z.literal('table'),
    title: z.string().min(1).max(200),
    columns: z.array(tableColumnSchema).min(1).max(2000),
    rows: z.array(z.array(z.union([z.string(), z.number(), z.boolean(), z.null()]))).max(1_000_000),
    kept: z.strictObject({ resultId: z.string().min(1).max(100), rows: z.int().min(0) }).optional(),
    resource: resource.optional(),
    query: querySchema.optional(),
    sql: sqlOriginSchema.optional(),
    provenance: provenanceSchema,
  }),
]);
export type ExportScope = z.infer<typeof exportScopeSchema>;

/** `watchlist`: its cached transactions, by its rules at that time. */
const requestedScopeSchema = z.discriminatedUnion('kind', [
  ...exportScopeSchema.options,
  z.strictObject({
    kind: z.literal('watchlist'),
    listId: watchlistId,
    narrowed: querySchema.optional(),
  }),
]);

/** Also metric members (`price_dollar:val_7d`), nested fields (`asset.name`), computed columns. */
const columnNames = z.array(z.string().min(1).max(400)).max(5000);

export const allOthers = '*';

export const exportRequestSchema = z.strictObject({
  connectionId,
  scope: requestedScopeSchema,
  format: z.enum(exportFormats),
  /** In file order; empty: every field. Ignored for a table. */
  columns: columnNames,
  options: exportOptionsSchema,
});
export type ResolvedExport = z.infer<typeof exportRequestSchema>;

export type ExportRequest = Omit<ResolvedExport, 'scope'> & {
  scope: ExportScope;
  computed?: readonly ComputedColumn[];
};

export interface ExportPreview {
  readonly headings: string[];
  readonly rows: string[][];
  /** Null if unknown without a request. */
  readonly total: number | null;
  readonly requests: { needed: number; left: number; perHour: number } | null;
  readonly local: boolean;
}

export const pastExportSchema = z.object({
  id: z.string(),
  title: z.string(),
  path: z.string(),
  at: z.number(),
  request: exportRequestSchema,
});
export type PastExport = z.infer<typeof pastExportSchema>;

export interface Verification {
  readonly path: string;
  /** `unknown`: the description is missing or unreadable. */
  readonly state: 'unchanged' | 'changed' | 'unknown';
  readonly message: string;
  readonly sha256: string | null;
  readonly expectedSha256: string | null;
  readonly rows: number | null;
  readonly complete: boolean | null;
  readonly sampleData: boolean | null;
  readonly writtenAt: string | null;
}

export const exportCalls = {
  /** Reads cached records only. */
  previewExport: call({
    request: exportRequestSchema,
    knownTotal: z.number().int().nullable(),
    ticket: ticket.optional(),
  }).returns<ExportPreview>(),
  /** Asks for a file name first. Null if the user cancels. */
  startExport: call({ request: exportRequestSchema }).returns<Job | null>(),
  /** CSV is copied as tab-separated cells. */
  copyExport: call({ request: exportRequestSchema }).returns<{ rows: number }>(),
  /** Latest first. */
  listExports: call().returns<PastExport[]>(),
  /** Overwrites the file with fresh data. */
  repeatExport: call({ exportId: z.string().min(1).max(100) }).returns<Job>(),
  /** Checks a file against its description. Null if the user cancels. */
  verifyExport: call({ ticket: ticket.optional() }).returns<Verification | null>(),
} as const;

export const exportEvents = {
  verifyProgress: event<{ ticket: string; done: number; total: number }>(),
} as const;
