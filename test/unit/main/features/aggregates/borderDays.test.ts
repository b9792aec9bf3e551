import { describe, expect, it } from 'vitest';
import { askBorderDays } from '../../../../../main/features/aggregates/borderDays.ts';
import { dayNumber } from '../../../../../preload/contract/days.ts';
import { conjunctsOf, isGroup, type Filter, type Query } from '../../../../../preload/contract/query.ts';
import { FailureError } from '../../../../../preload/contract/failures.ts';

const january = Array.from({ length: 31 }, (_, at) => dayNumber('2026-01-01') + at);

/** The days that match, as a service reads borders. */
function daysOf(filter: Filter | undefined, isExclusive: boolean): number[] {
  return january.filter((day) =>
    conjunctsOf(filter).every((part) => {
      if (isGroup(part) || typeof part.value !== 'string') return true;
      const value = dayNumber(part.value.slice(0, 10));
      const isEqual = day === value && !isExclusive && /^.te$/.test(part.operator);
      return isEqual || (part.operator.startsWith('g') ? day > value : day < value);
    }),
  );
}

async function ask(filters: Filter[], { isExclusive = false, interval = 'day', isRefused = false } = {}) {
  const query: Query = { filter: { filters }, aggregate: { interval } };
  let asked = 0;
  const said = await askBorderDays(
    ({ filter }) => {
      asked += 1;
      if (isRefused) throw new FailureError({ code: 'bad-query', message: 'No.' });
      return Promise.resolve({ results: [{}, { days: daysOf(filter, isExclusive) }] });
    },
    query,
    [{ days: daysOf(query.filter, isExclusive) }, { days: [] }],
  );
  return { asked, said };
}

const on = (operator: string, value: string): Filter => ({ operator, field: 'date', value });

describe('the border days of a timeseries', () => {
  it.each([
    [on('lte', '2026-01-08')],
    [on('gte', '2026-01-03')],
    [on('gte', '2026-01-03T00:00:00Z'), on('lte', '2026-01-08T23:59:59.999Z')],
  ])('are missed if the service leaves them out: %o', async (...filters) => {
    const said = ['The service leaves out the first or last day that the filter includes.'];
    expect(await ask(filters, { isExclusive: true })).toEqual({ asked: 1, said });
    expect(await ask(filters, { isExclusive: true, isRefused: true })).toEqual({ asked: 1, said: [] });
  });

  it('are asked for only if the day beside them is there, and that of no other interval', async () => {
    const filters = [on('gte', '2026-01-03'), on('lte', '2026-01-08')];
    expect(await ask(filters)).toEqual({ asked: 0, said: [] });
    expect(await ask([on('lte', '2026-02-15')])).toEqual({ asked: 0, said: [] });
    expect(await ask(filters, { isExclusive: true, interval: 'week' })).toEqual({ asked: 0, said: [] });
    // The service has no later day yet.
    expect(await ask([on('lte', '2026-02-01')])).toEqual({ asked: 1, said: [] });
  });
});
