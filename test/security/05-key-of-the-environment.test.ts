import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { answering, type TestServer } from '../support/httpServer.ts';
import { runCommand } from '../support/runCommand.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { openTestServices } from '../support/testServices.ts';

/** A key in `RWA_API_KEY` goes to the base URL that its owner named, whatever connection the window used last. */

const service = (): Promise<TestServer> => answering(200, { results: [{ id: 1, name: 'One' }] });

const keysAt = (server: TestServer): (string | undefined)[] =>
  server.requests.map(({ authorization }) => authorization).filter((key) => key?.includes('ENVIRONMENT'));

/** The policy of this computer names the standard base URL, so that no test asks the real one. */
function policyFor(folder: string, standard: TestServer): string {
  const file = join(folder, 'policy.json');
  writeFileSync(file, JSON.stringify({ baseUrl: standard.url }));
  return file;
}

it('goes to the standard base URL, and its host is named', async () => {
  await using ofWindow = await service();
  await using standard = await service();
  using folder = temporaryFolder();
  {
    await using services = await openTestServices(folder.path);
    await services.connections.connect(ofWindow.url, 'WINDOW-KEY');
  }
  const options = {
    folder: folder.path,
    environment: {
      RWA_API_KEY: 'ENVIRONMENT-KEY',
      RWA_EXPLORER_POLICY_FILE: policyFor(folder.path, standard),
    },
  };
  const { code, err } = await runCommand(['query', 'assets'], options);
  expect(keysAt(ofWindow)).toEqual([]);
  expect(keysAt(standard)).toEqual(['Bearer ENVIRONMENT-KEY']);
  expect([code, err]).toEqual([0, expect.stringContaining(`is sent to ${standard.url}.`)]);
  // The same answer from the cache: nothing is sent.
  const again = await runCommand(['query', 'assets'], options);
  expect(keysAt(standard)).toHaveLength(1);
  expect([again.code, again.out]).toEqual([0, '{"id":1,"name":"One"}\n']);
  expect(again.err).not.toContain('is sent to');
});

it('goes to the base URL of RWA_BASE_URL, which --base-url overrules', async () => {
  await using standard = await service();
  await using named = await service();
  await using argument = await service();
  using folder = temporaryFolder();
  const environment = {
    RWA_API_KEY: 'ENVIRONMENT-KEY',
    RWA_BASE_URL: named.url,
    RWA_EXPLORER_POLICY_FILE: policyFor(folder.path, standard),
  };
  await runCommand(['query', 'assets'], { folder: folder.path, environment });
  const { err } = await runCommand(['query', 'assets', '--base-url', argument.url], {
    folder: folder.path,
    environment,
  });
  expect([keysAt(standard).length, keysAt(named).length, keysAt(argument).length]).toEqual([0, 1, 1]);
  expect(err).toContain(new URL(argument.url).host);
});
