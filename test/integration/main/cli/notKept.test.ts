import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCommandHere } from '../../../support/commandHere.ts';
import { listen, sendJson } from '../../../support/httpServer.ts';
import type { Outcome } from '../../../support/runCommand.ts';
import { makeTemporaryFolder } from '../../../support/temporaryFolder.ts';
import { pageOf, queryOf } from '../../../support/testService.ts';

/** What commands say without the service of records that a sync could not keep. */

it('every command over a list says offline what could not be kept of it, and ends with 7', async () => {
  const issuers = [1, 2, 3].map((id) => ({ id: id.toString(), name: `Issuer ${id.toString()}` }));
  const nameless = { name: 'Without an id' };
  await using service = await listen((request, response) => {
    sendJson(response, 200, pageOf([...issuers, nameless], queryOf(request).pagination));
  });
  const folder = makeTemporaryFolder('cli-not-kept');
  const run = (...argv: string[]): Promise<Outcome> =>
    runCommandHere([...argv, '--base-url', service.url], { folder, key: 'key' });
  expect(await run('sync', 'issuers')).toMatchObject({
    code: 7,
    err: expect.stringContaining('could not be kept') as string,
  });
  const sent = service.requests.length;
  const file = join(folder, 'issuers.csv');
  const lost = /1 record that could not be kept/;
  for (const argv of [
    ['query', 'issuers', '--offline'],
    ['query', 'issuers', '--offline', '--all'],
    ['sql', 'SELECT count(*) FROM issuers'],
    ['export', 'issuers', '--cached', '--out', file],
  ]) {
    const { code, err } = await run(...argv);
    expect([argv, code, err]).toEqual([argv, 7, expect.stringMatching(lost)]);
  }
  expect(JSON.parse(await readFile(`${file}.json`, 'utf8'))).toMatchObject({
    rows: 3,
    complete: false,
    coverage: { kind: 'complete', leftOut: 1 },
  });
  const statement = join(folder, 'statement.json');
  await run('sql', 'SELECT id FROM issuers', '--out', statement);
  expect(JSON.parse(await readFile(`${statement}.json`, 'utf8'))).toMatchObject({
    complete: false,
    coverage: { kind: 'complete', leftOut: 1 },
    covers: [{ resource: 'issuers', leftOut: 1 }],
  });
  expect((await run('search', 'nothing like it', '--offline')).err).toContain('other records may exist');
  expect(service.requests).toHaveLength(sent);
});
