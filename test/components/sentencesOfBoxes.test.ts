import type { Component } from 'svelte';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fail, ok } from '../../preload/contract/failures.ts';
import { operatorsOfType } from '../../preload/contract/operators.ts';
import { resources } from '../../preload/contract/resources.ts';
import { settingsSchema } from '../../preload/contract/settings.ts';
import ParametersDialog from '../../renderer/features/queryBuilder/ParametersDialog.svelte';
import { catalogueFields } from '../../renderer/query/fields.ts';
import QueryPanel from '../../renderer/features/queryBuilder/QueryPanel.svelte';
import AlertDialog from '../../renderer/features/watchlists/AlertDialog.svelte';
import { queriesOf } from '../../renderer/query/queries.ts';
import { bridgeOf } from '../support/bridgeOf.ts';
import { withFormats } from '../support/withFormats.ts';
import { appOf } from './appOf.ts';
import { show } from './show.ts';
import ViewAlone from './ViewAlone.svelte';

const connection = { id: 'one', name: 'One', baseUrl: 'https://api.example.com', sample: false };

it('the sentence of an alert names no amount but the one that stands in its box', async () => {
  withFormats({ numbers: 'point' });
  const unused = fail({ code: 'internal', message: 'Not used here.' });
  const app = appOf(
    bridgeOf({
      describeResource: () => Promise.resolve(unused),
      cancelRequest: () => Promise.resolve(ok(undefined)),
    }),
  );
  const props = { alert: null, connection, listId: 'list', onclose: () => undefined };
  show(ViewAlone, { app, view: AlertDialog as Component<never>, props });
  await page.getByRole('radio', { name: 'A sum of transactions' }).click();
  const amount = page.getByRole('textbox', { name: 'More than, in US dollars' });
  const sentence = page.getByRole('status');
  const name = page.getByRole('textbox', { name: 'Name' });
  await expect.element(sentence).toHaveTextContent('More than $1m in a list within 24 hours');
  await amount.click();
  await userEvent.keyboard('{ControlOrMeta>}a{/ControlOrMeta}1.234.5');
  for (const key of ['{ArrowLeft}', '{Enter}']) {
    await userEvent.keyboard(key);
    await expect.poll(() => sentence.element().textContent).toBe('');
    await expect.element(name).toHaveAttribute('placeholder', '');
  }
  await userEvent.keyboard('{End}67');
  await expect.element(sentence).toHaveTextContent('More than $1.234.567 in a list within 24 hours');
});

it('an alert on a wallet that is no address is not saved', async () => {
  const unused = fail({ code: 'internal', message: 'Not used here.' });
  const app = appOf(
    bridgeOf({
      describeResource: () => Promise.resolve(unused),
      cancelRequest: () => Promise.resolve(ok(undefined)),
      saveAlert: () => expect.unreachable('it was saved'),
    }),
  );
  const props = { alert: null, connection, listId: 'list', onclose: () => undefined };
  show(ViewAlone, { app, view: AlertDialog as Component<never>, props });
  await page.getByRole('radio', { name: 'A sum of transactions' }).click();
  await page.getByRole('combobox', { name: 'Wallet (empty for all)' }).click();
  await userEvent.keyboard('1..2{Enter}');
  await expect.element(page.getByText(/^“1..2” is no address: an address has 25 or more/)).toBeVisible();
});

it('the sentence of a query names no day but the one that stands in its box', async () => {
  withFormats({ dates: 'yearFirst' });
  const field = resources.transactions.fields.find(({ type }) => type === 'date');
  const { name, label, type, description, filterable, sortable } = field ?? expect.unreachable('no date');
  const app = appOf(
    bridgeOf({
      describeResource: () =>
        Promise.resolve(
          ok({
            ...{ source: 'catalogue', fetchedAt: null, request: '' },
            fields: [
              {
                ...{ name, label, type, fieldType: type, description, filterable, sortable },
                ...{ operators: [...operatorsOfType[type]], options: [], origin: 'catalogue' },
              },
            ],
          }),
        ),
    }),
  );
  const location = { view: 'browse', resource: 'transactions', queryOpen: true } as const;
  const list = { failure: null, opening: false };
  const session = { settings: settingsSchema.parse({}) };
  queriesOf(app)
    .of('transactions')
    .open({ filter: { field: name, operator: 'gte', value: '2026-10-02' } });
  const props = { location, list, session, connection, onclosed: () => undefined };
  show(ViewAlone, { app, view: QueryPanel as Component<never>, props });
  const sentence = page.getByText(/Transactions with/);
  await expect.element(sentence).toHaveTextContent('Transactions with date ≥ 2026-10-02');
  await page.getByRole('textbox', { name: /^Value of/ }).click();
  await userEvent.keyboard('{ControlOrMeta>}a{/ControlOrMeta}2026-11-0');
  for (const key of ['{ArrowLeft}', '{Enter}']) {
    await userEvent.keyboard(key);
    await expect.element(sentence).not.toBeInTheDocument();
    await expect.element(page.getByText('A value is not complete yet')).toBeVisible();
  }
  await userEvent.keyboard('{End}3{Enter}');
  await expect.element(sentence).toHaveTextContent('Transactions with date ≥ 2026-11-03');
});

it('a number that a prompt asks for has beside it how it is read', async () => {
  withFormats({ numbers: 'point' });
  const fields = catalogueFields('transactions');
  const query = { filter: { field: 'usd_amount', operator: 'gt', value: '{{least}}' } };
  const props = {
    ...{ names: ['least'], query, fields, answers: {}, lookup: {} },
    ...{ onclose: () => undefined, onanswered: () => undefined },
  };
  show(ViewAlone, { app: appOf(bridgeOf({})), view: ParametersDialog as Component<never>, props });
  await page.getByRole('textbox', { name: 'Least' }).click();
  await userEvent.keyboard('12.34');
  await expect.element(page.getByText('$12,34')).toBeVisible();
  await userEvent.keyboard('{ControlOrMeta>}a{/ControlOrMeta}250.000');
  await expect.element(page.getByText('$250.000')).toBeVisible();
});
