import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { makeRandom } from '../../../../main/sample-service/data/random.ts';
import { createSavedQueries } from '../../../../main/features/savedQueries/savedQueries.ts';
import { openStore } from '../../../../main/store/store.ts';
import { dayMs, dayOf } from '../../../../preload/contract/days.ts';
import { resourceNames } from '../../../../preload/contract/resources.ts';
import { savedQueryContentSchema } from '../../../../preload/contract/savedQueries.ts';
import { workers } from '../../../support/built.ts';
import { makeCertificates } from '../../../support/certificates.ts';
import type { TestServer } from '../../../support/httpServer.ts';
import { lacksPostgres, startPostgres, type PostgresServer } from '../../../support/postgres.ts';
import { startRewritingService } from '../../../support/rewritingService.ts';
import { startServiceProcess, type ServiceProcess } from '../../../support/sampleService.ts';
import { atScale } from '../../../support/scale.ts';
import { makeTemporaryFolder } from '../../../support/temporaryFolder.ts';
import { pageOf, queryOf } from '../../../support/testService.ts';
import { mirrorCommand, resultSchema, type MirrorCommand } from './mirrorCommand.ts';
import type { Outcome } from '../../../support/runCommand.ts';
import { onlyIf } from '../../../support/onlyIf.ts';

/** How a command ends that says a sentence. */
function refusal(code: number, sentence: string): object {
  return { code, err: expect.stringContaining(sentence) as string };
}

const listSchema = z.looseObject({
  results: z.array(z.looseObject({ id: z.number() })),
  pagination: z.looseObject({ resultCount: z.number() }),
});
type Results = z.infer<typeof listSchema>['results'];

/** Stands before a service, and changes its list of networks before it is cut into pages. */
async function changedNetworks(
  { url, key }: ServiceProcess,
  change: (results: Results) => Results,
): Promise<TestServer> {
  const headers = { authorization: `Bearer ${key}` };
  const query = encodeURIComponent(JSON.stringify({ pagination: { page: 1, perPage: 100 } }));
  const answer = await fetch(`${url}/v4/networks?query=${query}`, { headers });
  const { results: all } = listSchema.parse(await answer.json());
  return startRewritingService({
    url,
    rewrite(answer, _own, path) {
      const list = listSchema.safeParse(answer);
      if (!list.success) return answer;
      const { filter, pagination } = queryOf({ url: path });
      const found = new Set(list.data.results.map(({ id }) => id));
      const changed = change(all).filter(({ id }) => filter === undefined || found.has(id));
      return z.json().parse(pageOf(changed, filter === undefined ? pagination : { perPage: 100 }));
    },
  });
}

/** `rwa-explorer mirror` against a PostgreSQL server and the sample data service. */

describe('rwa-explorer mirror', onlyIf(lacksPostgres === null, lacksPostgres ?? ''), () => {
  let service: ServiceProcess;
  let server: PostgresServer;
  let folder: string;
  let command: MirrorCommand;
  let schemas = 0;

  beforeAll(async () => {
    [service, server] = await Promise.all([
      startServiceProcess('--assets', '40', '--transactions', '1500', '--seed', '11', '--rate', '100000'),
      startPostgres(),
    ]);
    folder = makeTemporaryFolder('cli-mirror');
    command = mirrorCommand(service, folder, { PGPASSWORD: server.password, PGSSLROOTCERT: '' });
  });
  afterAll(async () => {
    await service[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });

  function newSchema(): string {
    schemas += 1;
    return `mirror_${schemas.toString()}`;
  }

  function addressOf(schema: string): string {
    return `postgres://${server.user}@127.0.0.1:${server.port.toString()}/${server.database}/${schema}`;
  }

  const cli: MirrorCommand['cli'] = (argv, options) => command.cli(argv, options);
  const recordsOf = (resource: string): ReturnType<MirrorCommand['recordsOf']> => command.recordsOf(resource);
  const mirror = (
    resource: string,
    schema: string,
    ...options: string[]
  ): ReturnType<MirrorCommand['mirror']> => command.mirror(resource, addressOf(schema), ...options);

  async function mirrored(resource: string, schema: string): Promise<Map<string, unknown>> {
    const rows = await server.query(
      `SELECT id, _record FROM ${schema}.${resource} WHERE _deleted_at IS NULL`,
    );
    return new Map(rows.map((row) => [String(row['id']), row['_record']]));
  }

  it('copies every record with its values, and writes nothing that has not changed', async () => {
    const schema = newSchema();
    const assets = await recordsOf('assets');
    expect(await mirror('assets', schema)).toEqual({
      resource: 'assets',
      records: 40,
      inserted: 40,
      changed: 0,
      gone: 0,
      recordsLeftOut: 0,
      valuesLeftOut: 0,
      complete: true,
      since: null,
    });
    expect(await mirrored('assets', schema)).toEqual(assets);
    expect(await mirror('assets', schema)).toMatchObject({ records: 40, inserted: 0, changed: 0, gone: 0 });

    const [first] = await server.query(
      `SELECT name, total_asset_value_dollar AS value, (SELECT val_30d FROM ${schema}.assets_metrics m WHERE m.id = a.id AND field = 'total_asset_value_dollar') AS before,
         pg_typeof(total_asset_value_dollar)::text AS type, network_slug, _record ->> 'network_slug' AS slug,
         _record -> 'total_asset_value_dollar' ->> 'val' AS val, _record -> 'total_asset_value_dollar' ->> 'val_30d' AS val_30d,
         col_description('${schema}.assets'::regclass, (SELECT attnum FROM pg_attribute WHERE attrelid = '${schema}.assets'::regclass AND attname = 'name')) AS comment
       FROM ${schema}.assets a WHERE total_asset_value_dollar IS NOT NULL ORDER BY id LIMIT 1`,
    );
    expect(first).toMatchObject({
      type: 'numeric',
      value: first?.['val'],
      before: first?.['val_30d'],
      network_slug: first?.['slug'],
      comment: expect.stringMatching(/\.$/) as string,
    });
  });

  it('copies all transactions, then compares the latest days @nightly', async () => {
    const schema = newSchema();
    const transactions = await recordsOf('transactions');
    const first = await mirror('transactions', schema);
    expect(first).toMatchObject({ records: transactions.size, inserted: transactions.size, complete: true });
    expect(await mirrored('transactions', schema)).toEqual(transactions);
    const second = await mirror('transactions', schema);
    expect(second).toMatchObject({ inserted: 0, changed: 0, gone: 0, complete: true });
    expect(second.records).toBeLessThan(transactions.size / 3);
    expect((await mirror('transactions', schema, '--days', '2')).records).toBeLessThan(second.records);
    expect((await mirror('transactions', schema, '--history', 'all')).records).toBe(transactions.size);
    // What the clock says that was ahead once is older than everything.
    await server.query(
      `UPDATE ${schema}._mirrors SET state = jsonb_set(state::jsonb, '{asOf}', to_jsonb(4102444800000))`,
    );
    expect((await mirror('transactions', schema)).records).toBe(transactions.size);
    const types = await server.query(
      `SELECT pg_typeof(date)::text AS date, pg_typeof(timestamp)::text AS at, pg_typeof(amount)::text AS amount FROM ${schema}.transactions LIMIT 1`,
    );
    expect(types).toEqual([{ date: 'date', at: 'timestamp with time zone', amount: 'numeric' }]);
  });

  it('keeps earlier values, marks deleted records, and unmarks them when they return @nightly', async () => {
    const schema = newSchema();
    let without = '';
    let renamed = '';
    await using changing = await changedNetworks(service, (results) =>
      results
        .filter(({ id }) => String(id) !== without)
        .map((record) =>
          String(record.id) === renamed ? { ...record, name: 'Renamed “A\\B”\t\u0000' } : record,
        ),
    );
    const run = async (): Promise<z.infer<typeof resultSchema>> => {
      const { code, out, err } = await cli(['mirror', 'networks', '--to', addressOf(schema)], {
        baseUrl: changing.url,
      });
      expect(code, err).toBe(0);
      return resultSchema.parse(JSON.parse(out));
    };
    const { records } = await run();
    const [{ id } = {}, { id: other } = {}] = await server.query(
      `SELECT id, name FROM ${schema}.networks ORDER BY id`,
    );
    without = String(id);
    renamed = String(other);
    expect(await run()).toMatchObject({ records: records - 1, inserted: 0, changed: 1, gone: 1 });
    expect(
      await server.query(
        `SELECT id, name FROM ${schema}.networks WHERE _deleted_at IS NOT NULL OR id = $1 ORDER BY id`,
        [other],
      ),
    ).toEqual(
      [
        { id, name: expect.any(String) as string },
        { id: other, name: 'Renamed “A\\B”\t' },
      ].sort((a, b) => String(a.id).localeCompare(String(b.id))),
    );
    expect(
      await server.query(
        `SELECT id, _record ->> 'name' <> 'Renamed' AS before FROM ${schema}.networks_history`,
      ),
    ).toEqual([{ id: other, before: true }]);
    without = '';
    renamed = '';
    expect(await run()).toMatchObject({ records, inserted: 0, changed: 2, gone: 0 });
    expect(await server.query(`SELECT id FROM ${schema}.networks WHERE _deleted_at IS NOT NULL`)).toEqual([]);
  });

  it('ends with equal rows after being killed at any moment @nightly', async () => {
    const transactions = await recordsOf('transactions');
    await atScale(import.meta.filename, 50, async ({ count, seed }) => {
      const random = makeRandom(seed);
      const schema = newSchema();
      for (let kill = 0; kill < count; kill += 1) {
        const stop = new AbortController();
        const run = cli(['mirror', 'transactions', '--to', addressOf(schema), '--history', 'all'], {
          signal: stop.signal,
        });
        await Promise.race([run, setTimeout(random.integer(300, 3000))]);
        stop.abort();
        await run;
      }
      await mirror('transactions', schema, '--history', 'all');
      expect(await mirrored('transactions', schema)).toEqual(transactions);
      expect(
        await server.query(`SELECT id FROM ${schema}.transactions WHERE _deleted_at IS NOT NULL`),
      ).toEqual([]);
    });
  }, 600_000);

  it('says what is wrong with a target and how to fix it', async () => {
    const schema = newSchema();
    const failing = (to: string, password = server.password): Promise<Outcome> =>
      cli(['mirror', 'networks', '--to', to], { env: { PGPASSWORD: password } });
    const taken = newSchema();
    await server.query(`CREATE SCHEMA ${taken}; CREATE TABLE ${taken}.networks (id int)`);
    await server.query(`CREATE ROLE guest LOGIN PASSWORD 'guest'`);
    const right = addressOf(schema);
    for (const [code, sentence, to, password] of [
      [2, 'Set PGPASSWORD', right.replace('rwa@', 'rwa:secret@')],
      [6, 'There is no host named db.invalid', 'postgres://rwa@db.invalid/a/b'],
      [6, 'No PostgreSQL server answers at 127.0.0.1:1', 'postgres://rwa@127.0.0.1:1/a/b'],
      [3, 'does not let rwa in', right, 'wrong'],
      [1, 'no database named nothing', right.replace('/postgres/', '/nothing/')],
      [1, 'is no mirror', addressOf(taken)],
      [6, 'cannot be encrypted and verified', `${right}?tls=verify`],
      [1, 'CREATE SCHEMA IF NOT EXISTS', right.replace('rwa@', 'guest@'), 'guest'],
      [2, 'It names no schema', right.replace(/\/[^/]*$/, '')],
      [2, 'It names no schema', right.replace(/[^/]*$/, '')],
      [2, 'A % must be followed by two digits', right.replace('/postgres/', '/100%/')],
      [2, 'A % must be followed by two digits', right.replace('rwa@', 'r%zza@')],
    ] as const) {
      const said = await failing(to, password);
      expect(said).toMatchObject(refusal(code, sentence));
      expect(said.err).not.toMatch(/SASL|SCRAM|URI malformed/);
    }
    // Without any password.
    const asked = await cli(['mirror', 'networks', '--to', right], {
      env: { PGPASSWORD: '', PGPASSFILE: path.join(folder, 'none') },
    });
    expect(asked).toMatchObject(refusal(3, 'asks for the password of rwa'));
    expect(asked.err).not.toMatch(/SASL|SCRAM/);
  });

  it('encrypts, and trusts a certificate of the named authority for the named host alone', async () => {
    const { authority, ...certificate } = makeCertificates(folder, 'localhost');
    await server.useCertificate(certificate);
    const to = (host: string): string => `${addressOf('encrypted').replace('127.0.0.1', host)}?tls=verify`;
    const run = (host: string, rootCertificate: string): Promise<Outcome> =>
      cli(['mirror', 'networks', '--to', to(host)], { env: { PGSSLROOTCERT: rootCertificate } });
    const refused = refusal(6, 'cannot be encrypted and verified');
    expect(await run('localhost', '')).toMatchObject(refused);
    expect(await run('127.0.0.1', authority)).toMatchObject(refused);
    expect(await run('localhost', authority)).toMatchObject({ code: 0 });
    expect(await run('localhost', `${authority}.no`)).toMatchObject(refusal(1, 'PGSSLROOTCERT'));
  });

  it('resumes after the server went away in the middle @nightly', async () => {
    const schema = newSchema();
    const transactions = await recordsOf('transactions');
    await mirror('networks', schema);
    // All rows are written when it waits to say so, and none is committed.
    await server.lock(`${schema}._mirrors IN SHARE MODE`);
    const run = cli(['mirror', 'transactions', '--to', addressOf(schema)]);
    const isWaiting = async (): Promise<boolean> =>
      (await server.query(`SELECT FROM pg_locks WHERE NOT granted`)).length > 0;
    await expect.poll(isWaiting, { interval: 20 }).toBe(true);
    await server.kill();
    const ended = await run;
    await server.start();
    expect(ended).toMatchObject(refusal(6, 'was lost'));
    await mirror('transactions', schema);
    expect(await mirrored('transactions', schema)).toEqual(transactions);
  });

  it('needs a table of its own, and refuses one of another filter', async () => {
    const schema = newSchema();
    await mirror('networks', schema);
    const filter = JSON.stringify({ filter: { operator: 'equals', field: 'id', value: 1 } });
    expect(await cli(['mirror', 'networks', '--to', addressOf(schema), '--query', filter])).toMatchObject(
      refusal(2, 'another filter'),
    );
    // The first waits for this session while it has the lock of its table.
    const lock = await server.lock(`${schema}.networks`);
    const first = cli(['mirror', 'networks', '--to', addressOf(schema)]);
    const isLocked = async (): Promise<boolean> =>
      (await server.query(`SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted`)).length > 0;
    await expect.poll(isLocked, { interval: 20 }).toBe(true);
    expect(await cli(['mirror', 'networks', '--to', addressOf(schema)])).toMatchObject(
      refusal(1, 'Another mirror is writing to'),
    );
    await lock[Symbol.asyncDispose]();
    expect(await first).toMatchObject({ code: 0 });
  });

  it('copies what a saved view finds, by its name', async () => {
    const schema = newSchema();
    const store = await openStore({ folder: path.join(folder, 'data'), workerUrl: workers.store });
    const [network] = (await recordsOf('networks')).keys();
    const saved = createSavedQueries({ user: store.user, now: Date.now });
    const save = (name: string, filter: object): Promise<unknown> =>
      saved.save(savedQueryContentSchema.parse({ name, resource: 'networks', query: { filter } }));
    await save('One network', { operator: 'equals', field: 'id', value: Number(network) });
    await save('Old ones', { operator: 'lte', field: 'date', value: '{{7 days ago}}' });
    await store.close();
    expect(await mirror('One network', newSchema())).toMatchObject({ records: 1, inserted: 1 });
    const refused = async (name: string): Promise<Outcome> =>
      cli(['mirror', name, '--to', addressOf(schema)]);
    expect(await refused('Old ones')).toMatchObject(refusal(2, 'A mirror needs fixed conditions'));
    expect(await refused('No such query')).toMatchObject(refusal(2, 'no saved view named No such query'));
  });

  it('creates columns for described fields that the app does not know', async () => {
    await using changing = await startRewritingService({
      url: service.url,
      rewrite: (answer) => {
        const { fields, results, ...rest } = z
          .looseObject({
            fields: z.array(z.json()).optional(),
            results: z.array(z.looseObject({})).optional(),
          })
          .parse(answer);
        const further = [
          { name: 'moon_phase', type: 'string', description: 'The phase of the moon.' },
          { name: 'tide_dollar', type: 'metric', description: 'The tide.' },
          { name: 'Odd "name"', type: 'string', description: 'No column.' },
        ];
        const members = { moon_phase: 'full', tide_dollar: { val: 5, val_7d: 4 }, 'Odd "name"': 'x' };
        return z.json().parse({
          ...rest,
          ...(fields === undefined ? {} : { fields: [...fields, ...further] }),
          ...(results === undefined ? {} : { results: results.map((record) => ({ ...record, ...members })) }),
        });
      },
    });
    const schema = newSchema();
    const run = await cli(['mirror', 'networks', '--to', addressOf(schema)], { baseUrl: changing.url });
    expect(run.code, run.err).toBe(0);
    const [row] = await server.query(
      `SELECT moon_phase, tide_dollar, (SELECT val_7d FROM ${schema}.networks_metrics m WHERE m.id = n.id AND field = 'tide_dollar') AS before, "Odd ""name""" AS odd_column, _record ->> 'Odd "name"' AS odd,
         col_description('${schema}.networks'::regclass, (SELECT attnum FROM pg_attribute WHERE attrelid = '${schema}.networks'::regclass AND attname = 'moon_phase')) AS comment
       FROM ${schema}.networks n LIMIT 1`,
    );
    expect(row).toEqual({
      moon_phase: 'full',
      tide_dollar: '5',
      before: '4',
      odd_column: 'x',
      odd: 'x',
      comment: 'The phase of the moon.',
    });
  });

  it('fills a column that has come since, and puts one of another type beside the old', async () => {
    const schema = newSchema();
    await mirror('networks', schema);
    await server.query(
      `ALTER TABLE ${schema}.networks DROP COLUMN slug; ALTER TABLE ${schema}.networks ALTER COLUMN name TYPE bytea USING 'x'::bytea`,
    );
    const { code, out, err } = await cli(['mirror', 'networks', '--to', addressOf(schema)]);
    expect({ code, out: resultSchema.parse(JSON.parse(out)) }).toMatchObject({
      code: 0,
      out: { inserted: 0 },
    });
    expect(err).toContain('The column slug is new');
    expect(err).toContain('new values are in the column name__2');
    const [row] = await server.query(
      `SELECT slug = _record ->> 'slug' AS slug, name__2 = _record ->> 'name' AS name FROM ${schema}.networks LIMIT 1`,
    );
    expect(row).toEqual({ slug: true, name: true });
  });

  it('mirrors every resource in one run, and continues with --follow after a failure @nightly', async () => {
    const schema = newSchema();
    const { code, out, err } = await cli(['mirror', '--all', '--to', addressOf(schema)]);
    expect(code, err).toBe(0);
    const results = out
      .trim()
      .split('\n')
      .map((line) => resultSchema.parse(JSON.parse(line)));
    expect(results.map(({ resource }) => resource)).toEqual([...resourceNames]);
    expect(results.every(({ complete, records, inserted }) => complete && records === inserted)).toBe(true);
    expect(await cli(['mirror', 'assets', '--all', '--to', addressOf(schema)])).toMatchObject({ code: 2 });

    const nowhere = addressOf(schema).replace(/:\d+/, ':1');
    const following = await cli(['mirror', 'networks', '--to', nowhere, '--follow'], {
      interrupt: (said) => expect.poll(said).toMatch(/The next try is at 20\d\d-/),
    });
    expect(following.code).toBe(130);
  });

  it('is right after any change of the cache, or of the table by others @nightly', async () => {
    const schema = newSchema();
    const { inserted } = await mirror('transactions', schema);
    expect((await cli(['cache', 'clear'])).code).toBe(0);
    const latest = await mirror('transactions', schema);
    const since = dayOf(Date.now() - 7 * dayMs);
    expect(latest).toMatchObject({ inserted: 0, changed: 0, gone: 0, complete: true, since });
    expect(latest.records).toBeLessThan(inserted / 3);

    await mirror('networks', schema);
    const networks = await recordsOf('networks');
    await server.query(`
      UPDATE ${schema}.networks SET name = 'By another' WHERE id IN (SELECT id FROM ${schema}.networks LIMIT 2);
      DELETE FROM ${schema}.networks WHERE id IN (SELECT id FROM ${schema}.networks ORDER BY id DESC LIMIT 2);
      INSERT INTO ${schema}.networks (id, _fetched_at, _first_seen_at) VALUES ('another', now(), now())`);
    expect(await mirror('networks', schema)).toMatchObject({ inserted: 2, gone: 1, complete: true });
    expect(await mirrored('networks', schema)).toEqual(networks);
    expect(
      await server.query(`SELECT id FROM ${schema}.networks WHERE name IS DISTINCT FROM _record ->> 'name'`),
    ).toEqual([]);

    await server.query(`DROP TABLE ${schema}.transactions`);
    expect(await mirror('transactions', schema)).toMatchObject({ inserted, complete: true });
  });

  it('marks nothing as deleted if many records are missing, unless the user accepts it', async () => {
    const schema = newSchema();
    let isShort = false;
    await using changing = await changedNetworks(service, (results) =>
      isShort ? results.slice(0, 3) : results,
    );
    const run = (...options: string[]): Promise<Outcome> =>
      cli(['mirror', 'networks', '--to', addressOf(schema), ...options], { baseUrl: changing.url });
    const gone = async (): Promise<number> =>
      (await server.query(`SELECT id FROM ${schema}.networks WHERE _deleted_at IS NOT NULL`)).length;
    expect((await run()).code).toBe(0);
    isShort = true;
    expect(await run()).toMatchObject(
      refusal(7, 'To accept them, run rwa-explorer mirror with --accept-removals.'),
    );
    expect(await gone()).toBe(0);
    // A cache that was cleared does not know what is missing; the table does.
    await cli(['cache', 'clear'], { baseUrl: changing.url });
    expect(await run()).toMatchObject(
      refusal(7, 'or accept the removals: run rwa-explorer mirror with --accept-removals.'),
    );
    expect(await gone()).toBe(0);
    expect((await run('--accept-removals')).code).toBe(0);
    expect(await gone()).toBe(37);
    isShort = false;
    expect((await run()).code).toBe(0);
    expect(await gone()).toBe(0);
  });

  it('copies a record with odd values as far as columns accept them, and counts the rest @nightly', async () => {
    const schema = newSchema();
    const odd = {
      id: 1,
      name: `${'Long \u0000'.repeat(2000)}end`,
      slug: 'first',
      description: 'A\u0000B \ud800 C',
      user: 'reserved',
      xmin: 'system',
      deep: { a: ['\u0000'] },
      price: '12345678901234567890.123456789',
      ...Object.fromEntries(
        Array.from({ length: 1700 }, (_, index) => [`further_${index.toString()}`, index / 7] as const),
      ),
    };
    await using changing = await changedNetworks(service, (results) =>
      results.map((record, place) => ({
        ...record,
        ...(place === 0 ? { ...odd, id: record.id } : { founded_date: '0000-01-01' }),
      })),
    );
    const { code, out, err } = await cli(['mirror', 'networks', '--to', addressOf(schema)], {
      baseUrl: changing.url,
    });
    expect(code, err).toBe(7);
    const { inserted, complete, valuesLeftOut } = resultSchema.parse(JSON.parse(out));
    expect(complete).toBe(false);
    expect(err).toMatch(/has 1,600 columns at most: further_\d+, .* stay in _record/);
    expect(err).toMatch(/[\d,]+ values do not fit their column or row\. They are in _record alone/);
    // Each figure of the wide record that no column has, and the day of each other record.
    const [wide = {}] = await server.query(
      `SELECT to_jsonb(n) - '_record' AS columns FROM ${schema}.networks n WHERE slug = 'first'`,
    );
    const columns = z.record(z.string(), z.json()).parse(wide['columns']);
    const missing = Object.entries(odd).filter(
      ([name, value]) =>
        name.startsWith('further_') && (columns[name] ?? null) === null && typeof value === 'number',
    );
    expect(missing.length).toBeGreaterThan(100);
    const metrics = await server.query(
      `SELECT field FROM ${schema}.networks_metrics m JOIN ${schema}.networks n USING (id) WHERE slug = 'first'`,
    );
    const metricsMissing = metrics.filter(({ field }) => columns[String(field)] === null);
    expect(valuesLeftOut).toBe(missing.length + metricsMissing.length + inserted - 1);
    const [row] = await server.query(
      `SELECT length(name) AS name, description, user_, xmin_, deep, price, further_0, _record ? 'further_1699' AS kept FROM ${schema}.networks WHERE slug = 'first'`,
    );
    expect(row).toEqual({
      name: 2000 * 5 + 3,
      description: 'AB \uFFFD C',
      user_: 'reserved',
      xmin_: 'system',
      deep: { a: [''] },
      price: odd.price,
      further_0: '0',
      kept: true,
    });
    expect(await server.query(`SELECT id FROM ${schema}.networks WHERE name <> ''`)).toHaveLength(inserted);
    // It is said of rows that are not written again, too.
    const again = await cli(['mirror', 'networks', '--to', addressOf(schema)], { baseUrl: changing.url });
    expect(again.code).toBe(7);
    expect(resultSchema.parse(JSON.parse(again.out))).toMatchObject({ changed: 0, valuesLeftOut, complete });
    expect(await server.query(`SELECT sum(_left_out)::int AS sum FROM ${schema}.networks`)).toEqual([
      { sum: valuesLeftOut },
    ]);
  });

  it('loses no figure of records with more metrics than a table has columns, and takes up what others changed', async () => {
    const schema = newSchema();
    const metrics = (id: number): Record<string, unknown> =>
      Object.fromEntries(
        Array.from({ length: 1700 }, (_, index) => [
          `metric_${index.toString()}`,
          {
            val: id * 1000 + index + 0.000_001,
            val_7d: '123456789012345678.25',
            chg_7d_pct: -index,
            val_90d: null,
          },
        ]),
      );
    await using changing = await changedNetworks(service, (results) =>
      results.filter(({ id }) => id % 8 === 1).map((record) => ({ ...record, ...metrics(record.id) })),
    );
    const run = (): Promise<Outcome> =>
      cli(['mirror', 'networks', '--to', addressOf(schema)], { baseUrl: changing.url });
    const { code, out, err } = await run();
    const result = resultSchema.parse(JSON.parse(out));
    expect({ code, ...result }, err).toMatchObject({ code: 0, valuesLeftOut: 0, complete: true });
    expect(err).toContain('networks_metrics');
    const lost = `SELECT count(*)::int AS lost FROM ${schema}.networks n CROSS JOIN LATERAL jsonb_each(n._record) e
      LEFT JOIN ${schema}.networks_metrics m ON m.id = n.id AND m.field = e.key
      WHERE e.key LIKE 'metric%' AND ((e.value ->> 'val')::numeric, (e.value ->> 'val_7d')::numeric, (e.value ->> 'chg_7d_pct')::numeric, NULL::numeric)
        IS DISTINCT FROM (m.val, m.val_7d, m.chg_7d_pct, m.val_90d)`;
    expect(await server.query(lost)).toEqual([{ lost: 0 }]);
    // A metric that has a column has its value there.
    const differs = `SELECT count(*)::int AS others FROM ${schema}.networks n, jsonb_each(to_jsonb(n)) e JOIN ${schema}.networks_metrics m ON m.field = e.key
      WHERE m.id = n.id AND m.val IS DISTINCT FROM (e.value #>> '{}')::numeric`;
    expect(await server.query(differs)).toEqual([{ others: 0 }]);
    expect((await run()).out).toContain('"changed":0');
    for (const change of [
      `DELETE FROM ${schema}.networks_metrics WHERE field = 'metric_1699' AND id IN (SELECT id FROM ${schema}.networks LIMIT 1)`,
      `UPDATE ${schema}.networks_metrics SET val_7d = 0 WHERE field = 'metric_7'`,
      `INSERT INTO ${schema}.networks_metrics (id, field, val) SELECT id, 'no such', 1 FROM ${schema}.networks`,
      `DROP TABLE ${schema}.networks_metrics`,
    ]) {
      await server.query(change);
      expect((await run()).code).toBe(0);
      expect(await server.query(lost), change).toEqual([{ lost: 0 }]);
      expect(await server.query(`SELECT FROM ${schema}.networks_metrics WHERE field = 'no such'`)).toEqual(
        [],
      );
    }
  });

  it('keeps the records of one service in a schema, and says that it made it', async () => {
    const schema = newSchema();
    const first = await cli(['mirror', 'networks', '--to', addressOf(schema)]);
    expect(first).toMatchObject({
      code: 0,
      err: expect.stringContaining(`The schema ${schema} is new`) as string,
    });
    const second = await cli(['mirror', 'platforms', '--to', addressOf(schema)]);
    expect(second.code, second.err).toBe(0);
    expect(second.err).not.toContain('is new');
    await using other = await startRewritingService({ url: service.url });
    for (const resource of ['networks', 'managers'])
      expect(
        await cli(['mirror', resource, '--to', addressOf(schema)], { baseUrl: other.url }),
      ).toMatchObject(refusal(2, `The schema ${schema} has the records of ${service.url}`));
    expect(await server.query(`SELECT to_regclass('${schema}.managers') AS made`)).toEqual([{ made: null }]);
  });
});
