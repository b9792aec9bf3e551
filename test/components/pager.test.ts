import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import Pager from '../../renderer/ui/controls/Pager.svelte';
import { show } from './show.ts';

const pageSize = 5;

it.each([6, 9, 10, 11])(
  'the pages of %i hold each once, and no way leads past the first or the last',
  async (total) => {
    const last = Math.ceil(total / pageSize) - 1;
    const shown: number[] = [];
    for (let at = 0; at <= last; at += 1) {
      const hide = show(Pager, { page: at, pageSize, total, noun: 'lists', onpage: () => undefined });
      const [, from, to] = /(\d+)–(\d+) of/.exec(page.getByRole('status').element().textContent) ?? [];
      for (let one = Number(from); one <= Number(to); one += 1) shown.push(one);
      for (const [name, isEnd] of [
        ['Previous', at === 0],
        ['Next', at === last],
      ] as const) {
        const button = expect.element(page.getByRole('button', { name }));
        await (isEnd ? button.toBeDisabled() : button.toBeEnabled());
      }
      hide();
    }
    expect(shown).toEqual(Array.from({ length: total }, (_, index) => index + 1));
  },
);
