import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { createSql, type Sql } from '../../../../../main/features/sql/sql.ts';
import { startNodeProcess } from '../../../../../main/platform/system/childProcess.ts';
import { dayMs } from '../../../../../preload/contract/days.ts';
import type { ResourceRecord } from '../../../../../preload/contract/records.ts';
import type { SqlCell } from '../../../../../preload/contract/sql.ts';
import { sqlTable } from '../../../../../preload/contract/sqlTable.ts';
import { makeRandom } from '../../../../bench/storeData.ts';
import { workers } from '../../../../support/built.ts';
import { atScale } from '../../../../support/scale.ts';
import { byDuckDb, exportFixture, type ExportFixture } from '../exports/exportFixture.ts';
import { request } from './sqlFixture.ts';

/** The figures of statements beside those of DuckDB and pandas on the exported file. */

const columns = ['id', 'date', 'month', 'usd_amount', 'amount', 'to_address', 'asset_id', 'network_id'];
const everything =
  'SELECT id, date, substr(date, 1, 7) AS month, usd_amount, amount, to_address, asset_id, network_id FROM transactions';

let random = makeRandom(7);
const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;

/** Nothing, both zeros, ends of the doubles, equal numbers, and numbers that no double holds. */
const awkward = [
  null,
  0,
  -0,
  5e-324,
  0.1,
  0.1,
  1,
  -2.5,
  1e21,
  1e308,
  1e308,
  -1e308,
  '9007199254740993',
  '0.1000000000000000055511',
];
const records: ResourceRecord[] = Array.from({ length: 600 }, (_, index) => ({
  id: `t${index.toString()}`,
  date:
    random() < 0.05
      ? null
      : new Date(Date.UTC(2024, 11, 25) + Math.floor(random() * 200) * dayMs).toISOString(),
  usd_amount: pick(awkward),
  amount: random() < 0.1 ? null : Math.round((random() * 20 - 5) * 1e4) / 1e3,
  to_address: pick(['', 'a', 'A', 'é', '😀', null, '0x1', "it's"]),
  asset_id: pick([1, 2, 10, null]),
  network_id: pick([1, 3, null]),
}));

interface Measure {
  readonly kind: 'count' | 'distinct' | 'sum' | 'mean' | 'min' | 'max';
  readonly field?: string;
}
interface Case {
  readonly keys: readonly string[];
  readonly measures: readonly Measure[];
  /** Only rows whose amount is above it. */
  readonly above: number | null;
}
type Figures = ReadonlyMap<string, readonly (number | null)[]>;

let fixture: ExportFixture;
let sql: Sql;
let file: string;

beforeAll(async () => {
  fixture = await exportFixture([]);
  await fixture.write(records);
  sql = createSql({
    open: () => Promise.resolve({ connection: { sample: false }, cache: fixture.cache }),
    listAnnotations: () => Promise.resolve([]),
    processUrl: workers.sql,
    startProcess: startNodeProcess,
  });
  const result = await sql.run({ ...request, sql: everything });
  const scope = sqlTable({ ...request, sql: everything }, result, await sql.readAll(result.resultId));
  file = (await fixture.export('jsonl', {}, { scope, columns })).path;
});
afterAll(async () => {
  await sql.close();
  await fixture[Symbol.asyncDispose]();
});

it('random statements have the figures that DuckDB and pandas find', { timeout: 3_600_000 }, () =>
  atScale(import.meta.filename, 500, async ({ count, seed }) => {
    random = makeRandom(seed);
    const cases = Array.from({ length: count }, randomCase);
    const byPandas = figuresOfPandas(cases);
    for (const [index, one] of cases.entries()) {
      const own = await figuresOfStatement(one);
      expectEqual(own, await figuresOfDuckDb(one), one);
      expectEqual(own, byPandas[index] ?? new Map(), one);
    }
  }),
);

function randomCase(): Case {
  const keys = ['to_address', 'asset_id', 'network_id', 'month'].toSorted(() => random() - 0.5);
  const number = (): string => pick(['amount', 'usd_amount']);
  const further = Array.from({ length: 3 }, (): Measure => ({
    kind: pick(['sum', 'mean', 'min', 'max']),
    field: number(),
  }));
  return {
    keys: keys.slice(0, Math.floor(random() * 4)),
    measures: [{ kind: 'count' }, ...further],
    above: random() < 0.4 ? pick([0, 0.5, 3, 100]) : null,
  };
}

/** As SQLite and DuckDB both take it. A sum may pass the largest double on its way, so it is one of smaller numbers. */
function statementOf({ keys, measures, above }: Case, from: string): string {
  const figures = measures.map(({ kind, field = '' }) => {
    if (kind === 'count') return 'count(*)';
    if (kind === 'distinct') return `count(DISTINCT ${field})`;
    if (kind === 'min' || kind === 'max') return `${kind}(${field}) + 0.0`;
    return `${kind === 'mean' ? 'avg' : 'sum'}(${field} * ${(2 ** -64).toString()})`;
  });
  const where = above === null ? '' : ` WHERE amount > ${above.toString()}`;
  const by = keys.length === 0 ? '' : ` GROUP BY ${keys.join(', ')}`;
  return `WITH t AS (${from}) SELECT ${[...keys, ...figures].join(', ')} FROM t${where}${by}`;
}

async function figuresOfStatement(one: Case): Promise<Figures> {
  const { resultId } = await sql.run({ ...request, sql: statementOf(one, everything) });
  const rows = await sql.readAll(resultId);
  await sql.closeResult(resultId);
  return byKey(rows, one);
}

async function figuresOfDuckDb(one: Case): Promise<Figures> {
  const types = columns.map(
    (name) =>
      `${name}: '${name.endsWith('amount') ? 'DOUBLE' : name.endsWith('_id') ? 'BIGINT' : 'VARCHAR'}'`,
  );
  const from = `SELECT * FROM read_json('${file}', format = 'newline_delimited', columns = {${types.join(', ')}})`;
  return byKey(rowsSchema.parse(await byDuckDb(statementOf(one, from))), one);
}

const cell = z.union([z.string(), z.number(), z.null()]);
const rowsSchema = z.array(z.array(cell));
const pandasSchema = z.array(z.tuple([z.array(cell), z.array(z.number().nullable())]));

function figuresOfPandas(cases: readonly Case[]): Figures[] {
  const program = ['/usr/bin/python3', 'python3'].find((name) => {
    try {
      execFileSync(name, ['-c', 'import pandas'], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  });
  if (program === undefined) throw new Error('python3-pandas is missing: node build/system.mjs test');
  const script = path.join(import.meta.dirname, 'figures.py');
  const input = cases.map((one) => JSON.stringify(one)).join('\n');
  const lines = execFileSync(program, [script, file], { input, encoding: 'utf8', maxBuffer: 1e9 })
    .trim()
    .split('\n');
  return lines.map(
    (line) => new Map(pandasSchema.parse(JSON.parse(line)).map(([key, figures]) => [keyOf(key), figures])),
  );
}

function byKey(rows: readonly (readonly SqlCell[])[], { keys }: Case): Figures {
  return new Map(
    rows.map((row) => [
      keyOf(row.slice(0, keys.length)),
      row.slice(keys.length).map((figure) => (figure === null ? null : Number(figure))),
    ]),
  );
}

function keyOf(key: readonly SqlCell[]): string {
  return JSON.stringify(key.map((value) => (value === null ? null : String(value))));
}

function expectEqual(own: Figures, other: Figures, one: Case): void {
  const about = JSON.stringify(one);
  expect([...own.keys()].toSorted(), about).toEqual([...other.keys()].toSorted());
  for (const [key, figures] of own)
    for (const [index, figure] of figures.entries()) {
      const expected = other.get(key)?.[index] ?? null;
      const where = `${about} ${key} ${JSON.stringify(one.measures[index])}`;
      if (figure === null || expected === null) expect(figure, where).toBe(expected);
      // The sum itself is larger than every double.
      else if (!Number.isFinite(figure)) expect(expected * 2 ** 64, where).toBe(figure);
      else {
        // In what cancels out the largest number leaves what the order of the sum rounds off.
        const { kind, field } = one.measures[index] ?? {};
        const isSum = kind === 'sum' || kind === 'mean';
        const size = isSum && field === 'usd_amount' ? 1e308 * 2 ** -64 : isSum ? 20 * 2 ** -64 : 0;
        const tolerance = 1e-9 * Math.abs(expected) + 1e-13 * size * records.length;
        expect(Math.abs(figure - expected), where).toBeLessThanOrEqual(tolerance);
      }
    }
}
