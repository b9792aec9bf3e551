import { z } from 'zod';
import { call, givenText, resource } from './call.ts';
import { computedFormats } from './expressions/columns.ts';
import { expressionLimits } from './expressions/values.ts';

/** Limit for each resource. */
export const maxComputedColumns = 50;

const name = givenText.min(1).max(100);

const definition = {
  resource,
  name,
  expression: z.string().min(1).max(expressionLimits.length),
  format: z.enum(computedFormats),
};

const id = z.string().regex(/^[\w-]{1,60}$/);

export const computedColumnSchema = z.strictObject({
  id,
  ...definition,
  /** Milliseconds since 1970 UTC. */
  createdAt: z.number(),
  changedAt: z.number(),
});
export type ComputedColumn = z.infer<typeof computedColumnSchema>;
export type ComputedDefinition = Pick<ComputedColumn, 'resource' | 'name' | 'expression' | 'format'>;

export interface ComputedColumnsRead {
  readonly columns: readonly ComputedColumn[];
  readonly notices: readonly string[];
}

export const computedColumnCalls = {
  listComputedColumns: call().returns<ComputedColumnsRead>(),
  saveComputedColumn: call({ id: id.optional(), ...definition }).returns<ComputedColumn>(),
  removeComputedColumn: call({ id }).returns<undefined>(),
} as const;
