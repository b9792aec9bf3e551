import { z } from 'zod';
import { querySchema } from '../query.ts';
import { call, connectionId, recordId, resource, ticket } from './call.ts';

/** One way from a record to others. */
export const relationSchema = z.object({
  /** Stable for a resource, fit for a key in a list, for example `tokens.asset_id`. */
  key: z.string(),
  /** Sentence case, for example `Tokens`, `Issuer`, `As auditor`. */
  label: z.string(),
  /** What it leads to. */
  resource,
  /** The related records, in the one query language: a grid can show them, with or without a network. */
  query: querySchema,
  /** The one record it leads to, where there is only one; `title` is null where it is not known yet. */
  single: z
    .object({ id: z.union([z.string(), z.number()]), title: z.string().nullable(), cached: z.boolean() })
    .nullable(),
  /** How many there are, where that is known without a request. */
  count: z.number().int().nullable(),
  /** Who says so: the record itself, or the cache, in which others may be missing. */
  countedBy: z.enum(['record', 'cache']).nullable(),
  /** True where asking the service counts against a small number of requests an hour. */
  limited: z.boolean(),
});

export type Relation = z.infer<typeof relationSchema>;

export const relatedCalls = {
  /** Every way from a record to related ones, those with a single record first. Fetches the record only if it is not cached. */
  listRelations: call(
    z.strictObject({ connectionId, resource, id: recordId, ticket: ticket.optional() }),
    z.array(relationSchema),
  ),
} as const;
