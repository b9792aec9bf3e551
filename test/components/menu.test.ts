import { page, userEvent } from 'vitest/browser';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import Menu from '../../renderer/ui/controls/Menu.svelte';
import { show } from './show.ts';

const onclose = vi.fn();
const run = vi.fn<(label: string) => void>();
const entries = ['Sort ascending', 'Pin', 'Hide'].map((label) => ({
  label,
  disabled: label === 'Pin',
  run: () => {
    run(label);
  },
}));

beforeEach(() => {
  vi.clearAllMocks();
  show(Menu, { name: 'Column Name', entries, at: { x: 10, y: 10 }, onclose });
});

it('a menu has a name and focuses its first entry', async () => {
  await expect.element(page.getByRole('menu', { name: 'Column Name' })).toBeVisible();
  await expect.element(page.getByRole('menuitem', { name: 'Sort ascending' })).toHaveFocus();
});

it('arrows pass over a disabled entry and around the end', async () => {
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(page.getByRole('menuitem', { name: 'Hide' })).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(page.getByRole('menuitem', { name: 'Sort ascending' })).toHaveFocus();
});

it('one entry is marked: the last that the pointer or a key was on', async () => {
  await userEvent.hover(page.getByRole('menuitem', { name: 'Hide' }));
  await expect.element(page.getByRole('menuitem', { name: 'Hide' })).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(page.getByRole('menuitem', { name: 'Sort ascending' })).toHaveFocus();
});

it('Enter closes a menu and runs the entry', async () => {
  await userEvent.keyboard('{End}{Enter}');
  await expect.poll(() => run.mock.calls).toEqual([['Hide']]);
  expect(onclose).toHaveBeenCalledOnce();
});

it.each(['{Escape}', '{Tab}'])('%s closes a menu and runs nothing', async (key) => {
  await userEvent.keyboard(key);
  await expect.poll(() => onclose.mock.calls.length).toBe(1);
  expect(run).not.toHaveBeenCalled();
});

it('the key of a command closes a menu and goes on to the command', async () => {
  const pressed: string[] = [];
  const note = (event: KeyboardEvent): void => {
    if (!event.defaultPrevented) pressed.push(event.key);
  };
  addEventListener('keydown', note);
  onTestFinished(() => removeEventListener('keydown', note));
  await userEvent.keyboard('{Alt>}{Control>}{/Control}');
  expect(onclose).not.toHaveBeenCalled();
  await userEvent.keyboard('j{/Alt}');
  await expect.poll(() => onclose.mock.calls.length).toBe(1);
  expect(pressed).toContain('j');
});
