import { z } from 'zod';
import { call, documentName, event, givenText } from './call.ts';
import { columnWidthsSchema } from './layouts.ts';
import { filterSchema, querySchema, shallow } from './querySchema.ts';
import { resourceNames } from './resources/names.ts';
import { totalsDefinitionSchema } from './totals.ts';

/** Templates: parameters `{{name}}` and relative dates `{{30 days ago}}` are resolved on each run. */

export const queryTargets = ['list', 'aggregates', 'timeseries'] as const;
export type QueryTarget = (typeof queryTargets)[number];

const words = z.string().max(2000, 'must not be longer than 2,000 characters');

const queryParameterSchema = z.strictObject({
  name: z.string().regex(/^[\p{L}\p{N}_ ]{1,60}$/u, 'must be up to 60 letters, digits, spaces or _'),
  proposal: z.string().max(2000).default(''),
});

/** The content of files. */
export const savedQueryContentSchema = z.strictObject({
  name: documentName,
  resource: z.enum(resourceNames),
  target: z.enum(queryTargets).default('list'),
  /** Without disabled conditions. */
  query: querySchema,
  /** Disabled conditions with the indexes of their groups, outermost first. */
  off: z
    .array(z.strictObject({ path: z.array(z.int().min(0)).max(70), filter: shallow(0).pipe(filterSchema) }))
    .max(500)
    .default([]),
  /** True for a view that keeps the filter of the open list. */
  keepsFilter: z.boolean().default(false),
  /** Empty: the user's columns. */
  columns: z.array(z.string().min(1).max(200)).max(2000).default([]),
  pinned: z.int().min(0).max(2000).optional(),
  widths: columnWidthsSchema.default({}),
  parameters: z.array(queryParameterSchema).max(50).default([]),
  folder: givenText.max(200, 'must not be longer than 200 characters').default(''),
  tags: z.array(givenText.min(1).max(60)).max(50).default([]),
  favorite: z.boolean().default(false),
  note: words.default(''),
  chart: z.record(z.string(), z.json()).optional(),
  totals: totalsDefinitionSchema.optional(),
});

export type SavedQueryContent = z.infer<typeof savedQueryContentSchema>;

export const savedQueryId = z.string().min(1).max(100);

export const savedQuerySchema = savedQueryContentSchema.extend({
  id: savedQueryId,
  /** Milliseconds since 1970 UTC. */
  createdAt: z.number(),
  changedAt: z.number(),
});

export type SavedQuery = z.infer<typeof savedQuerySchema>;

const runOutcomes = ['done', 'failed', 'canceled'] as const;

export const queryRunSchema = z.strictObject({
  id: z.string().min(1).max(100),
  savedQueryId: savedQueryId.nullable(),
  connectionId: z.string().min(1).max(100),
  resource: z.enum(resourceNames),
  target: z.enum(queryTargets),
  query: querySchema,
  /** Milliseconds since 1970 UTC. */
  at: z.number(),
  durationMs: z.number().min(0),
  outcome: z.enum(runOutcomes),
  /** Number of matches; null without an answer. */
  count: z.int().min(0).nullable(),
  source: z.enum(['service', 'cache', 'local']).nullable(),
  /** Hash of the first page; null without an answer. */
  fingerprint: z.string().max(100).nullable(),
  message: z.string().max(2000).optional(),
});

export type QueryRun = z.infer<typeof queryRunSchema>;

/** Runs are ordered latest first. */
export interface SavedQueries {
  readonly queries: SavedQuery[];
  readonly runs: QueryRun[];
  readonly notices: string[];
}

/** A JSON file with its own extension, which opens the app. */
export const savedQueriesExtension = 'rwaq';
export const maxQueryFileBytes = 20_000_000;
export const queryFileFormat = 'rwa-explorer-queries';
export const queryFileVersion = 1;

export interface QueryFileContents {
  readonly queries: string[];
  readonly errors: string[];
}

export interface QueryFileImport {
  readonly added: string[];
  readonly alreadyThere: number;
  readonly errors: string[];
}

const fileBytes = z
  .custom<Uint8Array>((value) => value instanceof Uint8Array)
  .refine(({ length }) => length <= maxQueryFileBytes, 'The file is larger than 20 MB.');

export const savedQueryCalls = {
  listSavedQueries: call().returns<SavedQueries>(),
  saveQuery: call({ id: savedQueryId.optional(), content: savedQueryContentSchema }).returns<SavedQuery>(),
  /** Also removes their runs. */
  removeSavedQueries: call({ ids: z.array(savedQueryId).min(1).max(1000) }).returns<undefined>(),
  noteQueryRun: call(queryRunSchema.shape).returns<undefined>(),
  clearQueryRuns: call().returns<undefined>(),
  /** All or nothing; skips exact duplicates. `note` names an encoding other than UTF-8. */
  importSavedQueries: call({ bytes: fileBytes }).returns<QueryFileImport & { note: string | null }>(),
  readQueryFile: call({ bytes: fileBytes }).returns<QueryFileContents>(),
  /** Returns the file that opened the app, once. Fails with `file` if it is unreadable. */
  takeQueryFile: call().returns<({ name: string; bytes: Uint8Array } & QueryFileContents) | null>(),
  /** Asks for a file name. Null if the user cancels. */
  exportSavedQueries: call().returns<{ path: string; queries: number } | null>(),
} as const;

export const savedQueryEvents = {
  /** `takeQueryFile` returns it. */
  queryFileArrived: event<null>(),
  savedQueriesChanged: event<{ queries: boolean; runs: boolean }>(),
} as const;
