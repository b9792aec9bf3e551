import { flushSync } from 'svelte';
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { operatorsOfType } from '../../preload/contract/operators.ts';
import { resources } from '../../preload/contract/resources.ts';
import QueryFoot from '../../renderer/features/queryBuilder/QueryFoot.svelte';
import { noProblems } from '../../renderer/query/problems.ts';
import { QueryEditor } from '../../renderer/query/queryEditor.svelte.ts';
import { bridgeOf } from '../support/bridgeOf.ts';
import { appOf } from './appOf.ts';
import { show } from './show.ts';
import ViewAlone from './ViewAlone.svelte';

const resource = resources.assets;
/** By type, what a person looks for first: the largest, the latest, or the beginning of the alphabet. */
const first = {
  metric: 'desc',
  number: 'desc',
  integer: 'desc',
  date: 'desc',
  datetime: 'desc',
  text: 'asc',
};

const chosen = Object.entries(first).flatMap(([type, direction]) => {
  const field = resource.fields.find((one) => one.type === type && one.sortable);
  return field === undefined ? [] : [{ field, direction }];
});

it('sorting begins with the largest figure, the latest day, or the first text, and keeps a direction that was chosen', async () => {
  const editor = new QueryEditor('assets', { computed: () => [], shown: () => null });
  editor.metadata = {
    ...{ source: 'catalogue', fetchedAt: null, request: '' },
    fields: chosen.map(({ field: { name, label, type, description, filterable, sortable } }) => ({
      ...{ name, label, type, fieldType: type, description, filterable, sortable },
      ...{ operators: [...operatorsOfType[type]], options: [], origin: 'catalogue' },
    })),
  };
  show(ViewAlone, {
    app: appOf(bridgeOf({})),
    view: QueryFoot,
    props: {
      ...{ editor, resource, running: false, offline: true, problems: noProblems },
      ...{ matching: { value: null, failure: null, pending: false } },
      ...{ oncancel: vi.fn(), onrun: vi.fn(), oncount: vi.fn() },
    },
  });
  const sort = page.getByRole('button', { name: /^Sort by: / });
  const pick = async (label: string): Promise<void> => {
    await sort.click();
    await page
      .getByRole('option', { name: new RegExp(`^${label}`) })
      .first()
      .click();
  };
  expect(chosen.length).toBeGreaterThan(3);
  for (const { field, direction } of chosen) {
    editor.changeRest({ sort: undefined });
    flushSync();
    await pick(field.label);
    expect(editor.query.sort).toEqual({ field: field.name, direction });
    await page.getByRole('button', { name: /change to/ }).click();
    await pick(field.label);
    expect(editor.query.sort).toEqual({ field: field.name, direction: direction === 'asc' ? 'desc' : 'asc' });
  }
});
