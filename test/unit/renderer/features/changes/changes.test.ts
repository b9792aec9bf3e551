import { expect, it } from 'vitest';
import type { CallInput } from '../../../../../preload/contract/bridge.ts';
import { dayMs, dayOf } from '../../../../../preload/contract/days.ts';
import { fail } from '../../../../../preload/contract/failures.ts';
import { ChangesState } from '../../../../../renderer/features/changes/changes.svelte.ts';
import { bridgeOf } from '../../../../support/bridgeOf.ts';

const midnight = Date.UTC(2026, 10, 25);

it('classes are compared over the shortest period that reaches back to the day, at any time of day', async () => {
  const asked: CallInput<'listStatedChanges'>['days'][] = [];
  const bridge = bridgeOf({
    listStatedChanges: ({ days }) => {
      asked.push(days);
      return Promise.resolve(fail({ code: 'internal', message: 'Only the question counts here.' }));
    },
  });
  const expected: number[] = [];
  for (const timeOfDay of [0, dayMs / 2, dayMs - 1])
    for (let ago = 0; ago <= 120; ago += 1) {
      const since = { kind: 'day', day: dayOf(midnight - ago * dayMs) } as const;
      const question = { connectionId: 'one', resource: 'assets', since, by: 'class' } as const;
      new ChangesState(bridge, () => midnight + timeOfDay).load(question);
      expected.push(ago <= 7 ? 7 : ago <= 30 ? 30 : 90);
    }
  await expect.poll(() => asked).toHaveLength(expected.length);
  expect(asked).toEqual(expected);
});
