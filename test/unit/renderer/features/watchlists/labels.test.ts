import { describe, expect, it } from 'vitest';
import type { WatchlistState } from '../../../../../preload/contract/watchlists.ts';
import { catalogueFields } from '../../../../../renderer/features/queryBuilder/query/catalogueFields.ts';
import { badge, checkedText, rulesText } from '../../../../../renderer/features/watchlists/labels.ts';

const fields = catalogueFields('transactions');
const wallet = { address: '0xab', chain: 'evm', side: 'either' } as const;
const now = Date.UTC(2026, 10, 20, 12);

const watched: WatchlistState = {
  list: {
    id: 'a',
    connectionId: 'sample',
    name: 'Large ones',
    color: 'blue',
    note: '',
    on: true,
    importance: 'normal',
    query: {},
    wallets: [],
    createdAt: 0,
    changedAt: 0,
  },
  count: 0,
  unread: 0,
  latestAt: null,
  syncedAt: 1,
  checkedAt: now - 180_000,
};

describe('the rules of a list in words', () => {
  it('say the filter and whose transactions', () => {
    const filter = { field: 'usd_amount', operator: 'gte', value: 1_000_000 };
    expect(rulesText({ query: { filter }, wallets: [] }, fields)).toMatch(/^Transactions .*\$1m/i);
    expect(rulesText({ query: {}, wallets: [wallet, { ...wallet, address: '0xcd' }] }, fields)).toBe(
      'All transactions of 2 wallets',
    );
    const labelOf = (): string => 'Treasury';
    expect(rulesText({ query: {}, wallets: [wallet] }, fields, { labelOf })).toBe(
      'All transactions of Treasury',
    );
  });
});

describe('how a list stands', () => {
  it('says when it was checked, or why not', () => {
    expect(checkedText(watched, now)).toBe('checked 3 min. ago');
    expect(checkedText({ ...watched, syncedAt: null }, now)).toMatch(/^first fetch in progress/);
    expect(checkedText({ ...watched, checkedAt: null }, now)).toBe('not checked yet');
    expect(checkedText({ ...watched, list: { ...watched.list, on: false } }, now)).toBe('off');
  });

  it('keeps a badge short', () => {
    expect([badge(3), badge(999), badge(1000)]).toEqual(['3', '999', '999+']);
  });
});
