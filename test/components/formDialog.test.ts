import { page, userEvent } from 'vitest/browser';
import { expect, it, vi } from 'vitest';
import FormDialog from '../../renderer/ui/controls/FormDialog.svelte';
import { content, show } from './show.ts';

it('a problem of a form goes with the next change of it, and while it is sent again', async () => {
  let answer: ((problem: string) => void) | undefined;
  show(FormDialog, {
    title: 'Save view',
    submit: 'Save',
    onsubmit: () =>
      new Promise<string>((resolve) => {
        answer = resolve;
      }),
    onclose: vi.fn(),
    children: content('<div><input aria-label="Name"><button type="button">Choose file…</button></div>'),
  });
  const problem = page.getByRole('alert');
  const send = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.element(problem).not.toBeInTheDocument();
    answer?.('Another view has this name.');
    await expect.element(problem).toHaveTextContent('Another view has this name.');
  };
  await send();
  await send();
  await page.getByRole('textbox', { name: 'Name' }).click();
  await userEvent.keyboard('x');
  await expect.element(problem).not.toBeInTheDocument();
  await send();
  await page.getByRole('button', { name: 'Choose file…' }).click();
  await expect.element(problem).not.toBeInTheDocument();
});
