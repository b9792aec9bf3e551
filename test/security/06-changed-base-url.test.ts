import Database from 'better-sqlite3';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openKeyStore } from '../../main/platform/keychain/keyStore.ts';
import { checksumOf, readRows } from '../../main/store/user/userDocuments.ts';
import { answering } from '../support/httpServer.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { openTestServices } from '../support/testServices.ts';
import { onlyIf } from '../support/onlyIf.ts';

/** A base URL that was changed in `user.db` by hand does not get the key that was stored for another one. */

const service = `RWA Explorer test ${randomUUID()}`;
const keyStore = await openKeyStore({ service });
const { where, problem } = await keyStore.read('none');
const keychain = onlyIf(where === 'keychain', `There is no keychain. ${problem ?? ''}`);

it('sends no stored key to a base URL that was changed by hand', keychain, async () => {
  await using own = await answering(200, { results: [{ id: 1 }] });
  await using thief = await answering(200, { results: [] });
  using folder = temporaryFolder();
  let id: string;
  {
    await using services = await openTestServices(folder.path, { keyStore: await openKeyStore({ service }) });
    ({ id } = await services.connections.connect(own.url, 'STORED-KEY'));
  }
  const database = new Database(join(folder.path, 'data', 'user.db'));
  const rows = readRows(database).filter(({ kind }) => kind === 'connection');
  for (const row of rows) {
    const changed = { ...row, value: row.value.replace(own.url, thief.url) };
    database
      .prepare(`UPDATE documents SET value = :value, checksum = :checksum WHERE kind = :kind AND id = :id`)
      .run({ ...changed, checksum: checksumOf(changed) });
  }
  database.close();
  await using services = await openTestServices(folder.path, { keyStore: await openKeyStore({ service }) });
  // Nor does it count as known: the user is asked before anything goes there.
  expect((await services.connections.list()).map(({ baseUrl }) => baseUrl)).not.toContain(thief.url);
  const listing = services.recordReader(id).then((recordReader) => recordReader.list('assets', {}));
  await expect(listing).rejects.toThrow();
  // Named by its own base URL, the connection is the one that its owner means.
  const borrowed = await services.recordReader(services.connections.borrow(own.url));
  expect((await borrowed.list('assets', {}, { refresh: true })).provenance.source).toBe('service');
  expect(thief.requests).toEqual([]);
  await keyStore.remove(own.url);
});
