import path from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { plainText } from '../../../../preload/contract/cellText.ts';
import { canonicalJson, type Json } from '../../../../preload/contract/json.ts';
import { resourceNames } from '../../../../preload/contract/resources.ts';
import { mirrorTable, type MirrorColumn } from '../../../../main/features/mirrors/mirrorTable.ts';
import { onlyIf } from '../../../support/onlyIf.ts';
import { lacksPostgres, startPostgres } from '../../../support/postgres.ts';
import { startServiceProcess } from '../../../support/sampleService.ts';
import { someOf } from '../../../support/scale.ts';
import { makeTemporaryFolder } from '../../../support/temporaryFolder.ts';
import { byDuckDb, byPython } from '../features/exports/exportFixture.ts';
import { mirrorCommand } from './mirrorCommand.ts';

/** SQL over the cache, CSV, Parquet and PostgreSQL say the same of each record in each column; of others in each run. */

const jsonLine = z.record(z.string(), z.json());

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
      const inSql = await cli([
        'sql',
        `SELECT ${read.map(({ name }) => `"${name}"`).join(', ')} FROM ${view}`,
      ]);
      expect(inSql.code, inSql.err).toBe(0);
      const sources: Record<string, Json[][]> = {
        sql: inSql.out
          .trim()
          .split('\n')
          .map((line) => {
            const row = jsonLine.parse(JSON.parse(line));
            return read.map(({ name }) => row[name] ?? null);
          }),
        csv: (await byPython(file('csv'))).slice(1),
        parquet: z.array(z.array(z.json())).parse(await byDuckDb(`SELECT * FROM '${file('parquet')}'`)),
        postgres: (
          await server.query(
            `SELECT ${read.map(({ name }, index) => `"${name}"::text AS c${index.toString()}`).join(', ')} FROM cells.${view}`,
          )
        ).map((row) => read.map((_, index) => z.json().parse(row[`c${index.toString()}`] ?? null))),
      };
      const cells = Object.entries(sources).map(([source, rows]) => {
        const byId = rows.map((row) => read.map((column, index) => comparable(column, row[index])));
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
