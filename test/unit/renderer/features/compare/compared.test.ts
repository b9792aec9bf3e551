import { expect, it } from 'vitest';
import type { CallInput } from '../../../../../preload/contract/bridge.ts';
import { fail, ok } from '../../../../../preload/contract/failures.ts';
import { ComparedState } from '../../../../../renderer/features/compare/compared.svelte.ts';
import { bridgeOf } from '../../../../support/bridgeOf.ts';

it('Refresh asks the service for each of the records, and only then', () => {
  const asked: Pick<CallInput<'getRecord'>, 'id' | 'refresh'>[] = [];
  const compared = new ComparedState(
    bridgeOf({
      getRecord: ({ id, refresh }) => {
        asked.push({ id, refresh });
        return Promise.resolve(fail({ code: 'internal', message: 'Only the question counts here.' }));
      },
      cancelRequest: () => Promise.resolve(ok(undefined)),
    }),
  );
  const each = (refresh: boolean) => ['7', '8', '9'].map((id) => ({ id, refresh }));
  compared.show('one', 'assets', ['7', '8', '9']);
  expect(asked.splice(0)).toEqual(each(false));
  compared.reload({ refresh: true });
  expect(asked.splice(0)).toEqual(each(true));
  compared.reload({ refresh: false });
  expect(asked.splice(0)).toEqual(each(false));
});
