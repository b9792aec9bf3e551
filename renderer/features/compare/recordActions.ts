import Check from '@lucide/svelte/icons/check';
import Columns from '@lucide/svelte/icons/columns-3';
import ListPlus from '@lucide/svelte/icons/list-plus';
import type { AppState } from '../../shell/app.svelte.ts';
import type { ChosenRecords, RecordAction } from '../../shell/recordActions.svelte.ts';
import { gatheredOf, comparisonOf, maxCompared } from './comparison.svelte.ts';

const mostCompared = `At most ${maxCompared.toString()} records can be compared`;

export function recordActions(
  app: AppState,
  { connectionId, resource, records, partial }: ChosenRecords,
): readonly RecordAction[] {
  if (records.length > 1 || partial !== undefined) {
    const ids = records.map(({ id }) => id);
    const why = partial ?? (ids.length > maxCompared ? mostCompared : undefined);
    const place = why === undefined ? comparisonOf(resource, ids) : null;
    if (why === undefined && place === null) return [];
    return [
      {
        key: 'compare',
        label: why === undefined ? `Compare ${ids.length.toString()} records` : 'Compare records',
        short: 'Compare',
        icon: Columns,
        title: why,
        disabled: why !== undefined,
        run: (event) => {
          if (place !== null) app.go(place, event);
        },
      },
    ];
  }
  const [only] = records;
  if (only === undefined) return [];
  const gathered = gatheredOf(app);
  const link = { resource, id: only.id };
  const held = gathered.holds(connectionId, link);
  const full =
    !held && gathered.full && gathered.connectionId === connectionId && gathered.resource === resource;
  return [
    {
      key: 'compare',
      label: held ? 'Remove from comparison' : 'Add to comparison',
      short: held ? 'Compared' : 'Compare',
      icon: held ? Check : ListPlus,
      title: full ? mostCompared : undefined,
      disabled: full,
      command: 'recordCompare',
      run: () => gathered.toggle(connectionId, link, only.title),
    },
  ];
}
