import { expect, it } from 'vitest';
import { hideSecret, holdsSecret } from '../../../../main/data-service/secrets.ts';

const secret = 'Horse+battery/9';
const hex = Buffer.from(secret).toString('hex');

const spellings: [string, string][] = [
  ['as it is', secret],
  ['in other case', secret.toUpperCase()],
  ['with what nobody sees between its characters', [...secret].join('\u200B\u{E0041}')],
  ['reversed', [...secret].reverse().join('')],
  ['escaped where it has to be', encodeURIComponent(secret)],
  ['escaped whole', hex.replaceAll(/../g, '%$&')],
  ['in hexadecimal', hex],
  ['in hexadecimal, byte by byte', hex.replaceAll(/../g, '\\x$& ')],
  ...['', 'a', 'ab', 'rwa:'].flatMap((before) =>
    ['', '\n', '?', '\u00ff\u00ff'].map(
      (after) =>
        [
          `in base64, between ${JSON.stringify(before)} and ${JSON.stringify(after)}`,
          Buffer.from(before + secret + after).toString('base64'),
        ] satisfies [string, string],
    ),
  ),
];

const inWords: [string, string][] = [
  ['with spaces between its characters', [...secret].join(' ')],
  ['with commands for a terminal between its characters', [...secret].join('\u001B[0m')],
  ['with other signs', secret.replaceAll(/\W/g, '.')],
];

it.each([...spellings, ...inWords])('is found %s', (_how, spelt) => {
  expect(holdsSecret(`You sent ${spelt}!`, secret)).toBe(true);
});

it('is not found where it is not, and nothing is no secret', () => {
  expect(holdsSecret(`You sent Horse+batter/9 and ${Buffer.from('Horse').toString('base64')}.`, secret)).toBe(
    false,
  );
  expect(holdsSecret('Anything', '')).toBe(false);
});

/** The JSON text of an answer without the secret. */
async function hidden(text: string, of = secret): Promise<string> {
  const bytes = new Uint8Array(new SharedArrayBuffer(Buffer.byteLength(text)));
  new TextEncoder().encodeInto(text, bytes);
  await hideSecret(bytes, of);
  return Buffer.from(bytes).toString();
}

const hiddenSpellings: [string, string][] = [
  ...spellings
    .filter(([how]) => !['in other case', 'with what nobody sees between its characters'].includes(how))
    .map(([how, spelt]): [string, string] => [how, JSON.stringify(spelt)]),
  ['with escapes', `"${secret.replaceAll(/./g, (one) => `\\u00${one.charCodeAt(0).toString(16)}`)}"`],
  ['with an escaped slash', JSON.stringify(secret).replaceAll('/', '\\/')],
];

it.each(hiddenSpellings)('is hidden in a name and a value of JSON %s', async (_how, spelt) => {
  const text = `{"é":1,${spelt}:[${spelt},"a ${spelt.slice(1)}]}`;
  const answer = await hidden(text);
  expect(answer).toHaveLength(text.length);
  const read = JSON.stringify(JSON.parse(answer));
  expect(holdsSecret(read, secret)).toBe(false);
  expect(read).toContain('***');
});

it('is hidden wherever the parts of a long answer end, and as often as it is there', async () => {
  const record = `{"id":1234567890.5,"name":"${secret}"},`;
  const answer = await hidden(`[${record.repeat(60_000)}0]`);
  expect(answer).not.toContain(secret);
  expect(answer.match(/1234567890\.5/g)).toHaveLength(60_000);
});

it('is not hidden in numbers, between texts, nor where it is a word', async () => {
  const figures = '{"balance":1234567890123,"parts":[12345678,90],"id":"no 1234567890123"}';
  expect(await hidden(figures, '1234567890')).toBe(
    '{"balance":1234567890123,"parts":[12345678,90],"id":"no **********123"}',
  );
  // A line break and the rest of the key are not the key.
  expect(await hidden('["\\never-told"]', 'never-told')).toBe('["\\never-told"]');
  expect(await hidden('["a word"]', 'word')).toBe('["a word"]');
  expect(await hidden('["quoted\\"\\\\key"]', 'quoted"\\key')).toBe('["*************"]');
});
