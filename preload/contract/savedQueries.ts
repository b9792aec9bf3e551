import { z } from 'zod';
import { call, event } from './call.ts';
import { columnWidthsSchema } from './layouts.ts';
import { filterSchema, querySchema, shallow } from './querySchema.ts';
import { resourceNames } from './resources/names.ts';
import { totalsDefinitionSchema } from './totals.ts';

/**
 * The user's queries: saved ones, which the window calls saved views, and the runs of any. A saved query is a template: its values may
 * hold `{{name}}`, requested when it is run, and moving dates such as `{{30 days ago}}`, resolved when it is run.
 */

/** Which endpoint of the resource a query is for. */
export const queryTargets = ['list', 'aggregates', 'timeseries'] as const;
export type QueryTarget = (typeof queryTargets)[number];

const title = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(200, 'must not be longer than 200 characters');
const words = z.string().max(2000, 'must not be longer than 2,000 characters');

/** What the user enters before a saved query runs. */
const queryParameterSchema = z.strictObject({
  /** As it stands between the braces: letters, digits, `_` and spaces. */
  name: z.string().regex(/^[\p{L}\p{N}_ ]{1,60}$/u, 'must be up to 60 letters, digits, spaces or _'),
  /** What the box holds before anything is entered. */
  proposal: z.string().max(2000).default(''),
});

/** What makes a saved query, without when and under which id it is stored: this is what files hold. */
export const savedQueryContentSchema = z.strictObject({
  name: title,
  resource: z.enum(resourceNames),
  target: z.enum(queryTargets).default('list'),
  /** The template. What is switched off is not in it. */
  query: querySchema,
  /** Conditions that are saved and not sent, each with the group it belongs to: the indexes of the groups from the outermost in. */
  off: z
    .array(z.strictObject({ path: z.array(z.int().min(0)).max(70), filter: shallow(0).pipe(filterSchema) }))
    .max(500)
    .default([]),
  /** True for a view without a filter of its own: it arranges the list that is open and leaves that list's filter as it is. */
  keepsFilter: z.boolean().default(false),
  /** The columns of the result, in order; empty for the columns the user has chosen for the resource. */
  columns: z.array(z.string().min(1).max(200)).max(2000).default([]),
  /** How many of them stay in sight at the left, where the user has chosen. */
  pinned: z.int().min(0).max(2000).optional(),
  widths: columnWidthsSchema.default({}),
  parameters: z.array(queryParameterSchema).max(50).default([]),
  /** The folder's name; empty for none. */
  folder: z.string().trim().max(200, 'must not be longer than 200 characters').default(''),
  tags: z.array(z.string().trim().min(1).max(60)).max(50).default([]),
  favorite: z.boolean().default(false),
  note: words.default(''),
  /** How a chart of the result is drawn, as the view of charts wants it. */
  chart: z.record(z.string(), z.json()).optional(),
  /** The totals of a list that open with it. */
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

/** How a run ended. */
const runOutcomes = ['done', 'failed', 'cancelled'] as const;

/** One run of a query, as it was sent. */
export const queryRunSchema = z.strictObject({
  id: z.string().min(1).max(100),
  /** The saved query that was run, if one was. */
  savedQueryId: savedQueryId.nullable(),
  connectionId: z.string().min(1).max(100),
  resource: z.enum(resourceNames),
  target: z.enum(queryTargets),
  /** As sent: parameters and moving dates resolved. */
  query: querySchema,
  /** When it began, in milliseconds since 1970 UTC, and how long it took. */
  at: z.number(),
  durationMs: z.number().min(0),
  outcome: z.enum(runOutcomes),
  /** Records that match; null where none were answered. */
  count: z.int().min(0).nullable(),
  /** Where the answer came from. */
  source: z.enum(['service', 'cache', 'local']).nullable(),
  /** A hash of the first page: equal for equal pages. Null where nothing was answered. */
  fingerprint: z.string().max(100).nullable(),
  /** Why it failed. */
  message: z.string().max(2000).optional(),
});

export type QueryRun = z.infer<typeof queryRunSchema>;

/** Everything of these that the user has, in no particular order but the runs: the latest first. */
export interface SavedQueries {
  readonly queries: SavedQuery[];
  readonly runs: QueryRun[];
  /** Things that could not be read, in sentences; they stay as they are. */
  readonly notices: string[];
}

/** The file of saved queries: JSON, under an ending of its own that the system opens the app for. */
export const savedQueriesExtension = 'rwaq';
export const maxQueryFileBytes = 20_000_000;
export const queryFileFormat = 'rwa-explorer-queries';
export const queryFileVersion = 1;

/** What a file holds, by name, or what is wrong with it in sentences. */
export interface QueryFileContents {
  readonly queries: string[];
  readonly errors: string[];
}

/** What an import stored, and how much of it was there already. */
export interface QueryFileImport {
  /** The ids of the new ones, by which the import can be undone. */
  readonly added: string[];
  readonly alreadyThere: number;
  readonly errors: string[];
}

/** Saved queries, their runs, and their file. */
const fileBytes = z
  .custom<Uint8Array>((value) => value instanceof Uint8Array)
  .refine(({ length }) => length <= maxQueryFileBytes, 'The file is larger than 20 MB.');

export const savedQueryCalls = {
  listSavedQueries: call().returns<SavedQueries>(),
  /** Keeps a query: a new one without `id`, else in place of the one with this id. */
  saveQuery: call({ id: savedQueryId.optional(), content: savedQueryContentSchema }).returns<SavedQuery>(),
  /** Removes queries with their runs. */
  removeSavedQueries: call({ ids: z.array(savedQueryId).min(1).max(1000) }).returns<undefined>(),
  /** Writes a run down. Only the latest runs stay. */
  noteQueryRun: call(queryRunSchema.shape).returns<undefined>(),
  clearQueryRuns: call().returns<undefined>(),
  /**
   * Reads a file of saved queries and stores what is in it, all of it or none: where anything is wrong nothing is stored, and each
   * error comes as a sentence. What is already there word for word is not stored twice. `note`: its encoding, where that is not UTF-8.
   */
  importSavedQueries: call({ bytes: fileBytes }).returns<QueryFileImport & { note: string | null }>(),
  /** Reads a file likewise, and stores nothing. */
  readQueryFile: call({ bytes: fileBytes }).returns<QueryFileContents>(),
  /**
   * The file that the system opened the app for, once: its bytes, and the names of what is in it or what is wrong with it, as
   * sentences. Null where none waits. The failure `file` where it cannot be read.
   */
  takeQueryFile: call().returns<({ name: string; bytes: Uint8Array } & QueryFileContents) | null>(),
  /** Asks for a file name and writes all saved queries. Null when the user closed the dialog. */
  exportSavedQueries: call().returns<{ path: string; queries: number } | null>(),
} as const;

export const savedQueryEvents = {
  /** The system has opened the app for a file: `takeQueryFile` has it. */
  queryFileArrived: event<null>(),
  /** Saved queries or runs have changed: list them again. */
  savedQueriesChanged: event<{ queries: boolean; runs: boolean }>(),
} as const;
