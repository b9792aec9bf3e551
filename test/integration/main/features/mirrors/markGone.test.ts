import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits, withPostgres } from '../../../../../main/features/mirrors/postgres/connect.ts';
import { markGone } from '../../../../../main/features/mirrors/postgres/rows.ts';
import { onlyIf } from '../../../../support/onlyIf.ts';
import { lacksPostgres, startPostgres, type PostgresServer } from '../../../../support/postgres.ts';

describe('rows without a record', onlyIf(lacksPostgres === null, lacksPostgres ?? ''), () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
  });

  /** Of 400 rows, by how many of them a sync has found gone and how many are missing unexplained. */
  async function marked(removed: number, unexplained: number, acceptRemovals: boolean) {
    const { port, database, user, password } = server;
    const address = { host: '127.0.0.1', port, database, user, schema: 'public', tls: 'off' } as const;
    const access = { address, password, throwIfStopped: () => undefined, most: limits.copy };
    const tables = {
      ...{ records: 'rows', history: 'h', metrics: 'm', states: 's', columns: [], beyond: [] },
      ...{ there: true, hasNewSchema: false, hasMetrics: true },
    };
    const check = {
      missing: (ids: readonly string[]) =>
        ids
          .filter((id) => Number(id) <= removed + unexplained)
          .map((id) => ({ id, removed: Number(id) <= removed })),
      close: () => undefined,
    };
    return withPostgres(access, async (session) => {
      await session.query(`CREATE TEMP TABLE rows AS
        SELECT n::text AS id, NULL::timestamptz AS _deleted_at FROM generate_series(1, 400) n`);
      const at = '2026-11-25T00:00:00Z';
      return markGone(session, tables, check, { address, from: null, acceptRemovals, at });
    });
  }

  it('are marked if the service confirms their removal, however many, and else refused if too many', async () => {
    for (const removed of [0, 1, 41, 300])
      for (const unexplained of [0, 20, 40, 41, 100]) {
        // Rule: architecture, "One reader of whole lists": more than 20 and a tenth.
        const isTooMuch = unexplained > 20 && unexplained > 40;
        const gone = removed + unexplained;
        const all = { gone, known: 400, refused: 0 };
        expect(
          await marked(removed, unexplained, false),
          `${removed.toString()} ${unexplained.toString()}`,
        ).toEqual(isTooMuch ? { gone: 0, known: 400, refused: gone } : all);
        expect(await marked(removed, unexplained, true)).toEqual(all);
      }
  });
});
