import { page, userEvent } from 'vitest/browser';
import { beforeEach, expect, it } from 'vitest';
import Popover from '../../renderer/ui/controls/Popover.svelte';
import { content, show } from './show.ts';

const button = page.getByRole('button', { name: 'Columns' });
const panel = page.getByRole('dialog', { name: 'Choose columns' });

beforeEach(async () => {
  show(Popover, {
    label: 'Columns',
    panelName: 'Choose columns',
    children: content('<input type="search" aria-label="Find a column">'),
  });
  await button.click();
  await expect.element(panel).toBeVisible();
});

it('a popover says on its button that it is open, and is typed into at once', async () => {
  await expect.element(button).toHaveAttribute('aria-expanded', 'true');
  await userEvent.keyboard('name');
  await expect.element(panel.getByRole('searchbox')).toHaveValue('name');
});

it('Escape closes a popover, the button has the focus, and Enter opens it again', async () => {
  await userEvent.keyboard('{Escape}');
  await expect.element(panel).not.toBeInTheDocument();
  await expect.element(button).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(panel).toBeVisible();
});
