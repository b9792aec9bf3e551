import { expect, it } from 'vitest';
import { WaitingList } from '../../../../../main/features/records/waitingList.ts';
import { runMirror, type MirrorResult } from '../../../../../main/features/mirrors/runMirror.ts';
import { PostgresTarget } from '../../../../../main/features/mirrors/postgres/postgresTarget.ts';
import { createClient } from '../../../../../main/data-service/client.ts';
import { dayOf, hourMs } from '../../../../../preload/contract/days.ts';
import { querySchema } from '../../../../../preload/contract/querySchema.ts';
import { lacksPostgres, startPostgres } from '../../../../support/postgres.ts';
import { startRewritingService } from '../../../../support/rewritingService.ts';
import { startServiceProcess } from '../../../../support/sampleService.ts';
import { onlyIf } from '../../../../support/onlyIf.ts';

/** A mirror that takes days to read everything, because the request limit is low. */

it(
  'reads the latest days again while everything is read, and goes on where it was stopped',
  onlyIf(lacksPostgres === null, lacksPostgres ?? ''),
  async () => {
    await using service = await startServiceProcess(
      '--assets',
      '40',
      '--transactions',
      '4000',
      '--seed',
      '11',
    );
    await using server = await startPostgres();
    const begun = Date.now();
    const sent: string[] = [];
    let clock = begun;
    let stop = new AbortController();
    let stopAt = 8;
    await using counted = await startRewritingService({
      url: service.url,
      rewrite: (answer) => answer,
      before: (path) => {
        const query = querySchema.parse(
          JSON.parse(new URL(path, service.url).searchParams.get('query') ?? '{}'),
        );
        sent.push(JSON.stringify(query.filter ?? 'all'));
        if (sent.length === stopAt) stop.abort();
        clock += hourMs / 2;
        return Promise.resolve();
      },
    });

    async function run(): Promise<MirrorResult> {
      const target = new PostgresTarget(
        {
          host: '127.0.0.1',
          port: server.port,
          database: server.database,
          user: server.user,
          schema: 'mirrored',
          tls: 'off',
        },
        server.password,
      );
      try {
        return await runMirror(
          {
            resource: 'transactions',
            baseUrl: 'the service',
            target,
            compareEveryDays: 7,
            client: createClient({
              readAccess: () => Promise.resolve({ baseUrl: counted.url, key: service.key }),
              transport: (url, init) => fetch(url, init),
              budget: {
                take: () => Promise.resolve({ granted: true, nextAt: null }),
                exhausted: () => Promise.resolve(),
              },
            }),
            waiting: new WaitingList(() => undefined),
            title: 'The mirror',
            now: () => clock,
            offline: () => false,
          },
          { signal: stop.signal, update: () => undefined },
        );
      } finally {
        await target.close();
      }
    }

    await expect(run()).rejects.toThrow();
    stop = new AbortController();
    stopAt = 0;
    const first = await run();
    expect(first).toMatchObject({ compared: true, gone: 0 });
    expect((first.upTo ?? '') >= dayOf(begun)).toBe(true);
    const [counts] = await server.query(
      'SELECT count(*)::int AS rows, count(_deleted_at)::int AS gone FROM mirrored.transactions',
    );
    expect(counts).toEqual({ rows: 4000, gone: 0 });

    // The windows of the latest days begin on the day before; they come between those from the oldest day on.
    const yesterday = dayOf(begun - 24 * hourMs);
    const isLatest = sent.map((filter) => filter.includes(yesterday));
    expect(isLatest.indexOf(true)).toBeLessThan(sent.length / 2);
    expect(isLatest.filter(Boolean).length).toBeGreaterThan(1);

    const before = sent.length;
    expect(await run()).toMatchObject({ compared: false, inserted: 0, changed: 0 });
    expect(sent.length - before).toBeLessThan(5);
  },
);
