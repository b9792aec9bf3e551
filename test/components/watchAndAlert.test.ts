import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { watchedWallet } from '../../renderer/features/wallets/watchAndAlert.ts';
import WatchAndAlert from '../../renderer/features/wallets/WatchAndAlert.svelte';
import { bridgeOf } from '../support/bridgeOf.ts';
import { appOf } from './appOf.ts';
import { show } from './show.ts';
import ViewAlone from './ViewAlone.svelte';

const connection = { id: 'one', name: 'One', baseUrl: 'https://api.example.com', sample: false };
const amount = page.getByRole('textbox', { name: 'Alert above, in US dollars' });

it.each(['1e', '12,', '50%', ''])('while the amount is “%s”, the button names no other', async (typed) => {
  const app = appOf(bridgeOf({}));
  const watched = watchedWallet(app, `0x${'1'.repeat(40)}`);
  show(ViewAlone, { app, view: WatchAndAlert, props: { watched, connection } });
  await expect.element(page.getByRole('button', { name: 'Watch and alert above $100,000' })).toBeEnabled();
  await amount.click();
  await userEvent.keyboard(`{ControlOrMeta>}a{/ControlOrMeta}{Backspace}${typed}`);
  const unnamed = page.getByRole('button', { name: 'Watch and alert', exact: true });
  await expect.element(unnamed).toBeDisabled();
  await expect.element(unnamed).toHaveAttribute('title', expect.stringContaining('Enter a number from 0'));
  await userEvent.keyboard('{ControlOrMeta>}a{/ControlOrMeta}20k');
  await expect.element(page.getByRole('button', { name: 'Watch and alert above $20,000' })).toBeEnabled();
  await userEvent.keyboard('{ControlOrMeta>}a{/ControlOrMeta}20x');
  await expect.element(unnamed).toBeDisabled();
  // Left, the field still says what was typed, and nothing names another figure.
  await page.getByRole('button').click({ force: true });
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('Enter a number from 0 to 1,000,000,000,000,000.');
  await expect.element(amount).toHaveValue('20x');
  await expect.element(unnamed).toBeDisabled();
});
