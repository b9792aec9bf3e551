import type { ScheduledWork, ScheduleRun } from '../../../preload/contract/schedules.ts';
import { formatNames } from '../../../preload/contract/exports.ts';
import { resources } from '../../../preload/contract/resources.ts';
import { age, until } from '../../format/dates.ts';
import { count, plural } from '../../format/numbers.ts';

/** Names of what schedules run; undefined for deleted items. */
export interface WorkNames {
  readonly query: (id: string) => string | undefined;
  readonly mirror: (id: string) => string | undefined;
}

/** Returns `Export of assets to CSV`. */
export function workText(work: ScheduledWork, names: WorkNames): string {
  switch (work.kind) {
    case 'export': {
      const { scope, format } = work.request;
      return `Export of ${subjectText(scope)} to ${formatNames[format].label}`;
    }
    case 'savedQuery':
      return `Saved view “${names.query(work.savedQueryId) ?? 'deleted'}” to ${formatNames[work.format].label}`;
    case 'sync':
      return `Sync of ${resources[work.resource].label.toLowerCase()}${work.query.filter === undefined ? '' : ', filtered'}`;
    case 'mirror':
      return `Mirror “${names.mirror(work.mirrorId) ?? 'deleted'}”`;
  }
}

/** Says what is written from the cache without a request. */
function subjectText(scope: Extract<ScheduledWork, { kind: 'export' }>['request']['scope']): string {
  if (scope.kind === 'watchlist') return 'a watchlist’s cached transactions';
  if (scope.kind === 'table') return 'figures';
  const label = resources[scope.resource].label.toLowerCase();
  const isFiltered = scope.kind !== 'records' && scope.query.filter !== undefined;
  return `${scope.kind === 'query' ? '' : 'cached '}${label}${isFiltered ? ', filtered,' : ''}`;
}

/** Returns `Done 2 h ago: 3,512 records`. */
export function runText(run: ScheduleRun, now: number): string {
  const { state, startedAt, endedAt, rows, retryAt, failure } = run;
  switch (state) {
    case 'running':
      return `Running since ${age(startedAt, now)}`;
    case 'retrying':
      return `Failed: ${failure?.message ?? ''} Next try ${until(retryAt ?? now, now)}`;
    case 'done':
      return `Done ${age(endedAt ?? startedAt, now)}${rows === null ? '' : `: ${plural(rows, 'record', 'records')}`}`;
    case 'failed':
      return `Failed ${age(endedAt ?? startedAt, now)}: ${failure?.message ?? ''}`;
    case 'canceled':
      return `Canceled ${age(endedAt ?? startedAt, now)}`;
  }
}

/** Returns notes on missed times, possibly missing records, and the age of delivered records. */
export function runNotes(run: ScheduleRun, now: number): string[] {
  return [
    ...(run.missed > 0 ? [`Missed ${count(run.missed)}`] : []),
    ...(run.manual ? ['Started by you'] : []),
    ...(run.note === null ? [] : [run.note]),
    ...(run.complete === false && run.state === 'done'
      ? [
          `Other records may exist${run.fetchedFrom === null ? '' : `; data from ${age(run.fetchedFrom, now)}`}`,
        ]
      : []),
  ];
}
