import { execFileSync } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runExport } from '../../../../../main/features/exports/runExport.ts';
import { defaultOptions, type ExportFormat } from '../../../../../preload/contract/exports.ts';
import { smallDisk } from '../../../../support/smallDisk.ts';
import { columns, exportFixture, type ExportFixture } from './exportFixture.ts';

/** Places that take no file, or not all of it. */

const records = Array.from({ length: 6000 }, (_value, index) => ({
  id: `1-0x${index.toString(16)}-0-0`,
  transaction_hash: Array.from({ length: 4 }, (_part, nth) => Math.sin(index * 4 + nth).toString(36)).join(
    '',
  ),
  amount: Math.sin(index),
}));

async function fixtureWithFolder(): Promise<{ fixture: ExportFixture; folder: string }> {
  const fixture = await exportFixture([]);
  await fixture.write(records);
  const folder = join(fixture.folder, 'disk');
  await mkdir(folder);
  return { fixture, folder };
}

function exportTo({ environment }: ExportFixture, path: string, format: ExportFormat): Promise<unknown> {
  return runExport(
    environment,
    {
      connectionId: 'test',
      scope: { kind: 'cached', resource: 'transactions', query: {} },
      format,
      columns,
      options: defaultOptions(format),
    },
    path,
    { signal: new AbortController().signal, update: () => undefined },
  );
}

describe('an export', () => {
  it('to a full disk says so, leaves nothing behind and keeps an older file', async (context) => {
    const { fixture, folder } = await fixtureWithFolder();
    await using _open = fixture;
    using _disk = smallDisk(folder, 65_536, context);
    await writeFile(join(folder, 'old.csv'), 'id');
    for (const [name, format] of [
      ['old.csv', 'csv'],
      ['a.parquet', 'parquet'],
      ['a.xlsx', 'xlsx'],
      ['a.jsonl', 'jsonl'],
    ] as const) {
      await expect(exportTo(fixture, join(folder, name), format)).rejects.toMatchObject({
        failure: { code: 'file', message: 'The disk is full. Free some space, or choose another folder.' },
      });
      expect(await readdir(folder)).toEqual(['old.csv']);
    }
  });

  it('to a folder that may only be read says so', async (context) => {
    const { fixture, folder } = await fixtureWithFolder();
    await using _open = fixture;
    using _disk = smallDisk(folder, 65_536, context);
    execFileSync('mount', ['-o', 'remount,ro', folder], { stdio: 'ignore' });
    await expect(exportTo(fixture, join(folder, 'a.csv'), 'csv')).rejects.toMatchObject({
      failure: { code: 'file', message: 'This folder is not writable. Choose another one.' },
    });
    expect(await readdir(folder)).toEqual([]);
  });
});
