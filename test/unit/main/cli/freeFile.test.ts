import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { UsageError } from '../../../../main/cli/exitCodes.ts';
import { freeFile } from '../../../../main/cli/freeFile.ts';
import { makeTemporaryFolder } from '../../../support/temporaryFolder.ts';

it('uses a free name, and one that is in use only by force', async () => {
  const folder = makeTemporaryFolder('free');
  const path = (name: string): string => join(folder, name);
  await writeFile(path('taken.csv'), '');
  // Somebody's own file, which has the name of the description of an export.
  await writeFile(path('beside.csv.json'), '{"mine":true}');
  // What an export that was moved away has left behind.
  const description = { file: 'old.csv', sha256: 'a'.repeat(64), rows: 1, complete: true, sampleData: true };
  await writeFile(path('old.csv.json'), JSON.stringify({ ...description, writtenAt: null }));

  expect(await freeFile(path('new.csv'), false)).toBe(path('new.csv'));
  expect(await freeFile(path('old.csv'), false)).toBe(path('old.csv'));
  await expect(freeFile(path('taken.csv'), false)).rejects.toThrow(UsageError);
  await expect(freeFile(path('beside.csv'), false)).rejects.toThrow('beside.csv.json already exists');
  expect(await freeFile(path('taken.csv'), true)).toBe(path('taken.csv'));
  expect(await freeFile(path('beside.csv'), true)).toBe(path('beside.csv'));
});
