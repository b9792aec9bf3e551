import { describe, expect, it } from 'vitest';
import type { WatchPlan } from '../../../../../preload/contract/watchPlan.ts';
import { plannedText, planText } from '../../../../../renderer/features/watchlists/plan.ts';

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
