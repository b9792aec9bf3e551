import { z } from 'zod';
import { resolveMovingDates } from './movingDates.ts';
import { countText, maxFilterDepth, maxSortKeys, type Aggregate, type Filter, type Query } from './query.ts';

/**
 * The query object where it enters the app. The window draws queries without this file, which a start does not load.
 */

const scalarSchema = z.union([z.string(), z.number(), z.boolean(), z.null()]);

const conditionSchema = z.strictObject({
  operator: z.string().min(1).max(100),
  field: z.string().min(1).max(200),
  value: z.union([scalarSchema, z.array(scalarSchema)]),
});

const groupSchema = z.strictObject({
  operator: z.enum(['and', 'or']).optional(),
  get filters(): z.ZodArray<z.ZodType<Filter>> {
    return z.array(filterSchema);
  },
});

/** One filter. It walks recursively: put `shallow` before it where the value comes from outside. */
export const filterSchema: z.ZodType<Filter> = z.union([conditionSchema, groupSchema]);

const sortKeySchema = z.strictObject({
  field: z.string().min(1).max(200),
  direction: z.enum(['asc', 'desc']),
});

const sortSchema = sortKeySchema.extend({
  thenBy: z
    .array(sortKeySchema)
    .min(1)
    .max(maxSortKeys - 1)
    .optional(),
});

/** Members that the app does not know are kept: the service may take them. */
const aggregateSchema: z.ZodType<Aggregate> = z
  .object({
    groupBy: z.string().optional(),
    aggregateFunction: z.string().optional(),
    interval: z.string().optional(),
    mode: z.string().optional(),
  })
  .catchall(z.json());

/** The query of a place. It walks recursively, as `filterSchema` does. */
export const listQuerySchema = z.strictObject({
  filter: filterSchema.optional(),
  sort: sortSchema.optional(),
});

/** Clients may send it as text. */
const pageNumber = z
  .union([z.number(), z.string().regex(countText).transform(Number)])
  .pipe(z.int().min(1))
  .optional();

const queryShape = listQuerySchema.extend({
  pagination: z.strictObject({ page: pageNumber, perPage: pageNumber }).optional(),
  aggregate: aggregateSchema.optional(),
});

/**
 * Any value that is not nested so deep that walking it recursively could exhaust the stack. `around`: levels of objects and
 * lists around a filter.
 */
export function shallow(around: number): z.ZodUnknown {
  return z.unknown().refine((value) => !isDeeperThan(value, maxFilterDepth * 2 + around), {
    message: `The filter is nested deeper than ${maxFilterDepth.toString()} groups.`,
    abort: true,
  });
}

/** Accepts a query object and nothing else; too deep a filter is refused without being walked recursively. */
export const querySchema = shallow(2).pipe(queryShape);

/** A query as it is sent: moving dates are the days that they mean now. */
export const resolvedQuerySchema = querySchema.transform((query): Query =>
  resolveMovingDates(query, Date.now()),
);

/** Walks breadth first, so that hostile depth costs memory for one level and no stack. */
function isDeeperThan(value: unknown, limit: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limit) return true;
    level = level.flatMap((node): unknown[] =>
      typeof node === 'object' && node !== null ? Object.values(node) : [],
    );
  }
  return false;
}
