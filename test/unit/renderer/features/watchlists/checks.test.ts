import { describe, expect, it } from 'vitest';
import { hourMs } from '../../../../../preload/contract/days.ts';
import {
  type WatchChecks,
  watchlistSchema,
  type WatchlistState,
} from '../../../../../preload/contract/watchlists.ts';
import { day } from '../../../../../renderer/format/dates.ts';
import {
  checksText,
  completeText,
  costText,
  othersText,
  stateText,
  wholeAsOf,
} from '../../../../../renderer/features/watchlists/checks.ts';

const now = Date.UTC(2026, 10, 20, 12);
const list = { listId: 'a', nextAt: now + 720_000, failure: null };
const checks: WatchChecks = {
  connectionId: 'sample',
  state: 'running',
  until: null,
  failure: null,
  requests: 1,
  perHour: 100,
  everyMs: hourMs,
  lists: [list, { ...list, listId: 'b', nextAt: now + 60_000 }],
};
const failure = { code: 'unreachable', message: 'The service does not answer.' } as const;

describe('what is done for all lists, in a sentence', () => {
  it('is the next check, and why the last one failed', () => {
    expect(checksText(checks, now)).toBe('Next check in 1 min.');
    expect(checksText({ ...checks, failure }, now)).toBe(
      'The last check failed: The service does not answer. Next check in 1 min.',
    );
  });

  it('is why nothing is sent', () => {
    expect(checksText({ ...checks, state: 'waiting', until: now + 60_000 }, now)).toMatch(
      /^Waiting for the hourly request limit until 12:01/,
    );
    expect(checksText({ ...checks, state: 'paused' }, now)).toMatch(/^Paused/);
    expect(checksText({ ...checks, state: 'offline' }, now)).toMatch(/^Working offline/);
    expect(checksText({ ...checks, state: 'idle', lists: [] }, now)).toMatch(/^All watchlists are off/);
  });
});

describe('what checks cost', () => {
  it('is the requests of a check and the time to the next, longer if an hour has fewer requests', () => {
    expect(costText(checks)).toBe('A check takes 1 request. Lists are checked every hour.');
    expect(costText({ requests: 3, perHour: 100, everyMs: hourMs / 2 })).toBe(
      'A check takes 3 requests. Lists are checked every 30 minutes.',
    );
    expect(costText({ requests: 310, perHour: 100, everyMs: 3.1 * hourMs })).toBe(
      'A check takes 310 requests. Your limit leaves 100 an hour, so lists are checked every 3.1 hours.',
    );
  });
});

describe('how a list stands', () => {
  const watched: WatchlistState = {
    list: watchlistSchema.parse({
      id: 'a',
      connectionId: 'sample',
      name: 'Large ones',
      query: {},
      createdAt: 0,
      changedAt: 0,
    }),
    count: 0,
    unread: 0,
    latestAt: null,
    checkedAt: now - 180_000,
    completeSince: null,
    datesMoved: false,
  };
  const since = { ...watched, completeSince: '2026-10-31' };
  const firstDay = day(Date.UTC(2026, 9, 31));

  it('says when it was checked, to which moment, and when it is checked next', () => {
    expect(stateText(watched, checks, now)).toMatch(/^checked 3 min\.? ago, next in 12 min\.?$/);
    const unchecked = { ...watched, checkedAt: null };
    expect(stateText(unchecked, checks, now)).toMatch(/^first fetch in progress, next in 12 min\.?$/);
    expect(stateText(unchecked, { ...checks, state: 'offline' }, now)).toBe('not checked yet');
    expect(stateText({ ...watched, list: { ...watched.list, on: false } }, checks, now)).toBe('off');
    expect(completeText(watched)).toMatch(/^Complete as of .*11:57/);
    expect(completeText({ ...watched, checkedAt: null })).toBeUndefined();
    expect(completeText({ ...watched, datesMoved: true })).toMatch(
      /^Complete as of .*11:57.*, with the dates of that day$/,
    );
    expect(completeText(since)).toMatch(new RegExp(`^Complete from ${firstDay}, as of .*11:57`));
    expect(completeText({ ...since, datesMoved: true })).toMatch(
      new RegExp(`^Complete from ${firstDay}, as of .*11:57.*, with the dates of that day$`),
    );
  });

  it.each([
    ['a list of all days', watched, null, ''],
    ['a list of all days, from one of them', watched, '2025-11-20', ''],
    ['days that were fetched', since, '2026-10-31', ''],
    ...[null, '2026-10-30'].map(
      (from) =>
        [
          `the days from ${from ?? 'the first'} of a list that was fetched from a later one`,
          since,
          from,
          ` Transactions before ${firstDay} are only those in the cache; others may exist.`,
        ] as const,
    ),
    [
      'a list that was not checked',
      { ...watched, checkedAt: null },
      '2026-11-14',
      ' This watchlist is not fully fetched yet; others may exist.',
    ],
    [
      'a list whose dates moved',
      { ...since, datesMoved: true },
      '2026-11-14',
      ' Its dates have moved since the last check; others may exist.',
    ],
  ] as const)('says which figures may lack transactions: %s', (_what, state, from, text) => {
    expect(othersText(state, from)).toBe(text);
    expect(wholeAsOf(state, from)).toBe(text === '' ? state.checkedAt : null);
  });

  it('says why the last check failed', () => {
    const failed = { ...checks, lists: [{ ...list, failure }] };
    expect(stateText(watched, failed, now)).toMatch(
      /^checked 3 min\.? ago, check failed: The service does not answer, next in 12 min\.?$/,
    );
    expect(stateText(watched, { ...failed, state: 'paused' }, now)).not.toContain('next');
  });
});
