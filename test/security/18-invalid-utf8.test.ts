import { expect, it } from 'vitest';
import { listen } from '../support/httpServer.ts';
import { runCommandHere } from '../support/commandHere.ts';
import { someOf } from '../support/scale.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

/** Bytes of a service that are no characters are counted and said, for lists, from the cache, and for single records. */

const bytes = Buffer.concat([
  Buffer.from('{"results":[{"id":"1","name":"A'),
  Buffer.from([0xff]),
  Buffer.from('B'),
  Buffer.from([0xc3, 0x28, 0xed, 0xa0, 0x80]),
  // This one was sent as it is.
  Buffer.from(' \uFFFD"}]}'),
]);

it.each(
  someOf([
    ['aggregate', '{"results":[{"group":{"id":1,"name":"A\uFFFD"},"value":1}]}'],
    ['timeseries', '{"results":[{"group":{"id":1,"name":"A\uFFFD"},"points":[["2026-01-01",1]]}]}'],
    ['meta', '{"fields":[{"name":"id","label":"A\uFFFD"}]}'],
  ]),
)('are counted and said in answers of “%s”, from the service and from the cache', async (command, text) => {
  await using server = await listen((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const [before = '', after = ''] = text.split('\uFFFD');
    response.end(Buffer.concat([Buffer.from(before), Buffer.from([0xff]), Buffer.from(after)]));
  });
  using folder = temporaryFolder();
  for (const further of [[], ['--offline']]) {
    const { code, err } = await runCommandHere([command, 'assets', '--base-url', server.url, ...further], {
      folder: folder.path,
      key: 'KEY',
    });
    expect([code, err]).toEqual([
      0,
      expect.stringContaining('1 character of this answer is not valid UTF-8'),
    ]);
  }
});

it('are counted and said', async () => {
  await using server = await listen((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(bytes);
  });
  using folder = temporaryFolder();
  const ask = (...argv: string[]): ReturnType<typeof runCommandHere> =>
    runCommandHere([...argv, '--base-url', server.url], {
      folder: folder.path,
      key: 'KEY',
    });
  expect((await ask('query', 'issuers')).err).toContain('5 characters of this answer are not valid UTF-8');
  expect((await ask('query', 'issuers', '--offline')).err).toContain(
    '5 characters of this answer are not valid UTF-8',
  );
  expect((await ask('record', 'assets', '1')).err).toContain(
    '5 characters of this answer are not valid UTF-8',
  );
});
