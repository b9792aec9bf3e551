import { describe, expect, it } from 'vitest';
import type { WatchPlan } from '../../../../../preload/contract/watchPlan.ts';
import { costText, plannedText, planText } from '../../../../../renderer/features/watchlists/plan.ts';

const now = Date.UTC(2026, 10, 20, 12);
const list = { listId: 'a', nextCheckAt: now + 720_000, everyMs: 1, perHour: 1.4, refused: null };
const plan: WatchPlan = {
  connectionId: 'sample',
  state: 'running',
  until: null,
  failure: null,
  sentence: '',
  needed: 1,
  had: 120,
  everyMs: 1,
  requests: 1,
  lists: [list, { ...list, listId: 'b', nextCheckAt: now + 60_000 }],
};

describe('what the scheduler does, in a sentence', () => {
  it('is the next check of all lists', () => {
    expect(planText(plan, now)).toBe('Next check in 1 min.');
    expect(planText({ ...plan, lists: [] }, now)).toBe('Up to date.');
  });

  it('is why it waits', () => {
    expect(planText({ ...plan, state: 'waiting', until: now + 60_000 }, now)).toMatch(
      /^Waiting for the hourly request limit until 12:01/,
    );
    const failure = { code: 'unreachable', message: 'The service does not answer.' } as const;
    expect(planText({ ...plan, state: 'waiting', failure }, now)).toBe(
      'Waiting: The service does not answer.',
    );
    expect(planText({ ...plan, state: 'stopped', failure }, now)).toBe(
      'Stopped: The service does not answer.',
    );
    expect(planText({ ...plan, state: 'paused' }, now)).toMatch(/^Paused/);
    expect(planText({ ...plan, state: 'offline' }, now)).toMatch(/^Working offline/);
    expect(planText({ ...plan, state: 'idle' }, now)).toMatch(/^All watchlists are off/);
  });
});

describe('what a list costs before it is made', () => {
  const few = { first: 1, perHour: 1, limit: 120, isMost: false };

  it('is its first fetch and what it takes from then on', () => {
    expect(costText(few)).toBe('First fetch: 1 request. Then 1 request an hour.');
    expect(costText({ ...few, first: 90, perHour: 22.5, isMost: true })).toBe(
      'First fetch: up to 90 requests. Then up to 23 requests an hour.',
    );
  });

  it('says how many hours that takes where it is more than an hour allows', () => {
    expect(costText({ ...few, first: 310, perHour: 155 })).toBe(
      'First fetch: 310 requests, 2.6 hours at 120 an hour. Then 155 requests an hour; your limit is 120.',
    );
    expect(costText({ first: 310, perHour: 155, limit: null, isMost: false })).toBe(
      'First fetch: 310 requests. Then 155 requests an hour.',
    );
  });
});

describe('what is planned for a list', () => {
  it('is its next check and its cost', () => {
    expect(plannedText(plan, 'a', now)).toMatch(/^next in 12 min\.?, 1\.4 requests an hour$/);
    expect(plannedText({ ...plan, state: 'paused' }, 'a', now)).toBe('1.4 requests an hour');
    const costs = [100, 12.34, 1, 0.9994, 0.041].map((perHour) =>
      plannedText({ ...plan, state: 'paused', lists: [{ ...list, perHour }] }, 'a', now),
    );
    expect(costs).toEqual(
      ['100 requests', '12 requests', '1 request', '1 request', '0.04 requests'].map(
        (cost) => `${cost} an hour`,
      ),
    );
    expect(plannedText({ ...plan, lists: [{ ...list, refused: 'No such field.' }] }, 'a', now)).toBe(
      'rejected: No such field.',
    );
    expect(plannedText(plan, 'c', now)).toBeNull();
    expect(plannedText(null, 'a', now)).toBeNull();
  });
});
