import Check from '@lucide/svelte/icons/check';
import Columns from '@lucide/svelte/icons/columns-3';
import ListPlus from '@lucide/svelte/icons/list-plus';
import type { AppState } from '../../shell/app.svelte.ts';
import type { ChosenRecords, RecordAction } from '../../shell/recordActions.svelte.ts';
import { gatheredOf } from './comparison.svelte.ts';
import { comparisonOf, maxCompared } from './place.ts';

/** Gathers a record for a comparison, or puts several side by side. */
export function recordActions(
  app: AppState,
  { connectionId, resource, records, whole }: ChosenRecords,
): readonly RecordAction[] {
  const [only] = records;
  if (only === undefined || !whole || records.length > maxCompared) return [];
  if (records.length > 1) {
    const place = comparisonOf(
      resource,
      records.map(({ id }) => id),
    );
    return place === null
      ? []
      : [
          {
            key: 'compare',
            label: `Compare ${records.length.toString()} records`,
            short: 'Compare',
            icon: Columns,
            run: (event) => app.go(place, event),
          },
        ];
  }
  const gathered = gatheredOf(app);
  const link = { resource, id: only.id };
  const held = gathered.holds(connectionId, link);
  const full = !held && gathered.resource === resource && gathered.full;
  return [
    {
      key: 'compare',
      label: held ? 'Remove from comparison' : 'Add to comparison',
      short: held ? 'Compared' : 'Compare',
      icon: held ? Check : ListPlus,
      title: full ? `At most ${maxCompared.toString()} records can be compared` : undefined,
      disabled: full,
      command: 'recordCompare',
      run: () => gathered.toggle(connectionId, link, only.title),
    },
  ];
}
