import { expect, it } from 'vitest';
import { fail, type Result } from '../../../../preload/contract/failures.ts';
import type { RecordList } from '../../../../preload/contract/bridge.ts';
import { NamesState } from '../../../../renderer/shell/names.svelte.ts';

it('a name is awaited from when it is asked for until there is an answer, whatever that is', async () => {
  const { promise, resolve } = Promise.withResolvers<Result<RecordList>>();
  const offline = fail({ code: 'offline', message: 'Offline.' });
  const names = new NamesState(
    {
      listRecords: () => promise,
      describeResource: () => Promise.resolve(offline),
      getRecord: () => Promise.resolve(offline),
    },
    () => 'here',
  );
  expect(names.isAwaited('assets', 7)).toBe(false);
  expect(names.nameOf('assets', 7)).toBeUndefined();
  await expect.poll(() => names.isAwaited('assets', 7)).toBe(true);
  resolve(offline);
  await expect.poll(() => names.isAwaited('assets', 7)).toBe(false);
});
