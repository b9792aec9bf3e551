import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { columnNameOf } from '../../preload/contract/expressions/columns.ts';
import { fail, ok } from '../../preload/contract/failures.ts';
import DeleteColumnDialog from '../../renderer/features/computedColumns/DeleteColumnDialog.svelte';
import { bridgeOf } from '../support/bridgeOf.ts';
import { appOf } from './appOf.ts';
import { show } from './show.ts';
import ViewAlone from './ViewAlone.svelte';

const column = {
  ...{ id: 'twice', createdAt: 1, changedAt: 1, resource: 'assets', name: 'Twice' },
  ...{ expression: 'token_count * 2', format: 'number' },
} as const;
const failure = { code: 'storage', message: 'The disk is full.' } as const;

it.each([
  { result: ok(undefined), said: 'Computed column “Twice” deleted.', isLeft: false },
  { result: fail(failure), said: failure.message, isLeft: true },
])('the table drops a column only if its deletion succeeds: $said', async (expected) => {
  const app = appOf(
    bridgeOf({
      removeComputedColumn: () => Promise.resolve(expected.result),
      saveLayout: () => Promise.resolve(ok(undefined)),
    }),
  );
  const name = columnNameOf(column);
  app.columns.insert('assets', name, { after: 'name' });
  show(ViewAlone, { app, view: DeleteColumnDialog, props: { column, onclose: () => undefined } });
  await page.getByRole('button', { name: 'Delete column' }).click();
  await expect.poll(() => app.messages.current).toBe(expected.said);
  expect(app.columns.of('assets').includes(name)).toBe(expected.isLeft);
});
