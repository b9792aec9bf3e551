import { hourMs } from '../../../../../../preload/contract/days.ts';
import { describe, expect, it } from 'vitest';
import { intervalOf, learnRate } from '../../../../../../main/features/watchlists/plan/intervals.ts';
import { costsOfLists, needsOf, sentenceOf } from '../../../../../../main/features/watchlists/plan/needs.ts';
import type { MergedRequest } from '../../../../../../main/features/watchlists/plan/types.ts';

const minuteMs = 60_000;

function request(listIds: readonly string[], intervalMs = hourMs): MergedRequest {
  return {
    key: listIds.join(),
    filter: { filters: [] },
    listIds,
    fromDay: '2026-01-01',
    intervalMs,
    apart: 0,
    isWide: false,
  };
}

describe('what a plan needs', () => {
  it('is said with what there is and how often all is checked', () => {
    const requests = Array.from({ length: 310 }, (_, at) => request([at.toString()]));
    const needs = needsOf(requests, () => 1, 120);
    expect(needs.stretch).toBeCloseTo(310 / 120);
    expect(sentenceOf(needs)).toBe(
      'These watchlists need 310 requests an hour; your limit is 120. They are checked every 155 minutes.',
    );
  });

  it('is said without what there is where there is no limit, and for nothing at all', () => {
    expect(sentenceOf(needsOf([request(['a'])], () => 1, null))).toBe(
      'These watchlists need 1 request an hour. They are checked every 60 minutes.',
    );
    expect(sentenceOf(needsOf([], () => 1, 120))).toBe('All watchlists are off. No requests are sent.');
  });

  it('is shared by the lists of a request, pages counted', () => {
    const costs = costsOfLists([request(['a', 'b']), request(['b'], 2 * hourMs)], () => 2, 1);
    expect(Object.fromEntries(costs)).toEqual({ a: 1, b: 2 });
  });
});

describe('how long a list may wait', () => {
  it('follows its importance while nothing was learnt', () => {
    const of = (importance: 'high' | 'normal' | 'low'): number => intervalOf({ importance, perHour: null });
    expect([of('high'), of('normal'), of('low')].map((ms) => ms / minuteMs)).toEqual([30, 60, 240]);
  });

  it('grows in steps where nothing comes, to a bound, and is short again where something does', () => {
    const rates = [5, 0.5, 0.25, 0];
    expect(rates.map((perHour) => intervalOf({ importance: 'normal', perHour }) / hourMs)).toEqual([
      1, 2, 4, 4,
    ]);
    expect(intervalOf({ importance: 'high', perHour: 0 })).toBe(hourMs);
  });

  it('is learnt from what checks bring, and forgotten within a day', () => {
    let perHour: number | null = null;
    perHour = learnRate(perHour, 10, hourMs);
    expect(perHour).toBe(10);
    for (let hours = 0; hours < 48; hours += 1) perHour = learnRate(perHour, 0, hourMs);
    expect(perHour).toBeLessThan(0.3);
  });
});
