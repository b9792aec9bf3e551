import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { expect, it } from 'vitest';
import { listen } from '../support/httpServer.ts';
import { runCommandHere } from '../support/commandHere.ts';
import { someOf } from '../support/scale.ts';
import { queryOf } from '../support/testService.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

/** Bytes of a service that are no characters, and what JSON does not have, are counted and said: from the service and from the cache. */

const bytes = Buffer.concat([
  Buffer.from('{"results":[{"id":"1","name":"A'),
  Buffer.from([0xff]),
  Buffer.from('B'),
  Buffer.from([0xc3, 0x28, 0xed, 0xa0, 0x80]),
  // This one was sent as it is.
  Buffer.from(' \uFFFD","asset_count":NaN},]}'),
]);

/** Whether a page behind the first is requested, which has nothing. */
function isFurther(request: IncomingMessage): boolean {
  return (queryOf(request).pagination?.page ?? 1) > 1;
}

const saidOfBytes = '5 characters of this answer are not valid UTF-8';
const saidOfJson = 'This answer is not valid JSON in 2 places';

it.each(
  someOf([
    ['aggregate', '{"results":[{"group":{"id":1,"name":"A\uFFFD"},"value":NaN},]}'],
    ['timeseries', '{"results":[{"group":{"id":1,"name":"A\uFFFD"},"points":[["2026-01-01",NaN]]},]}'],
    ['meta', '{"fields":[{"name":"id","label":"A\uFFFD","far":Infinity},]}'],
  ]),
)('are counted and said in answers of “%s”, from the service and from the cache', async (command, text) => {
  await using server = await listen((request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    if (isFurther(request)) {
      response.end('{"results":[]}');
      return;
    }
    const [before = '', after = ''] = text.split('\uFFFD');
    response.end(Buffer.concat([Buffer.from(before), Buffer.from([0xff]), Buffer.from(after)]));
  });
  using folder = temporaryFolder();
  for (const further of [[], ['--offline']]) {
    const { code, err } = await runCommandHere([command, 'assets', '--base-url', server.url, ...further], {
      folder: folder.path,
      key: 'KEY',
    });
    expect(err).toContain('1 character of this answer is not valid UTF-8');
    expect([code, err]).toEqual([0, expect.stringContaining(saidOfJson)]);
  }
});

it('are counted and said', async () => {
  await using server = await listen((request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(isFurther(request) ? '{"results":[]}' : bytes);
  });
  using folder = temporaryFolder();
  const ask = (...argv: string[]): ReturnType<typeof runCommandHere> =>
    runCommandHere([...argv, '--base-url', server.url], {
      folder: folder.path,
      key: 'KEY',
    });
  for (const command of [
    ['query', 'issuers'],
    ['query', 'issuers', '--offline'],
    ['record', 'assets', '1'],
    ['query', 'issuers', '--all'],
    ['sync', 'issuers'],
    ['export', 'issuers', '--out', path.join(folder.path, 'issuers.csv')],
  ]) {
    const { err } = await ask(...command);
    expect.soft(err, command.join(' ')).toContain(saidOfBytes);
    expect.soft(err, command.join(' ')).toContain(saidOfJson);
  }
});
