import { z } from 'zod';
import { jobSchema } from '../jobs.ts';
import { askedQuerySchema } from '../movingDates.ts';
import { completeMarkSchema, syncPlanSchema } from '../syncs.ts';
import { call, connectionId, resource, ticket } from './call.ts';

/** Of the query only the filter counts: a sync fetches all its pages, in the order of ids. */
const subject = z.strictObject({ connectionId, resource, query: askedQuerySchema });

/** Fetching all records of a query, so that they can be reviewed offline. */
export const syncCalls = {
  /** Asks the service how many records there are, which takes one request. */
  planSync: call(subject.extend({ ticket: ticket.optional() }), syncPlanSchema),
  /** Starts the sync, or goes on with one of the same query; gives the job that does it. */
  startSync: call(subject, jobSchema),
  /** What finished syncs have made complete. */
  listComplete: call(z.strictObject({ connectionId }), z.array(completeMarkSchema)),
} as const;
