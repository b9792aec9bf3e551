import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { ArrivingFile } from '../../../../../main/features/savedQueries/arrivingFile.ts';
import { makeTemporaryFolder } from '../../../../support/temporaryFolder.ts';

const folder = makeTemporaryFolder('arriving');
const mine = { name: 'Mine.RWAQ', bytes: Buffer.from('what is in it') };
writeFileSync(join(folder, mine.name), mine.bytes);

it('finds a file among arguments, from the folder in which they were typed, and gives it once', async () => {
  let arrived = 0;
  const file = new ArrivingFile(() => (arrived += 1));
  file.arriveFrom(['--user-data-dir=x.rwaq', 'rwa-explorer://v1/jobs', 'Mine.RWAQ'], folder);
  expect(arrived).toBe(1);
  expect(await file.read()).toEqual(mine);
  expect(await file.read()).toBeNull();
});

it('finds a file that a desktop hands over as an address', async () => {
  const file = new ArrivingFile(() => undefined);
  file.arriveFrom([pathToFileURL(join(folder, 'Mine.RWAQ')).href], '/');
  expect(await file.read()).toEqual(mine);
});

it('is content where there is none', async () => {
  const file = new ArrivingFile(() => undefined);
  file.arriveFrom(['/usr/bin/node', '.', 'notes.json'], folder);
  expect(await file.read()).toBeNull();
});

it('says which file cannot be read', async () => {
  const file = new ArrivingFile(() => undefined);
  file.arrive(join(folder, 'gone.rwaq'));
  await expect(file.read()).rejects.toMatchObject({
    failure: { code: 'file', message: 'The file gone.rwaq could not be opened.' },
  });
});
