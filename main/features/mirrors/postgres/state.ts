import pg from 'pg';
import { z } from 'zod';
import { lastMoment } from '../../../../preload/contract/days.ts';
import { FailureError } from '../../../../preload/contract/failures.ts';
import type { PostgresSession } from './connect.ts';
import { retryAt } from './failures.ts';
import type { Tables } from './tables.ts';

/** The progress of a mirror. The target stores it with the rows, so both have the same state. */

const stateSchema = z.strictObject({
  version: z.literal(1),
  /** The connection and filter of the rows: another mirror must not continue from here. */
  source: z.string(),
  /** The target has everything up to this time, in milliseconds since 1970 UTC; null at first. */
  asOf: z.int().min(0).max(lastMoment).nullable(),
});
export type MirrorState = z.infer<typeof stateSchema>;
const stateText = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue('The state is not JSON.');
      return z.NEVER;
    }
  })
  .pipe(stateSchema);

const rowsSchema = z.array(z.object({ state: z.string() }));
const lockSchema = z.tuple([z.object({ locked: z.boolean() })]);
const thereSchema = z.tuple([z.object({ there: z.boolean() })]);

/** Null without state. Throws a `FailureError` if a newer version or another mirror wrote it. */
export async function readState(
  session: PostgresSession,
  schema: string,
  name: string,
  source: string,
): Promise<MirrorState | null> {
  const states = `${pg.escapeIdentifier(schema)}._mirrors`;
  const [{ there }] = await session.read(thereSchema, 'SELECT to_regclass($1) IS NOT NULL AS there', [
    states,
  ]);
  if (!there) return null;
  const [row] = await session.read(rowsSchema, `SELECT state FROM ${states} WHERE name = $1`, [name]);
  if (row === undefined) return null;
  const { data: state } = stateText.safeParse(row.state);
  if (state === undefined) {
    throw new FailureError({
      code: 'newer-data',
      message:
        'The target was written by another version of the app, or changed by another program. Update the app, or choose another target.',
    });
  }
  if (state.source === source) return state;
  throw new FailureError({
    code: 'bad-arguments',
    message:
      'The target holds the records of another connection or of another filter. Choose another target.',
    detail: state.source,
  });
}

export async function writeState(
  session: PostgresSession,
  { states }: Tables,
  name: string,
  state: MirrorState,
): Promise<void> {
  await session.query(
    `INSERT INTO ${states} VALUES ($1, $2, now()) ON CONFLICT (name) DO UPDATE SET state = EXCLUDED.state, stored_at = EXCLUDED.stored_at`,
    [name, JSON.stringify(state)],
  );
}

export async function takeLock(session: PostgresSession, schema: string, name: string): Promise<void> {
  const [{ locked }] = await session.read(
    lockSchema,
    'SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS locked',
    [`rwa-explorer ${schema}.${name}`],
  );
  if (locked) return;
  throw new FailureError({
    code: 'storage',
    message: `Another mirror is writing to ${schema}.${name}. Try again when it has finished.`,
    retryAt: retryAt(),
  });
}
