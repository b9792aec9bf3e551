import { expect, it } from 'vitest';
import { defaultOptions } from '../../../../../preload/contract/exports.ts';
import { scheduleContentSchema, type ScheduledWork } from '../../../../../preload/contract/schedules.ts';
import { workText } from '../../../../../renderer/features/schedules/labels.ts';

type Scope = Extract<ScheduledWork, { kind: 'export' }>['request']['scope'];

function exportOf(scope: Scope): unknown {
  const request = { connectionId: 'one', format: 'csv', options: defaultOptions('csv'), scope, columns: [] };
  const file = { path: '/tmp/a.csv', existing: 'keep' };
  return {
    ...{ name: 'Daily', on: true, waitMinutes: null, late: 'fail', times: { kind: 'daily', at: 0 } },
    work: { kind: 'export', request, file },
  };
}

const filter = { operator: 'equals', field: 'id', value: 1 } as const;

it.each<[Scope, string]>([
  [{ kind: 'query', resource: 'assets', query: {} }, 'Export of assets to CSV'],
  [{ kind: 'query', resource: 'assets', query: { filter } }, 'Export of assets, filtered, to CSV'],
  [{ kind: 'cached', resource: 'assets', query: {} }, 'Export of cached assets to CSV'],
  [{ kind: 'watchlist', listId: 'list' }, 'Export of a watchlist’s cached transactions to CSV'],
])('a scheduled export of %j says what it writes', (scope, text) => {
  const { work } = scheduleContentSchema.parse(exportOf(scope));
  expect(workText(work, { query: () => undefined, mirror: () => undefined })).toBe(text);
});

it('cached records that were chosen are not scheduled, since they would never be fetched again', () => {
  const { error } = scheduleContentSchema.safeParse(
    exportOf({ kind: 'records', resource: 'assets', ids: [1] }),
  );
  expect(error?.issues[0]?.message).toBe(
    'Chosen records are written from the cache. To schedule their export, filter the list for them.',
  );
});
