import { page, userEvent } from 'vitest/browser';
import { beforeEach, expect, it, vi } from 'vitest';
import Combobox from '../../renderer/ui/controls/Combobox.svelte';
import { show } from './show.ts';

const onpick = vi.fn<(item: { label: string }) => void>();
const onleave = vi.fn();
const items = ['Bonds', 'Commodities', 'Stablecoins', 'US Treasury debt'].map((label) => ({
  key: label,
  label,
}));
const box = page.getByRole('combobox', { name: 'Find a class' });
const marked = (): string | null | undefined =>
  document
    .getElementById(document.activeElement?.getAttribute('aria-activedescendant') ?? '')
    ?.textContent?.trim();

let hide: () => void;

beforeEach(() => {
  vi.clearAllMocks();
  hide = show(Combobox, { label: 'Classes', find: 'Find a class', items, onpick, onleave });
});

it('a combobox has the focus and reports the marked option to screen readers', async () => {
  await expect.element(box).toHaveFocus();
  await expect.element(page.getByRole('listbox', { name: 'Classes' })).toBeVisible();
  expect(marked()).toBe('Bonds');
});

it('the last event of a scroll may come when the list has gone', () => {
  const list = page.getByRole('listbox', { name: 'Classes' }).element();
  const thrown = vi.fn();
  window.addEventListener('error', thrown);
  hide();
  list.dispatchEvent(new Event('scroll'));
  window.removeEventListener('error', thrown);
  expect(thrown).not.toHaveBeenCalled();
});

it('arrows mark options around the ends of the list', async () => {
  await userEvent.keyboard('{ArrowUp}');
  await expect.poll(marked).toBe('US Treasury debt');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  await expect.poll(marked).toBe('Commodities');
});

it('words narrow the list down, the first that has them is marked, and Enter picks it', async () => {
  await userEvent.keyboard('{ArrowDown}{ArrowDown}stab{Enter}');
  await expect.poll(() => onpick.mock.calls.map(([item]) => item.label)).toEqual(['Stablecoins']);
});

it('Enter picks nothing where no option has the words', async () => {
  await userEvent.keyboard('zzz{Enter}');
  await expect.element(page.getByRole('option')).not.toBeInTheDocument();
  expect(onpick).not.toHaveBeenCalled();
});

it('Escape leaves a combobox', async () => {
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => onleave.mock.calls.length).toBe(1);
});
