import { page, userEvent } from 'vitest/browser';
import { expect, it, vi } from 'vitest';
import Dialog from '../../renderer/ui/controls/Dialog.svelte';
import DialogBesideField from './DialogBesideField.svelte';
import { content, show } from './show.ts';

const dialog = page.getByRole('dialog', { name: 'Save view' });

it('a dialog takes its name from its title and focuses its first field with its text selected', async () => {
  show(DialogBesideField, {});
  await page.getByRole('button', { name: 'Open' }).click();
  await expect.element(dialog).toBeVisible();
  await userEvent.keyboard('Bonds');
  await expect.element(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Bonds');
});

it('a dialog focuses the field that is marked as the first to be typed into, unless nobody can type there', async () => {
  const fields = (state: string): string =>
    `<div><input aria-label="Address"><input aria-label="Key" data-first ${state}></div>`;
  for (const [state, focused] of [
    ['', 'Key'],
    ['disabled', 'Address'],
    ['hidden', 'Address'],
  ] as const) {
    const hide = show(Dialog, { title: 'Save view', onclose: vi.fn(), children: content(fields(state)) });
    await expect.element(dialog.getByLabelText(focused)).toHaveFocus();
    hide();
  }
});

it('Escape closes a dialog at once, the focus returns, and the keys that follow are not lost', async () => {
  show(DialogBesideField, {});
  await page.getByRole('button', { name: 'Open' }).click();
  await expect.element(dialog).toBeVisible();
  await userEvent.keyboard('{Escape}{Tab}abc');
  await expect.element(page.getByRole('textbox', { name: 'After' })).toHaveValue('abc');
  await expect.element(dialog).not.toBeInTheDocument();
});

it('a dialog is closed before the next key is handled, however busy the window is', async () => {
  const onclose = vi.fn();
  show(Dialog, { title: 'Save view', onclose, children: content('<input aria-label="Name">') });
  await expect.element(dialog).toBeVisible();
  // The `close` event comes in a later task, after keys that wait.
  const callsAtCancel: number[] = [];
  dialog.element().addEventListener('cancel', () => callsAtCancel.push(onclose.mock.calls.length));
  await userEvent.keyboard('{Escape}');
  expect(callsAtCancel).toEqual([1]);
});

it('a dialog that a key opens right after Escape stays open', async () => {
  show(DialogBesideField, {});
  await page.getByRole('button', { name: 'Open' }).click();
  await expect.element(dialog).toBeVisible();
  await userEvent.keyboard('{Escape}{Enter}');
  await expect.element(dialog).toBeVisible();
  await expect.element(dialog.getByRole('textbox', { name: 'Name' })).toHaveFocus();
});
