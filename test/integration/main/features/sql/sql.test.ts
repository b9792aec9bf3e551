import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { viewName } from '../../../../../main/store/records/resourceViews.ts';
import { metricMembers } from '../../../../../preload/contract/metric.ts';
import { isJsonObject, type Json } from '../../../../../preload/contract/json.ts';
import { resolveField } from '../../../../../preload/contract/resources/fieldValue.ts';
import { resourceNames, resources } from '../../../../../preload/contract/resources.ts';
import { readNumber } from '../../../../../preload/contract/sentNumber.ts';
import { comparableId, comparableInstant } from '../../../../../main/store/query/values.ts';
import type { ResourceRecord } from '../../../../../preload/contract/records.ts';
import { sqlLimits } from '../../../../../preload/contract/sql.ts';
import { cutOffSentence, sqlTable } from '../../../../../preload/contract/sqlTable.ts';
import { writePage } from '../../../../support/storedPages.ts';
import { openTestStore } from '../../store/testStore.ts';
import { planOf, readAll, request, resultFiles, sqlFixture, type SqlFixture } from './sqlFixture.ts';

/** SQL over a real cache, each statement in a real process. */

let fixture: SqlFixture;
beforeAll(async () => {
  fixture = await sqlFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());

it('LIKE, lower and upper fold case as filters do, and text_key is the order of lists', async () => {
  const sql = `SELECT lower('ÉCO Ärzte'), upper('éco'), 'Éco Fund' LIKE '%éco%', 'Éco' LIKE 'e%', 'a%b' LIKE 'A\\%B' ESCAPE '\\',
    'axb' LIKE 'a\\%b' ESCAPE '\\', NULL LIKE 'a', lower(7), text_key('Äther') < text_key('Zeta'), text_key('apple') < text_key('Äther')`;
  const { resultId } = await fixture.sql.run({ ...request, sql });
  expect(await readAll(fixture.sql, resultId)).toEqual([['éco ärzte', 'ÉCO', 1, 0, 1, 0, null, 7, 1, 1]]);
});

describe('a view', () => {
  it.each(resourceNames.map((resource) => [viewName(resource), resource] as const))(
    'has what the records have: %s',
    { timeout: 120_000 },
    async (name, resourceName) => {
      const records = fixture.records.get(resourceName) ?? [];
      const resource = resources[resourceName];
      const { resultId, columns, rows } = await fixture.sql.run({ ...request, sql: `SELECT * FROM ${name}` });
      expect(rows).toBe(records.length);
      const read = await readAll(fixture.sql, resultId);
      await fixture.sql.closeResult(resultId);
      const placeOf = new Map(columns.map((column, place) => [column.name, place]));
      const byId = new Map(read.map((row) => [String(row[placeOf.get('id') ?? -1]), row]));
      const wrong: unknown[] = [];
      for (const record of records) {
        const row = byId.get(String(record.id)) ?? [];
        const compare = (column: string, expected: Json): void => {
          const found = row[placeOf.get(column) ?? -1];
          if (found !== expected) wrong.push({ id: record.id, column, found, expected });
        };
        for (const field of resource.fields) {
          const value = resolveField(resource, record, field.name) ?? null;
          if (field.via !== undefined) continue;
          if (field.type === 'metric')
            compare(field.name, readNumber((isJsonObject(value) ? value['val'] : value) ?? null));
          else if (field.type === 'date' || field.type === 'datetime') {
            const ms = comparableInstant(value);
            const text = ms === null ? null : new Date(ms).toISOString();
            compare(`${field.name}__ms`, ms);
            compare(field.name, field.type === 'date' ? (text?.slice(0, 10) ?? null) : text);
          } else if (field.type === 'id') compare(field.name, comparableId(value));
          else if (field.type === 'integer' || field.type === 'number')
            compare(field.name, readNumber(value));
          else if (field.type === 'boolean')
            compare(field.name, value === null ? null : value === true || value === 'true');
          else if (field.type === 'object' && value !== null) {
            const found = row[placeOf.get(field.name) ?? -1];
            if (typeof value === 'object') expect(JSON.parse(String(found))).toEqual(value);
          } else if (typeof value === 'string') compare(field.name, value);
        }
        compare('_request', resource.path);
        compare('_fetched_at', '2026-11-20T00:00:00.000Z');
      }
      expect(wrong.slice(0, 10)).toEqual([]);
    },
  );

  it('of metrics has a row for each metric of a record, and one of lists a row for each element @nightly', async () => {
    for (const [view, resourceName] of [
      ['assets', 'assets'],
      ['networks', 'networks'],
    ] as const) {
      const records = fixture.records.get(resourceName) ?? [];
      const { fields } = resources[resourceName];
      const of = (type: string): readonly string[] =>
        fields.filter((field) => field.type === type).map(({ name }) => name);
      const metrics = records.flatMap((record) =>
        of('metric').flatMap((name) => {
          const value: Json = record[name] ?? null;
          if (value === null) return [];
          const members = metricMembers.map((member) =>
            readNumber((isJsonObject(value) ? value[member] : member === 'val' ? value : null) ?? null),
          );
          return [JSON.stringify([record.id, name, ...members])];
        }),
      );
      const read = await fixture.rows(`SELECT * FROM ${view}_metrics`);
      expect(read.map((row) => JSON.stringify(row)).sort()).toEqual(metrics.sort());
      const lists = records.flatMap((record) =>
        of('object-list').flatMap((name) => {
          const value: Json = record[name] ?? null;
          return Array.isArray(value)
            ? value.map((element: Json, index) => ({ id: record.id, name, position: index + 1, element }))
            : [];
        }),
      );
      const elements = await fixture.rows(`SELECT * FROM ${view}_lists`);
      expect(
        elements.map(([id, name, position, value]) => ({
          id,
          name,
          position,
          element: JSON.parse(String(value)) as Json,
        })),
      ).toEqual(expect.arrayContaining(lists));
      expect(elements).toHaveLength(lists.length);
    }
    const values = await fixture.rows(
      `SELECT count(*) FROM assets a JOIN assets_metrics m ON m.id = a.id AND m.field = 'market_value_dollar'
        WHERE a.market_value_dollar = m.val`,
    );
    expect(Number(values[0]?.[0])).toBeGreaterThan(0);
  });

  it.each(['assets', 'tokens', 'networks'])(
    'has a row of at most 10 kB and reads the body of a record once: %s',
    async (name) => {
      const plan = planOf(fixture.cache.path, `SELECT * FROM ${name}`);
      expect(plan.match(/SEARCH b USING INTEGER PRIMARY KEY/g)).toHaveLength(1);
      for (const columns of ['id, name', 'count(*), max(name)'])
        expect(planOf(fixture.cache.path, `SELECT ${columns} FROM ${name}`)).not.toContain('SEARCH b');
      const rows = await fixture.rows(`SELECT * FROM ${name}`);
      expect(JSON.stringify(rows).length / rows.length).toBeLessThan(10_000);
    },
  );

  it('counts, joins and groups as plain records do', async () => {
    const assets = fixture.records.get('assets') ?? [];
    const tokens = fixture.records.get('tokens') ?? [];
    expect(await fixture.rows('SELECT count(*) FROM assets')).toEqual([[assets.length]]);
    const joined = await fixture.rows(
      'SELECT a.id, count(t.id) FROM assets a LEFT JOIN tokens t ON t.asset_id = a.id GROUP BY a.id ORDER BY a.id',
    );
    expect(joined.length).toBe(assets.length);
    expect(joined.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(
      tokens.filter(({ asset_id }) => assets.some(({ id }) => String(id) === String(asset_id))).length,
    );
  });

  it('of transactions lets a condition follow the index', () => {
    // Guarded statements explain nothing: the plan is that of the view's own table.
    expect(
      planOf(fixture.cache.path, 'SELECT count(*) FROM transactions WHERE date__ms >= 1760000000000'),
    ).toMatch(/SEARCH r USING (?:COVERING )?INDEX transactions_date/);
    expect(
      planOf(
        fixture.cache.path,
        'SELECT id, amount FROM transactions WHERE token_id = 7 ORDER BY date__ms DESC LIMIT 10',
      ),
    ).toMatch(/USING (?:COVERING )?INDEX transactions_/);
  });
});

describe('a statement', () => {
  it('has its parameters, and refuses to run without a value', async () => {
    expect(
      await fixture.rows('SELECT :text, typeof(:number), :nothing', {
        parameters: { text: "it's", number: 1.5, nothing: null, unused: 1 },
      }),
    ).toEqual([["it's", 'real', null]]);
    await expect(fixture.rows('SELECT :missing')).rejects.toMatchObject({
      failure: { code: 'bad-query', message: 'The parameter “:missing” has no value.' },
    });
  });

  it('has values that JSON and doubles cannot hold as text', async () => {
    expect(await fixture.rows("SELECT 9007199254740993, 9e999, -9e999, x'00ff', 1e308, 'a\nb'")).toEqual([
      ['9007199254740993', 'Infinity', '-Infinity', "x'00ff'", 1e308, 'a\nb'],
    ]);
  });

  it('says of its columns what their values are', async () => {
    const { columns, resultId } = await fixture.sql.run({
      ...request,
      sql: "SELECT 1 AS number, 'a' AS text, date AS day, _fetched_at, null AS empty, iif(amount > 1, 1, 'x') AS mixed FROM transactions",
    });
    await fixture.sql.closeResult(resultId);
    expect(columns.map(({ kind }) => kind)).toEqual([
      'number',
      'text',
      expect.stringMatching(/^date/),
      'datetime',
      'empty',
      'mixed',
    ]);
  });

  it('says what it covers: what it reads, also by way of another view’s column', async () => {
    const covered = async (sql: string): Promise<unknown[]> => {
      const { coverage, resultId } = await fixture.sql.run({ ...request, sql });
      await fixture.sql.closeResult(resultId);
      return coverage.map(({ resource, cachedRecords, oldestFetchedAt, completeAsOf }) => [
        resource,
        cachedRecords,
        oldestFetchedAt,
        completeAsOf,
      ]);
    };
    const held = (name: 'assets' | 'tokens' | 'networks'): unknown[] => [
      name,
      fixture.records.get(name)?.length,
      Date.UTC(2026, 10, 20),
      // Each came on one page, of a size at which services cut: they are not known to be all until they are synced.
      null,
    ];
    expect(await covered('SELECT 1')).toEqual([]);
    expect(await covered('SELECT count(*) FROM networks')).toEqual([held('networks')]);
    expect(await covered('SELECT max(name) FROM tokens')).toEqual([held('tokens')]);
    expect(await covered('SELECT name FROM tokens WHERE is_investable')).toEqual([
      held('assets'),
      held('tokens'),
    ]);
    expect(await covered('WITH assets AS (SELECT id FROM networks) SELECT * FROM assets')).toEqual([
      held('networks'),
    ]);
  });

  it('explains what SQLite does not take in SQLite’s words', async () => {
    await expect(fixture.rows('SELECT nme FROM assets')).rejects.toMatchObject({
      failure: { code: 'bad-query', message: 'SQLite: no such column: nme.' },
    });
    await expect(fixture.rows('SELECT FROM a FROM b')).rejects.toMatchObject({
      failure: { code: 'bad-query', message: 'SQLite: near "FROM": syntax error at line 1, column 8.' },
    });
  });

  it('has the user’s labels only where it asks for them', async () => {
    const { cache } = fixture;
    const sql = fixture.engine({
      open: () => Promise.resolve({ connection: { sample: true }, cache }),
      listAnnotations: () =>
        Promise.resolve([
          { subject: { kind: 'address', address: '0xAB' }, label: 'Mine', note: '', changedAt: 1 },
          {
            subject: { kind: 'record', connectionId: 'one', resource: 'assets', id: 3 },
            label: '',
            note: 'n',
            changedAt: 1,
          },
          {
            subject: { kind: 'record', connectionId: 'two', resource: 'assets', id: 4 },
            label: 'no',
            note: '',
            changedAt: 1,
          },
        ]),
    });
    const statement = 'SELECT * FROM labels ORDER BY resource';
    await expect(sql.run({ ...request, sql: statement })).rejects.toMatchObject({
      failure: { code: 'bad-query' },
    });
    const { resultId, labels } = await sql.run({ ...request, sql: statement, labels: true });
    expect(labels).toBe(true);
    expect(await readAll(sql, resultId)).toEqual([
      [null, null, '0xab', 'Mine', null],
      ['assets', 3, null, null, 'n'],
    ]);
    await sql.close();
  });
});

describe('a result', () => {
  const series =
    'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 3000) SELECT i, :text FROM n';

  it('is read in pages, in any order, until it is closed; nothing is left of it then', async () => {
    const { resultId, rows } = await fixture.sql.run({
      ...request,
      sql: series,
      parameters: { text: '“é”\n' },
    });
    expect(rows).toBe(3000);
    const page = async (start: number, end: number): Promise<unknown> =>
      JSON.parse((await fixture.sql.read(resultId, { start, end })).rowsText);
    expect(await page(2998, 5000)).toEqual([
      [2999, '“é”\n'],
      [3000, '“é”\n'],
    ]);
    expect(await page(499, 502)).toEqual([500, 501, 502].map((i) => [i, '“é”\n']));
    expect(await page(0, 1)).toEqual([[1, '“é”\n']]);
    expect(await page(3000, 3001)).toEqual([]);
    expect((await readAll(fixture.sql, resultId)).map(([i]) => i)).toEqual(
      Array.from({ length: 3000 }, (_, i) => i + 1),
    );
    await fixture.sql.closeResult(resultId);
    await expect(page(0, 1)).rejects.toMatchObject({ failure: { code: 'not-found' } });
    expect(resultFiles(fixture)).toEqual([]);
  });

  it('is kept until there are as many others as the window shows', async () => {
    const sql = fixture.engine({});
    const ids: string[] = [];
    const run = async (): Promise<void> => {
      ids.push((await sql.run({ ...request, sql: 'SELECT 1' })).resultId);
    };
    const isKept = (nth: number): Promise<boolean> =>
      sql.read(ids[nth] ?? '', { start: 0, end: 1 }).then(
        () => true,
        (error: unknown) => {
          expect(error).toMatchObject({ failure: { code: 'not-found' } });
          return false;
        },
      );
    for (let nth = 0; nth < sqlLimits.results; nth += 1) await run();
    expect(await isKept(0)).toBe(true);
    await run();
    expect([await isKept(0), await isKept(1)]).toEqual([false, true]);
    await sql.close();
  });

  it('that is closed stays for readers of all of it, in pieces of a megabyte', async () => {
    const { resultId } = await fixture.sql.run({
      ...request,
      sql: series,
      parameters: { text: 'x'.repeat(1000) },
    });
    const sizes: number[] = [];
    let rows = 0;
    for await (const { rowsText, count } of fixture.sql.pieces(resultId)) {
      await fixture.sql.closeResult(resultId);
      expect(resultFiles(fixture)).toHaveLength(1);
      sizes.push(rowsText.length);
      rows += count;
    }
    expect(rows).toBe(3000);
    expect(Math.max(...sizes)).toBeLessThan(1_100_000);
    expect(resultFiles(fixture)).toEqual([]);
  });

  it('ends at its rows, at its bytes, at its cells, and says at which', async () => {
    const engine = fixture.engine({ limits: { rows: 1200, resultBytes: 100_000, cells: 5000 } });
    const many = await engine.run({
      ...request,
      sql: series.replace('i, :text', '1, 2, 3, 4, 5, i, :text'),
      parameters: { text: '' },
    });
    expect(many).toMatchObject({ rows: 714, cutOff: 'cells' });
    expect(cutOffSentence(many)).toBe(
      'The result ends after 714 rows: a result has at most 10 million cells. Add conditions or group them.',
    );
    const few = await engine.run({ ...request, sql: series, parameters: { text: '' } });
    expect({ rows: few.rows, cutOff: few.cutOff }).toEqual({ rows: 1200, cutOff: 'rows' });
    const wide = await engine.run({ ...request, sql: series, parameters: { text: 'x'.repeat(1000) } });
    expect(wide).toMatchObject({ rows: 99, cutOff: 'bytes' });
    expect((await readAll(engine, wide.resultId)).length).toBe(99);
    await engine.close();
  });

  it('takes no value above its limit', async () => {
    await expect(fixture.rows('SELECT zeroblob(900000000)')).rejects.toMatchObject({
      failure: { code: 'bad-query', message: 'A value of the statement is larger than 16 MB.' },
    });
    const doubling =
      "WITH RECURSIVE n(t) AS (SELECT 'abcdefgh' UNION ALL SELECT t || t FROM n LIMIT 40) SELECT max(length(t)) FROM n";
    await expect(fixture.rows(doubling)).rejects.toMatchObject({ failure: { code: 'bad-query' } });
  });
});

it('reports how many transactions came twice, unless the statement omits them', async () => {
  const move = (id: string, amount: number): ResourceRecord => ({ id, token_id: 7, amount });
  const records = [move('2-Twice-1', 1000), move('2_Twice_4_1', 1000), move('2_Once_4_1', 5)];
  await using store = await openTestStore();
  const cache = await store.cache('twins');
  const pagination = { page: 1, perPage: 3, pageCount: 1, resultCount: 3 };
  await writePage(cache, {
    resource: 'transactions',
    query: {},
    records,
    pagination,
    fetchedAt: 1,
    request: 'page',
  });
  const sql = fixture.engine({ open: () => Promise.resolve({ connection: { sample: true }, cache }) });
  const run = async (statement: string): Promise<unknown[]> => {
    const result = await sql.run({ ...request, sql: statement });
    const { provenance } = sqlTable({ ...request, sql: statement }, result);
    return [...(await readAll(sql, result.resultId)).flat(), ...(provenance.notes ?? [])];
  };
  const said = '1 transfer is a twin: use twin_of IS NULL.';
  expect(await run('SELECT sum(amount) FROM transactions')).toEqual([2005, said]);
  expect(await run('SELECT sum(amount) FROM transactions WHERE twin_of IS NULL')).toEqual([1005]);
  expect(await run('SELECT count(*) FROM assets')).toEqual([0]);
  await sql.close();
});
