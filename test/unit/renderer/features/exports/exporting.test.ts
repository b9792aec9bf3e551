import { expect, it } from 'vitest';
import type { ResourceName } from '../../../../../preload/contract/resources.ts';
import { Exporting, type ScopeChoice } from '../../../../../renderer/features/exports/exporting.svelte.ts';
import { bridgeOf } from '../../../../support/bridgeOf.ts';

interface Chosen {
  readonly resource?: ResourceName;
  readonly selected?: readonly string[];
  readonly list?: { readonly id: string; readonly name: string };
  readonly format?: 'csv' | 'parquet';
  readonly scope?: ScopeChoice;
}

function exportOf({ resource = 'transactions', selected = [], list, format = 'parquet', scope }: Chosen) {
  const subject = { resource, selected, query: {}, columns: ['amount'], total: 9, offline: false };
  const exporting = new Exporting(bridgeOf({}), {
    kind: 'records',
    connectionId: 'one',
    ...subject,
    ...(list === undefined ? {} : { list }),
  });
  exporting.format = format;
  exporting.change({ parts: { by: 'month' } });
  if (scope !== undefined) exporting.scope = scope;
  return exporting;
}

it('a folder of files by time is offered for transactions of a query as Parquet, whether from the service or the cache', () => {
  for (const scope of ['query', 'cached'] as const) {
    const { canPart, request } = exportOf({ scope });
    expect([canPart, request.options.parts]).toEqual([true, { by: 'month' }]);
  }
});

it.each<Chosen>([
  { format: 'csv' },
  { resource: 'assets' },
  { selected: ['a', 'b'] },
  { selected: ['a'], scope: 'selected' },
  { list: { id: 'list', name: 'A list' } },
])('one file is written, and nothing else offered, for %j', (chosen) => {
  const { canPart, request } = exportOf(chosen);
  expect([canPart, request.options.parts]).toEqual([false, null]);
});

it('a schedule is offered for what each run asks for again, not for chosen records of the cache', () => {
  expect(exportOf({ selected: ['a'], scope: 'query' }).canSchedule).toBe(true);
  expect(exportOf({ selected: ['a'], scope: 'selected' }).canSchedule).toBe(false);
});
