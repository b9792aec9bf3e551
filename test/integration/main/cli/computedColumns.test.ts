import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { createComputedColumns } from '../../../../main/features/computedColumns/computedColumns.ts';
import { columnNameOf } from '../../../../preload/contract/expressions/columns.ts';
import { jsonLines, type Outcome } from '../../../support/runCommand.ts';
import { openTestStore } from '../store/testStore.ts';
import { sampleCommand } from './sampleCommand.ts';

const { cli, folder } = sampleCommand();

describe('computed columns', () => {
  const run = (...argv: string[]): Promise<Outcome> => cli(argv);
  let name = '';

  beforeAll(async () => {
    await using store = await openTestStore(join(folder, 'data'));
    const { calls } = createComputedColumns({ user: store.user, now: Date.now });
    const { id } = await calls.saveComputedColumn({
      resource: 'networks',
      name: 'Length of the name',
      expression: 'length(name)',
      format: 'number',
    });
    name = columnNameOf({ id });
  });

  it('are listed behind the fields', async () => {
    const { out } = await run('meta', 'networks');
    const expected = { name, label: 'Length of the name', type: 'number', expression: 'length(name)' };
    expect(jsonLines(out).at(-1)).toEqual(expected);
  });

  it('are queried and exported by their name or =id', async () => {
    const csv = await run('query', 'networks', '--columns', 'id,Length of the name', '--format', 'csv');
    const json = await run('query', 'networks', '--columns', `id,name,${name}`);
    const records = jsonLines(json.out) as { id: number; name: string; 'Length of the name': number }[];
    expect(records.length).toBeGreaterThan(3);
    for (const record of records) expect(record['Length of the name']).toBe(record.name.length);
    expect(csv.out.trim().split('\r\n')).toEqual([
      'id,Length of the name',
      ...records.map((record) => `${record.id.toString()},${record.name.length.toString()}`),
    ]);
    for (const column of ['Length of the name', name]) {
      const path = join(folder, 'out.csv');
      const argv = ['export', 'networks', '--cached', '--out', path, '--force', '--columns', `id,${column}`];
      const { err } = await run(...argv);
      expect([err, (await readFile(path, 'utf8')).split('\r\n')[0]]).toEqual(['', 'id,Length of the name']);
    }
  });

  it('that do not exist are reported with a list of those that do', async () => {
    const query = await run('query', 'networks', '--columns', '=gone');
    expect(query).toEqual({
      code: 2,
      out: '',
      err: `Networks have no computed column =gone. There are: Length of the name (${name}).\n`,
    });
    const none = await run('export', 'assets', '--out', join(folder, 'x.csv'), '--columns', '=gone');
    expect([none.code, none.err]).toEqual([
      2,
      'Assets have no computed column =gone. Make one in the app: Columns → New computed column.\n',
    ]);
  });
});
