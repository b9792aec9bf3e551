import { expect, it } from 'vitest';
import { createVisits } from '../../../../../main/features/changes/visits.ts';
import { openTestStore } from '../../store/testStore.ts';

it('a visit is compared with the one before, unless that was under a clock that was ahead', async () => {
  await using store = await openTestStore();
  const visitOn = async (day: string): Promise<string | null> => {
    const visits = createVisits({ user: store.user, now: () => Date.parse(day) });
    await visits.begin('sample');
    return visits.dayOf('sample', { kind: 'last-visit' });
  };
  expect(await visitOn('2027-11-26')).toBeNull();
  expect(await visitOn('2026-11-26')).toBeNull();
  expect(await visitOn('2026-11-27')).toBe('2026-11-26');
});
