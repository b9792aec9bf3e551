import type { Component } from 'svelte';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fail, ok } from '../../preload/contract/failures.ts';
import ExportDialog from '../../renderer/features/exports/ExportDialog.svelte';
import { bridgeOf } from '../support/bridgeOf.ts';
import { appOf } from './appOf.ts';
import { show } from './show.ts';
import ViewAlone from './ViewAlone.svelte';

it.each(['Schedule…', 'Export…'])('%s beside refused days only reports them', async (action) => {
  const unused = fail({ code: 'internal', message: 'Not used here.' });
  const app = appOf(
    bridgeOf({
      previewExport: () => Promise.resolve(unused),
      onVerifyProgress: () => () => undefined,
      copyExport: () => expect.unreachable('the old days were copied'),
      startExport: () => expect.unreachable('the old days were exported'),
      cancelRequest: () => Promise.resolve(ok(undefined)),
    }),
  );
  const filter = { field: 'usd_amount', operator: 'gt', value: 1000 };
  const subject = {
    ...{ kind: 'records', connectionId: 'one', resource: 'transactions', query: { filter }, columns: ['id'] },
    ...{ selected: [], total: 7, offline: false },
  };
  const props = { subject, onclose: () => undefined };
  show(ViewAlone, { app, view: ExportDialog as Component<never>, props });
  await expect.element(page.getByText(/^Transactions (over|with).* \$1k/)).toBeVisible();
  await page.getByText('Parquet', { exact: true }).click();
  await userEvent.selectOptions(page.getByRole('combobox', { name: 'Files' }), 'One for each day');
  await page.getByRole('textbox', { name: 'Days' }).click();
  await userEvent.keyboard('{ControlOrMeta>}a{/ControlOrMeta}4000');
  await page.getByRole('button', { name: action }).click();
  await expect.element(page.getByText(/^Enter a whole number from 1 to 366.$/)).toBeVisible();
  await page.getByRole('button', { name: action }).click();
  await expect.element(page.getByRole('textbox', { name: 'Days' })).toHaveValue('4000');
  expect(app.dialogs.asked.schedule).toBeUndefined();
});
