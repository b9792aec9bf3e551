import { describe, expect, it } from 'vitest';
import { mirrorTable, recordColumn, rowOf } from '../../../../main/features/mirrors/mirrorTable.ts';
import { asSent, findTwins, readFeedId, type FeedRecord } from '../../../../preload/contract/twins.ts';
import { twinsText } from '../../../../renderer/format/twins.ts';

/** Which records of a Solana transaction are the same transfer. */

const hash = '6jzi4dr3tuT4evbSSqfB8r7RvZXEYtVTns1Fwww45d6u';
const record = (key: number, id: string, amount: number | null = 10, token = 7): FeedRecord => ({
  key,
  id,
  amount,
  token,
});
const account = (index: number): string => `2-${hash}-${index.toString()}`;
const owner = (index: number): string => `2_${hash}_4_${index.toString()}`;

it('reads the feed, the hash and the last number from an id, and nothing from an id of another form', () => {
  expect(readFeedId(account(3))).toEqual({ network: '2', hash, feed: 'accounts', index: '3' });
  expect(readFeedId(owner(3))).toEqual({ network: '2', hash, feed: 'owners', index: '3' });
  const others = [`1-0xab-12-0`, `2-${hash}`, `2_${hash}_3`, `x-${hash}-3`, '2--3', '', 17, null, undefined];
  expect(others.map(readFeedId)).toEqual(others.map(() => null));
});

it('the whole record of a mirror, as sent, does not have the mark of a twin, and a record of another form keeps its members', () => {
  const sent = { amount: 1, id: account(3), further: null };
  expect(JSON.stringify(asSent({ ...sent, twin_of: owner(3) }))).toBe(JSON.stringify(sent));
  const columns = [...mirrorTable('transactions').columns.slice(0, 1), recordColumn];
  expect(
    rowOf({ ...sent, twin_of: owner(3) }, { columns, beyond: [], isIndexed: () => false }).values[1],
  ).toBe(JSON.stringify(sent));
  const other = { id: '1-0x7-0-1', twin_of: 'of the service' };
  expect(asSent(other)).toBe(other);
});

describe('the records of one transaction', () => {
  it.each<[string, FeedRecord[], ReturnType<typeof findTwins>]>([
    ['a pair', [record(1, account(1)), record(2, owner(1))], [{ key: 1, owner: 2 }]],
    ['a pair in the other order', [record(1, owner(1)), record(2, account(1))], [{ key: 2, owner: 1 }]],
    ['the owners’ feed alone', [record(1, owner(1)), record(2, owner(2))], []],
    ['the accounts’ feed alone', [record(1, account(1)), record(2, account(2))], []],
    ['other amounts', [record(1, account(1), 10), record(2, owner(1), 11)], []],
    [
      'two pairs of other amounts',
      [record(1, account(1), 5), record(2, account(2), 6), record(3, owner(1), 5), record(4, owner(2), 6)],
      [
        { key: 1, owner: 3 },
        { key: 2, owner: 4 },
      ],
    ],
    ['another last number', [record(1, account(1)), record(2, owner(2))], [{ key: 1, owner: null }]],
    ['another token', [record(1, account(1)), record(2, owner(1), 10, 8)], [{ key: 1, owner: null }]],
    ['no amount', [record(1, account(1), null), record(2, owner(1), null)], [{ key: 1, owner: null }]],
    [
      'equal amounts',
      [record(1, account(1)), record(2, account(2)), record(3, owner(1)), record(4, owner(2))],
      [
        { key: 1, owner: null },
        { key: 2, owner: null },
      ],
    ],
    [
      'two owners with the amount',
      [record(1, account(1)), record(2, owner(1)), record(3, owner(2))],
      [{ key: 1, owner: null }],
    ],
    ['an id of another form beside them', [record(1, '2-x-1-0'), record(2, owner(1))], []],
  ])('of %s', (_, records, twins) => {
    expect(findTwins(records)).toEqual(twins);
  });
});

it('says how many came twice and how many may have', () => {
  expect(twinsText(undefined)).toBe('');
  expect(twinsText({ merged: 1, unsure: 0, cut: 0 })).toBe('One transfer came twice and counts once.');
  expect(twinsText({ merged: 3, unsure: 1, cut: 0 })).toBe(
    '3 transfers came twice and count once. One record may be the same transfer as another; both count.',
  );
  expect(twinsText({ merged: 0, unsure: 2, cut: 0 })).toBe(
    '2 records may be the same transfers as others; all count.',
  );
  expect(twinsText({ merged: 0, unsure: 0, cut: 1 })).toBe(
    'One transfer has its second record outside of this selection.',
  );
  expect(twinsText({ merged: 0, unsure: 0, cut: 3 })).toBe(
    '3 transfers have their second records outside of this selection.',
  );
});
