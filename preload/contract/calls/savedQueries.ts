import { z } from 'zod';
import {
  maxQueryFileBytes,
  queryRunSchema,
  savedQueriesSchema,
  savedQueryContentSchema,
  savedQueryId,
  savedQuerySchema,
} from '../savedQueries.ts';
import { call, nothing } from './call.ts';

/** Saved queries, their runs, and their file. */
export const savedQueryCalls = {
  listSavedQueries: call(nothing, savedQueriesSchema),
  /** Keeps a query: a new one without `id`, else in place of the one with this id. */
  saveQuery: call(
    z.strictObject({ id: savedQueryId.optional(), content: savedQueryContentSchema }),
    savedQuerySchema,
  ),
  /** Removes queries with their runs. */
  removeSavedQueries: call(z.strictObject({ ids: z.array(savedQueryId).min(1).max(1000) }), nothing),
  /** Writes a run down. Only the latest runs are kept. */
  noteQueryRun: call(queryRunSchema, nothing),
  clearQueryRuns: call(nothing, nothing),
  /**
   * Reads a file of saved queries and keeps what is in it, all of it or none: where anything is wrong nothing is kept, and
   * each fault comes as a sentence. Queries that are already there word for word are not kept twice.
   */
  importSavedQueries: call(
    z.strictObject({ text: z.string().max(maxQueryFileBytes, 'The file is larger than 20 MB.') }),
    z.object({
      added: z.number().int(),
      alreadyThere: z.number().int(),
      faults: z.array(z.string()),
    }),
  ),
  /**
   * The file that the system opened the app for, once: its text, and the names of the queries in it or what is wrong with it, as
   * sentences. Null where none waits. The failure `file` where it cannot be read.
   */
  takeQueryFile: call(
    nothing,
    z
      .object({
        name: z.string(),
        text: z.string(),
        queries: z.array(z.string()),
        faults: z.array(z.string()),
      })
      .nullable(),
  ),
  /** Asks for a file name and writes these queries, or all without `ids`. Null when the user closed the dialog. */
  exportSavedQueries: call(
    z.strictObject({ ids: z.array(savedQueryId).min(1).max(10_000).optional() }),
    z.object({ path: z.string(), count: z.number().int() }).nullable(),
  ),
} as const;

export const savedQueryEvents = {
  /** The system has opened the app for a file: `takeQueryFile` has it. */
  queryFileArrived: z.null(),
  /** Saved queries or runs have changed: list them again. */
  savedQueriesChanged: z.object({ queries: z.boolean(), runs: z.boolean() }),
} as const;
