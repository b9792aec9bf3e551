import { describe, expect, it } from 'vitest';
import type { Filter } from '../../../../../../preload/contract/query.ts';
import type { Counts, RequestState } from '../../../../../../main/features/watchlists/scheduler/planState.ts';
import { beginReading, takePage } from '../../../../../../main/features/watchlists/scheduler/reading.ts';
import {
  afterSweep,
  filterWithin,
  spanOf,
} from '../../../../../../main/features/watchlists/scheduler/sweep.ts';
import { slotOf } from '../../../../../../main/features/watchlists/plan/days.ts';

const perPage = 1000;
const now = Date.parse('2026-03-10T12:00:00Z');
const fromDay = '2026-03-08';
const slotMs = 600_000;

/** So many transactions in each ten minutes until now. */
function even(each: number): Record<string, number> {
  const counts: Record<string, number> = {};
  for (let at = Date.parse(fromDay); at <= now; at += slotMs) counts[slotOf(at)] = each;
  return counts;
}

function stateWith(counts: Counts): RequestState {
  return {
    key: 'all',
    through: '2026-03-10',
    checkedAt: now,
    readAt: now,
    pages: 1,
    counts,
    sweep: null,
    reading: null,
  };
}

function begin(state: RequestState): ReturnType<typeof beginReading> {
  return beginReading({ state, horizon: '2026-03-10', lateDays: 2, now, perPage, sweeps: true });
}

/** What a service with these transactions answers to a reading of some slots, on one page. */
function answer(counts: Counts, reading: ReturnType<typeof beginReading>): Parameters<typeof takePage>[1] {
  const { span } = reading;
  if (span === null) throw new Error('All is read.');
  const slots = new Map(
    Object.entries(counts).filter(([slot]) => slot >= span.head || (slot >= span.from && slot < span.until)),
  );
  const records = [...slots.values()].reduce((a, b) => a + b, 0);
  return { pageCount: 1, resultCount: records, records, slots, added: new Map() };
}

describe('looking through the older transactions', () => {
  it('takes as many at a check as fit beside the newest, and goes on from there until all were looked at', () => {
    let state = stateWith(even(20));
    let checks = 0;
    const seen = new Set<string>();
    do {
      const reading = begin(state);
      const page = answer(state.counts ?? {}, reading);
      expect(page.records).toBeLessThanOrEqual(perPage);
      for (const slot of page.slots.keys()) seen.add(slot);
      const read = takePage(reading, page, state.counts);
      if (!read.over) throw new Error('One page is enough.');
      state = { ...state, counts: read.counts, ...afterSweep(state, reading, read.whole, now + checks) };
      checks += 1;
    } while (state.sweep !== null);
    expect(seen.size).toBe(Object.keys(even(20)).length);
    expect(checks).toBe(Math.ceil((20 * 361) / 840));
    expect(state).toMatchObject({ through: '2026-03-10', readAt: now + checks - 1 });
    expect(state.counts).toEqual(even(20));
  });

  it('finds what has appeared late on the way', () => {
    const state = stateWith(even(20));
    const reading = begin(state);
    const late = { ...even(20), [reading.span?.from ?? '']: 21 };
    const read = takePage(reading, answer(late, reading), state.counts);
    expect(read).toMatchObject({ over: true, whole: true, counts: late });
  });

  it('reads on where the count tells of more than is on the page', () => {
    const state = stateWith(even(20));
    const reading = begin(state);
    const whole = answer(even(20), reading);
    const newest = new Map([...whole.slots].sort(([a], [b]) => (a > b ? -1 : 1)).slice(0, 10));
    const first = { ...whole, slots: newest, records: 200, pageCount: 2 };
    expect(takePage(reading, first, state.counts)).toMatchObject({ over: true });
    expect(takePage(reading, { ...first, resultCount: whole.resultCount + 1 }, state.counts)).toMatchObject({
      over: false,
      reading: { page: 2 },
    });
  });

  it('is not done where some transactions have no time, or all fit on a page', () => {
    expect(spanOf(stateWith({ ...even(20), '2026-03-09': 3 }), fromDay, perPage)).toBeNull();
    expect(begin(stateWith(even(2))).span).toBeNull();
  });

  it('asks for the newest and for some of the older ones', () => {
    const wanted: Filter = { operator: 'equals', field: 'network_id', value: 1 };
    const span = { head: '2026-03-10T11:3', from: '2026-03-10T02:0', until: '2026-03-10T05:2' };
    expect(filterWithin(wanted, span)).toEqual({
      operator: 'and',
      filters: [
        wanted,
        {
          operator: 'or',
          filters: [
            { operator: 'gte', field: 'timestamp', value: '2026-03-10T11:30:00.000Z' },
            {
              operator: 'and',
              filters: [
                { operator: 'gte', field: 'timestamp', value: '2026-03-10T02:00:00.000Z' },
                { operator: 'lt', field: 'timestamp', value: '2026-03-10T05:20:00.000Z' },
              ],
            },
          ],
        },
      ],
    });
  });
});
