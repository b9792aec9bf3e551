import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { plainText } from '../../../../preload/contract/cellText.ts';
import { canonicalJson, type Json } from '../../../../preload/contract/json.ts';
import { metricMembers } from '../../../../preload/contract/metric.ts';
import { resourceNames, resources, type ResourceName } from '../../../../preload/contract/resources.ts';
import { mirrorTable, type MirrorColumn } from '../../../../main/features/mirrors/mirrorTable.ts';
import { onlyIf } from '../../../support/onlyIf.ts';
import { lacksPostgres, startPostgres } from '../../../support/postgres.ts';
import { startServiceProcess } from '../../../support/sampleService.ts';
import { someOf } from '../../../support/scale.ts';
import { makeTemporaryFolder } from '../../../support/temporaryFolder.ts';
import { byDuckDb, byPython } from '../features/exports/exportFixture.ts';
import { jsonLines } from '../../../support/runCommand.ts';
import { mirrorCommand, type MirrorCommand } from './mirrorCommand.ts';

/** SQL over the cache, CSV, Parquet and PostgreSQL say the same of each record in each column; of others in each run. */

const jsonLine = z.record(z.string(), z.json());

type Row = z.infer<typeof jsonLine>;

/** Members of metrics, and elements of lists, by the record and the field that they are of. */
function rowsOfFields(rows: readonly Row[]): Map<string, Row> {
  return new Map(rows.map((row) => [`${String(row['id'])} ${String(row['field'])}`, row]));
}

function hasLists(resource: ResourceName): boolean {
  return resources[resource].fields.some(({ type }) => type === 'object-list');
}

/** The same text for the same value, whichever way it came. */
function comparable({ type }: MirrorColumn, value: Json | undefined): string {
  if (value === null || value === undefined || value === '') return '';
  switch (type) {
    case 'number':
      return String(Number(value));
    case 'boolean':
      return String(value === true || value === 1 || value === 'true' || value === '1');
    case 'date':
      return String(value).slice(0, 10);
    case 'datetime':
      return new Date(String(value).replace(/ (\d\d:\d\d:\d\d(?:\.\d+)?)$/, 'T$1Z')).toISOString();
    case 'text':
      return String(value);
    case 'json': {
      const read =
        typeof value === 'string' && /^[[{]/.test(value) ? z.json().parse(JSON.parse(value)) : value;
      const text = plainText(read);
      return /^[[{]/.test(text) ? canonicalJson(z.json().parse(JSON.parse(text))) : text;
    }
  }
}

/** The column, and of a metric one for each further member. */
function withMembers(column: MirrorColumn): MirrorColumn[] {
  const { name, source } = column;
  if (source === null) return [];
  if (source.member === undefined) return [column];
  return metricMembers.map((member) =>
    member === 'val'
      ? column
      : { ...column, name: `${name}__${member}`, source: { ...source, name: `${name}:${member}`, member } },
  );
}

const ofMember = new RegExp(`^(.*)__(${metricMembers.join('|')})$`);

interface Bench extends AsyncDisposable {
  readonly server: Awaited<ReturnType<typeof startPostgres>>;
  readonly folder: string;
  readonly cli: MirrorCommand['cli'];
}

/** Records of the sample service that are cached and mirrored. */
async function mirroredBench(what: string): Promise<Bench> {
  await using opening = new AsyncDisposableStack();
  const service = opening.use(
    await startServiceProcess('--assets', '60', '--transactions', '500', '--seed', '7', '--rate', '100000'),
  );
  const server = opening.use(await startPostgres());
  const folder = makeTemporaryFolder('cells');
  const { cli } = mirrorCommand(service, folder, { PGPASSWORD: server.password });
  const to = `postgres://${server.user}@127.0.0.1:${server.port.toString()}/${server.database}/cells`;
  const mirrored = await cli(['mirror', what, '--to', to]);
  expect(mirrored.code, mirrored.err).toBe(0);
  expect(mirrored.err).not.toContain('NULL');
  const opened = opening.move();
  return { server, folder, cli, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

it(
  'has equal cells in SQL, CSV, Parquet and PostgreSQL, over all resources @nightly',
  { ...onlyIf(lacksPostgres === null, lacksPostgres ?? ''), timeout: 300_000 },
  async () => {
    await using bench = await mirroredBench('--all');
    const { folder, cli, server } = bench;
    for (const resource of someOf(resourceNames, 1 / 3)) {
      const { name: view, columns } = mirrorTable(resource);
      const read = columns.flatMap(withMembers);
      const names = read.map(({ source }) => source?.name ?? '').join(',');
      const file = (ending: string): string => path.join(folder, `${resource}.${ending}`);
      for (const ending of ['csv', 'parquet']) {
        const written = await cli([
          'export',
          resource,
          '--cached',
          '--columns',
          names,
          '--no-provenance',
          '--out',
          file(ending),
        ]);
        expect([0, 7], written.err).toContain(written.code);
      }
      const idAt = read.findIndex(({ name }) => name === 'id');
      const inSql = async (statement: string): Promise<Row[]> => {
        const { code, out, err } = await cli(['sql', statement]);
        expect(code, err).toBe(0);
        return jsonLines(out).map((line) => jsonLine.parse(line));
      };
      const rows = await inSql(`SELECT * FROM ${view}`);
      const metrics = rowsOfFields(names.includes(':') ? await inSql(`SELECT * FROM ${view}_metrics`) : []);
      const lists = rowsOfFields(
        hasLists(resource)
          ? await inSql(
              `SELECT id, field, json_group_array(json(value)) AS elements FROM ${view}_lists GROUP BY id, field`,
            )
          : [],
      );
      const plain = read.filter(({ name }) => !ofMember.test(name));
      const members = metricMembers.map((member) => `${member}::text AS ${member}`).join(', ');
      const mirroredMetrics = rowsOfFields(
        z
          .array(jsonLine)
          .parse(await server.query(`SELECT id, field, ${members} FROM cells.${view}_metrics`)),
      );
      const sources: Record<string, Json[][]> = {
        sql: rows.map((row) =>
          read.map(({ name }) => {
            const [, field = name, member = ''] = /^(.*)__(.*?)$/.exec(name) ?? [];
            const key = `${String(row['id'])} `;
            return (
              row[name] ?? metrics.get(key + field)?.[member] ?? lists.get(key + name)?.['elements'] ?? null
            );
          }),
        ),
        csv: (await byPython(file('csv'))).slice(1),
        parquet: z.array(z.array(z.json())).parse(await byDuckDb(`SELECT * FROM '${file('parquet')}'`)),
        postgres: (
          await server.query(
            `SELECT ${plain.map(({ name }) => `"${name}"::text AS "${name}"`).join(', ')} FROM cells.${view}`,
          )
        ).map((row) =>
          read.map(({ name }) => {
            const [, field = '', member = ''] = ofMember.exec(name) ?? [];
            const metric = mirroredMetrics.get(`${String(row['id'])} ${field}`);
            return z.json().parse((member === '' ? row[name] : metric?.[member]) ?? null);
          }),
        ),
      };
      const cells = Object.entries(sources).map(([source, found]) => {
        const byId = found.map((row) => read.map((column, index) => comparable(column, row[index])));
        return [source, byId.sort((a, b) => Number(a[idAt]) - Number(b[idAt]))] as const;
      });
      const [, expected] = cells[3] ?? ['', []];
      expect(expected.length, resource).toBeGreaterThan(0);
      for (const [source, rows] of cells) {
        const other = read.flatMap(({ name }, index) => {
          const at = rows.findIndex((row, place) => row[index] !== expected[place]?.[index]);
          return at === -1 ? [] : [`${name}: ${rows[at]?.[index] ?? ''} ≠ ${expected[at]?.[index] ?? ''}`];
        });
        expect(other, `${resource} in ${source}`).toEqual([]);
      }
    }
  },
);

/** A field of every kind: identifier, text, number, metric, day, moment, true or false, texts, identifiers, a nested record. */
const everyKind = [
  'id',
  'name',
  'token_count',
  'total_asset_value_dollar',
  'inception_date',
  '_updated_at',
  'is_investable',
  'network_names',
  'network_ids',
  'issuer',
];
const moments = new Set(['inception_date', '_updated_at']);

/** Moments and identifiers are the same in each spelling: JSON has them as they were sent. */
function inOneSpelling(rows: Json): Json[] {
  return z
    .array(jsonLine)
    .parse(rows)
    .map((row) =>
      everyKind.map((name) => {
        const value = row[name] ?? null;
        if (name === 'id') return String(value);
        return moments.has(name) && typeof value === 'string' ? new Date(value).toISOString() : value;
      }),
    );
}

it(
  'writes a value of every kind in one form for each kind of file, from records and from SQL @nightly',
  { ...onlyIf(lacksPostgres === null, lacksPostgres ?? ''), timeout: 300_000 },
  async () => {
    await using bench = await mirroredBench('assets');
    const { folder, cli, server } = bench;
    const names = everyKind.join(',');
    const query = JSON.stringify({ sort: { field: 'id', direction: 'asc' } });
    const file = (way: string, format: string): string => path.join(folder, `${way}.${format}`);
    for (const format of ['csv', 'json', 'parquet']) {
      const records = ['export', 'assets', '--cached', '--query', query, '--columns', names];
      const sql = ['sql', `SELECT ${names} FROM assets ORDER BY id`];
      for (const [way, argv] of Object.entries({ records, sql })) {
        const { code, err } = await cli([...argv, '--out', file(way, format)]);
        expect([way, format, code], err).toEqual([way, format, 0]);
      }
    }
    const textOf = (way: string, format: string): Promise<string> => readFile(file(way, format), 'utf8');
    const csv = await textOf('sql', 'csv');
    expect(csv).toBe(await textOf('records', 'csv'));
    expect(csv).toMatch(/,true,/);
    expect(csv).toMatch(/,false,/);
    const [typesOfSql, typesOfRecords] = await Promise.all(
      ['sql', 'records'].map(async (way) => byDuckDb(`DESCRIBE SELECT * FROM '${file(way, 'parquet')}'`)),
    );
    expect(typesOfSql).toEqual(typesOfRecords);
    const both = `(SELECT * FROM '${file('sql', 'parquet')}' EXCEPT ALL SELECT * FROM '${file('records', 'parquet')}')`;
    expect(await byDuckDb(`SELECT count(*)::INT AS others FROM ${both}`)).toEqual([[0]]);

    const json = inOneSpelling(z.json().parse(JSON.parse(await textOf('sql', 'json'))));
    expect(json.length).toBeGreaterThan(50);
    expect(json).toEqual(inOneSpelling(z.json().parse(JSON.parse(await textOf('records', 'json')))));
    const mirror = await server.query(
      `SELECT to_jsonb(r)::text AS row FROM (SELECT ${names} FROM cells.assets) r ORDER BY id::numeric`,
    );
    expect(inOneSpelling(mirror.map(({ row }) => z.json().parse(JSON.parse(String(row)))))).toEqual(json);

    // Conditions may say it in any way.
    const counts = await cli([
      'sql',
      `SELECT (SELECT count(*) FROM assets WHERE is_investable) AS bare, (SELECT count(*) FROM assets WHERE is_investable = 1) AS one,
         (SELECT count(*) FROM assets WHERE is_investable = true) AS word, max(is_investable) AS computed FROM assets`,
    ]);
    const [{ bare = null, ...others } = {}] = jsonLines(counts.out).map((line) => jsonLine.parse(line));
    expect(others).toEqual({ one: bare, word: bare, computed: 1 });
    // Behind a UNION it is not known what a column is.
    const union = await cli(['sql', 'SELECT is_investable FROM assets WHERE is_investable UNION SELECT 2']);
    expect(jsonLines(union.out)).toEqual([{ is_investable: 1 }, { is_investable: 2 }]);
  },
);
