import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dayOf } from '../../../../preload/contract/days.ts';
import { listen, sendJson } from '../../../support/httpServer.ts';
import { jsonLines, runCommand, type Outcome } from '../../../support/runCommand.ts';
import { makeTemporaryFolder } from '../../../support/temporaryFolder.ts';
import { sampleCommand } from './sampleCommand.ts';

/** What commands read from files and the standard input: the query object, lists of values, and the key. */

const sample = sampleCommand({ today: dayOf(Date.now()) });
const { cli, folder } = sample;

async function file(name: string, text: string, encoding: BufferEncoding = 'utf8'): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text, encoding);
  return path;
}

describe('the query object', () => {
  const wanted = JSON.stringify({ filter: { operator: 'in', field: 'id', value: [1, 2] } });
  const idsOf = ({ out }: Outcome): unknown[] =>
    jsonLines(out).map((record) => (record as { id: number }).id);

  it('comes from a file and from the standard input', async () => {
    const path = await file('query.json', `\uFEFF${wanted}`, 'utf16le');
    const read = await cli(['query', 'networks', '--query', `@${path}`]);
    expect([idsOf(read).toSorted(), read.err]).toEqual([[1, 2], 'Read as UTF-16LE.\n']);
    const argv = ['query', 'networks', '--query=-', '--base-url', sample.service.url];
    const piped = await runCommand(argv, { folder, key: sample.service.key, input: wanted });
    expect(idsOf(piped).toSorted()).toEqual([1, 2]);
    expect(await cli(['query', 'networks', '--query', '@missing.json'])).toMatchObject({ code: 2, out: '' });
    expect(await cli(['query', 'networks', '--query', `@${await file('bad.json', '{')}`])).toMatchObject({
      code: 2,
    });
  });

  it('has a complete answer without records if the service has none, however little is cached', async () => {
    const none = JSON.stringify({
      filter: { operator: 'equals', field: 'name', value: 'None of this name' },
    });
    expect(await cli(['query', 'managers', '--all', '--query', none])).toEqual({ code: 0, out: '', err: '' });
  });

  it('with conditions on other resources is synced once all of these are cached, and says so before', async () => {
    const own = makeTemporaryFolder('cli-lists');
    const ask = (...argv: string[]): Promise<Outcome> => cli(argv, { folder: own });
    const investable = JSON.stringify({
      filter: { operator: 'equals', field: 'is_investable', value: true },
    });
    const tokens = ['sync', 'tokens', '--query', investable];
    const first = 'This filter asks for what assets say, and not all of these are cached. Sync assets first.';
    expect(await ask(...tokens)).toMatchObject({ code: 4, err: expect.stringContaining(first) as string });
    await ask('query', 'assets');
    expect(await ask(...tokens)).toMatchObject({ code: 4, err: expect.stringContaining(first) as string });
    expect((await ask('sync', 'assets')).code).toBe(0);
    expect((await ask(...tokens)).code).toBe(0);
  });

  it('is as documented: the sample service answers each of the ten examples', async () => {
    const page = await readFile('docs/query.md', 'utf8');
    const [, examples = ''] = /^## Ten examples$([^]*?)^## /m.exec(page) ?? [];
    const commands = [...examples.matchAll(/^rwa-explorer (\w+) (\w+) --query '(.+)'$/gm)];
    expect(commands).toHaveLength(10);
    for (const [line, command = '', resource = '', query = ''] of commands) {
      const { code, out, err } = await cli([command, resource, '--query', query]);
      expect([line, code, out === '', err.includes('cached records')]).toEqual([line, 0, false, false]);
    }
  });
});

describe('--wallets and --in', () => {
  it('read the transactions of more wallets than fit into a request, each wallet once', async () => {
    const all = jsonLines((await cli(['query', 'transactions', '--all'])).out) as {
      id: string;
      from_address: string | null;
      to_address: string | null;
    }[];
    const senders = [...new Set(all.flatMap(({ from_address: from }) => from ?? []))].slice(0, 20);
    const strangers = Array.from({ length: 300 }, (_, at) => `0x${(at + 1).toString(16).padStart(40, '0')}`);
    const wallets = await file(
      'wallets.csv',
      ['Address,Label', ...strangers, ...senders, ...senders].join('\n'),
    );
    const expected = all
      .filter(({ from_address: from, to_address: to }) =>
        [from, to].some((one) => senders.includes(one ?? '')),
      )
      .map(({ id }) => id);
    const argv = ['query', 'transactions', '--wallets', wallets, '--columns', 'id'];
    const fresh = { folder: makeTemporaryFolder('cli-lists') };
    const read = await cli(argv, fresh);
    const offline = await cli([...argv, '--offline'], fresh);
    expect(read.code, read.err).toBe(0);
    expect(read.err).toContain(`${wallets}: 320 wallets, 20 repetitions.\n`);
    expect(read.err).toMatch(/^The filter is too long for one request: it is sent in \d+ parts\.$/m);
    for (const { out } of [read, offline])
      expect(
        jsonLines(out)
          .map((record) => (record as { id: string }).id)
          .toSorted(),
      ).toEqual(expected.toSorted());
    expect([offline.code, offline.err.includes('Complete as of')]).toEqual([0, true]);
  });

  it('narrow the query, and each other', async () => {
    const ids = await file('ids.txt', '[1, 2, "3"]\n5; 7\n');
    const names = await file('names.txt', 'One name\r\nAnother name, of course\r\n');
    const query = JSON.stringify({ filter: { operator: 'lt', field: 'id', value: 6 } });
    const read = await cli(['query', 'networks', '--in', `id=${ids}`, '--query', query]);
    expect(jsonLines(read.out).map((record) => (record as { id: number }).id)).toEqual([1, 2, 3, 5]);
    expect(read.err).toBe(`${ids}: 5 values.\n`);
    const none = await cli(['query', 'networks', '--in', `id=${ids}`, '--in', `name=${names}`]);
    expect([none.code, none.out, none.err]).toEqual([0, '', `${ids}: 5 values.\n${names}: 2 values.\n`]);
  });

  it('fail before a request if a line is unreadable or the list is empty', async () => {
    const wrong = await file('wrong.csv', '0x0000000000000000000000000000000000000001\n0x12\n');
    const empty = await file('empty.txt', '\n');
    await using server = await listen((_request, response) => {
      sendJson(response, 500, {});
    });
    const ask = (...argv: string[]): Promise<Outcome> => cli(['sync', ...argv], { url: server.url });
    const { code, err } = await ask('transactions', '--wallets', wrong);
    expect([code, err.startsWith(`Line 2 of ${wrong} (0x12): `)]).toEqual([2, true]);
    expect((await ask('assets', '--wallets', wrong)).err).toContain('Use --in FIELD=FILE');
    expect((await ask('transactions', '--in', `token_id=${empty}`)).err).toBe(`${empty} has no value.\n`);
    expect(server.requests).toEqual([]);
  });
});

it('key set reads a key in the encoding in which Windows wrote it, and says so', async () => {
  const input = Buffer.from(`\uFEFF${sample.service.key}\r\n`, 'utf16le');
  const { err } = await runCommand(['key', 'set', '--base-url', sample.service.url], { folder, input });
  // The service takes it; whether it can be kept is up to the keychain of this computer.
  expect(err).toMatch(/^Read as UTF-16LE\.\n[^]*(?:is in the keychain|The service accepted the key)/);
});
