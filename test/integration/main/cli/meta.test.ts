import { describe, expect, it } from 'vitest';
import { runCommandHere } from '../../../support/commandHere.ts';
import { answering, listen } from '../../../support/httpServer.ts';
import { jsonLines } from '../../../support/runCommand.ts';
import { someOf } from '../../../support/scale.ts';
import { makeTemporaryFolder } from '../../../support/temporaryFolder.ts';

describe('meta', () => {
  it.each(
    someOf([
      ['an HTML page', '<!doctype html><title>Sign in</title>', 200],
      ['null', 'null', 200],
      ['nothing that names a field', '{"version":4}', 200],
      ['a 404', '{"message":"Not found."}', 404],
    ]),
  )('says that the built-in catalogue is used after %s', async (_what, body, status) => {
    await using server = await listen((_request, response) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    });
    const { code, out, err } = await runCommandHere(['meta', 'tokens', '--base-url', server.url], {
      folder: makeTemporaryFolder('cli'),
      key: 'key',
    });
    expect(code).toBe(7);
    expect(jsonLines(out).length).toBeGreaterThan(100);
    expect(err).toMatch(/^The key in RWA_API_KEY is sent to .+\nThe built-in catalogue is used\. .+\n$/);
  });

  it('accepts metadata in a readable shape without a message', async () => {
    await using server = await answering(200, {
      tokens: { fields: { field_of_tomorrow: { operators: ['equals'] } } },
    });
    const { code, out, err } = await runCommandHere(['meta', 'tokens', '--base-url', server.url], {
      folder: makeTemporaryFolder('cli'),
      key: 'key',
    });
    expect([code, err]).toEqual([0, expect.stringMatching(/^The key in RWA_API_KEY is sent to .+\n$/)]);
    expect(jsonLines(out).at(-1)).toMatchObject({ name: 'field_of_tomorrow', origin: 'service' });
  });
});
