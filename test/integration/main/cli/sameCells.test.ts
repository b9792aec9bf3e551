import path from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { plainText } from '../../../../preload/contract/cellText.ts';
import { canonicalJson, type Json } from '../../../../preload/contract/json.ts';
import { resourceNames, resources, type ResourceName } from '../../../../preload/contract/resources.ts';
import { mirrorTable, type MirrorColumn } from '../../../../main/features/mirrors/mirrorTable.ts';
import { onlyIf } from '../../../support/onlyIf.ts';
import { lacksPostgres, startPostgres } from '../../../support/postgres.ts';
import { startServiceProcess } from '../../../support/sampleService.ts';
import { someOf } from '../../../support/scale.ts';
import { makeTemporaryFolder } from '../../../support/temporaryFolder.ts';
import { byDuckDb, byPython } from '../features/exports/exportFixture.ts';
import { jsonLines } from '../../../support/runCommand.ts';
import { mirrorCommand } from './mirrorCommand.ts';

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
    case 'double':
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

it(
  'has equal cells in SQL, CSV, Parquet and PostgreSQL, over all resources',
  { ...onlyIf(lacksPostgres === null, lacksPostgres ?? ''), timeout: 300_000 },
  async () => {
    await using service = await startServiceProcess(
      '--assets',
      '60',
      '--transactions',
      '500',
      '--seed',
      '7',
      '--rate',
      '100000',
    );
    await using server = await startPostgres();
    const folder = makeTemporaryFolder('cells');
    const { cli } = mirrorCommand(service, folder, { PGPASSWORD: server.password });
    const to = `postgres://${server.user}@127.0.0.1:${server.port.toString()}/${server.database}/cells`;
    const mirrored = await cli(['mirror', '--all', '--to', to]);
    expect(mirrored.code, mirrored.err).toBe(0);
    expect(mirrored.err).not.toContain('NULL');
    for (const resource of someOf(resourceNames, 1 / 3)) {
      const { name: view, columns } = mirrorTable(resource);
      const read = columns.flatMap((column) => (column.source === null ? [] : [column]));
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
            `SELECT ${read.map(({ name }, index) => `"${name}"::text AS c${index.toString()}`).join(', ')} FROM cells.${view}`,
          )
        ).map((row) => read.map((_, index) => z.json().parse(row[`c${index.toString()}`] ?? null))),
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
