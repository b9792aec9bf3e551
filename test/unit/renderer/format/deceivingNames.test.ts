import { expect, it } from 'vitest';
import { present } from '../../../../renderer/fields/present.ts';
import { namesOfRecords } from '../../../../renderer/fields/named.ts';
import { titleOfRecord } from '../../../../renderer/fields/title.ts';
import { knowAddresses, shortAddress, similarOf } from '../../../../renderer/format/addresses.ts';
import { shownText } from '../../../../renderer/format/text.ts';

const real = '0x5a0b54d5dc17e0aadc383d2db43b0a0d3e029c4c';
const poisoned = '0x5a0b99999917e0aadc383d2db43b0a0d99999c4c';

it.each([
  ['Treasury \u202egnp.exe', 'Treasury \ufffdgnp.exe'],
  ['\u2066Fund\u2069', '\ufffdFund\ufffd'],
  ['A\u200bB', 'A\ufffdB'],
  ['A\u200dB', 'A\ufffdB'],
  ['Gold\ufeff', 'Gold\ufffd'],
  ['Gold\u{e0041}', 'Gold\ufffd'],
  ['soft\u00adhyphen', 'soft\ufffdhyphen'],
])('what is not seen in %j is a sign, in a table, a record, a title and a name', (text, shown) => {
  expect(shownText(text)).toBe(shown);
  const presented = present({ type: 'text' }, text);
  expect([presented?.short, presented?.long]).toEqual([shown, shown]);
  // What is copied and exported is what the service has.
  expect(presented?.full).toBe(text);
  expect(present({ type: 'object' }, { id: 1, name: text })?.short).toBe(shown);
  expect(titleOfRecord({ resource: 'assets', id: 1 }, { id: 1, name: text })).toBe(shown);
  expect(namesOfRecords([{ id: 1, name: text }], 'name').get('1')?.name).toBe(shown);
});

it('what has a meaning stays: joiners of scripts and pictures, line breaks, accents', () => {
  for (const text of ['می\u200cخواهم', 'क्\u200dष', '👩\u200d👧', 'Äther\u0301', 'two\nlines\tof'])
    expect(shownText(text).replaceAll(/[\u2068\u2069]/g, '')).toBe(text);
});

it('a name from right to left is isolated, others are as they are', () => {
  expect(shownText('שלום')).toBe('\u2068שלום\u2069');
  expect(shownText('Zeta (2026)')).toBe('Zeta (2026)');
});

it('two addresses that begin and end alike are told apart, and one alone is short', async () => {
  expect(shortAddress('0x1111111111111111111111111111111111111111')).toBe('0x111111…111111');
  expect(shortAddress(real)).toBe('0x5a0b54…029c4c');
  shortAddress(poisoned);
  await Promise.resolve();
  const [one, other] = [shortAddress(real), shortAddress(poisoned)];
  expect(one).toMatch(/^≈ 0x5a0b54/);
  expect(other).toMatch(/^≈ 0x5a0b99/);
  expect(shortAddress(real.toUpperCase().replace('0X', '0x'))).toMatch(/^≈ /);
});

it('addresses that four digits at each end do not tell apart are told apart by six', async () => {
  const [token, dust] = [
    '0x1f9840a85d5af5bf1d1762f925bdaddc4201f984',
    '0x1f98c0ffee00000000000000000000000000f984',
  ];
  for (const address of [token, dust]) shortAddress(address);
  await Promise.resolve();
  expect(shortAddress(token)).not.toBe(shortAddress(dust));
  expect([shortAddress(token), shortAddress(dust)].every((text) => text.startsWith('≈ '))).toBe(true);
});

it('an address that passes for a known one, or for another of a list, is found', () => {
  const other = '0x2222222222222222222222222222222222222222';
  knowAddresses([real]);
  expect([...similarOf([real, poisoned, other])]).toEqual([[poisoned, real]]);
  expect([...similarOf([poisoned, other])]).toEqual([[poisoned, real]]);
  expect(similarOf([real, real.toUpperCase().replace('X', 'x'), other]).size).toBe(0);
  const pair = ['0x3333aaaa33333333333333333333333333333333', '0x3333bbbb33333333333333333333333333333333'];
  expect([...similarOf(pair)]).toEqual([pair]);
});
