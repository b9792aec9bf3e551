import { expect, it } from 'vitest';
import { holdsSecret } from '../../../../main/data-service/secrets.ts';

const secret = 'Horse+battery/9';
const hex = Buffer.from(secret).toString('hex');

const spellings: [string, string][] = [
  ['as it is', secret],
  ['in other case', secret.toUpperCase()],
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

it.each(spellings)('is found %s', (_how, spelt) => {
  expect(holdsSecret(`You sent ${spelt}!`, secret)).toBe(true);
});

it('is not found where it is not, and nothing is no secret', () => {
  expect(
    holdsSecret(`You sent Horse-battery-9 and ${Buffer.from('Horse').toString('base64')}.`, secret),
  ).toBe(false);
  expect(holdsSecret('Anything', '')).toBe(false);
});
