import { z } from 'zod';
import { resolveMovingDates } from './movingDates.ts';
import { countText, maxFilterDepth, maxSortKeys, type Aggregate, type Filter, type Query } from './query.ts';

/** Schemas of queries, apart from `query.ts`: the window's start loads no schema. */

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

/** Recursive: precede it with `shallow` for untrusted values. */
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

/** Keeps unknown members for the service. */
const aggregateSchema: z.ZodType<Aggregate> = z
  .object({
    groupBy: z.string().optional(),
    aggregateFunction: z.string().optional(),
    interval: z.string().optional(),
    mode: z.string().optional(),
  })
  .catchall(z.json());

export const listQuerySchema = z.strictObject({
  filter: filterSchema.optional(),
  sort: sortSchema.optional(),
});

/** Clients may send text. */
const pageNumber = z
  .union([z.number(), z.string().regex(countText).transform(Number)])
  .pipe(z.int().min(1))
  .optional();

const queryShape = listQuerySchema.extend({
  pagination: z.strictObject({ page: pageNumber, perPage: pageNumber }).optional(),
  aggregate: aggregateSchema.optional(),
});

/** Rejects nesting that could exhaust the stack. `around`: levels around a filter. */
export function shallow(around: number): z.ZodUnknown {
  return z.unknown().refine((value) => !isDeeperThan(value, maxFilterDepth * 2 + around), {
    message: `The filter is nested deeper than ${maxFilterDepth.toString()} groups.`,
    abort: true,
  });
}

export const querySchema = shallow(2).pipe(queryShape);

export const resolvedQuerySchema = querySchema.transform((query): Query =>
  resolveMovingDates(query, Date.now()),
);

/** Breadth first: deep nesting costs no stack. */
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
