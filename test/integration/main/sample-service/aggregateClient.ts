import { expect } from 'vitest';
import { z } from 'zod';
import type { Filter, Query } from '../../../../preload/contract/query.ts';
import { memberOf, type PlainRecord } from './plainValues.ts';
import { startService, type TestClient } from './serviceClient.ts';

/** The sample service asked for aggregates and timeseries, and what their figures are compared with. */

const base = z.object({
  measure: z.object({ id: z.int(), slug: z.string(), name: z.string(), unit: z.string() }),
  group: z.object({
    id: z.union([z.string(), z.number()]).nullable(),
    type: z.string(),
    name: z.string().nullable(),
    color: z.string().nullable(),
  }),
});
const paginationSchema = z.object({
  page: z.int(),
  perPage: z.int(),
  pageCount: z.int(),
  resultCount: z.int(),
});
const pointSchema = z.tuple([z.string(), z.number().nullable()]);
const timeseriesSchema = z.object({
  results: z.array(base.extend({ points: z.array(pointSchema) })),
  filter: z.unknown(),
  sort: z.unknown(),
  aggregate: z.unknown(),
  pagination: paginationSchema,
});
const valuesSchema = z.object({
  results: z.array(base.extend({ value: z.number().nullable() })),
  filter: z.unknown().optional(),
  sort: z.unknown(),
  aggregate: z.unknown(),
  pagination: paginationSchema,
});

export type Timeseries = z.infer<typeof timeseriesSchema>;
type Values = z.infer<typeof valuesSchema>;

/** A running service with all its tokens and assets, read as lists. */
export interface AggregateClient extends TestClient {
  readonly tokens: readonly PlainRecord[];
  readonly assets: readonly PlainRecord[];
  timeseries(kind: 'assets' | 'tokens', query: Query): Promise<Timeseries>;
  values(kind: 'assets' | 'tokens', query: Query): Promise<Values>;
}

export async function startAggregateService(): Promise<AggregateClient> {
  const service = await startService({ assets: 200, transactions: 6000, seed: 4 });
  return {
    ...service,
    tokens: await service.all('/v4/tokens'),
    assets: await service.all('/v4/assets'),
    async timeseries(kind, query) {
      const { body } = await service.ask(`/v4/${kind}/aggregates/timeseries`, query);
      return timeseriesSchema.parse(body);
    },
    async values(kind, query) {
      const { body } = await service.ask(`/v4/${kind}/aggregates`, query);
      return valuesSchema.parse(body);
    },
  };
}

export function measureIs(slug: string): Filter {
  return { operator: 'equals', field: 'measure_slug', value: slug };
}

export function metric(record: PlainRecord, name: string, member = 'val'): number | null {
  const value = memberOf(record[name], member);
  return typeof value === 'number' ? value : null;
}

export function expectClose(actual: number | null, expected: number | null, what: string): void {
  if (actual === null || expected === null) {
    // A metric that is zero at all snapshots is null as a whole.
    expect(actual ?? 0, what).toBe(expected ?? 0);
  } else
    expect(Math.abs(actual - expected), `${what}: ${String(actual)} ≈ ${String(expected)}`).toBeLessThan(
      0.011 + Math.abs(expected) * 1e-9,
    );
}
