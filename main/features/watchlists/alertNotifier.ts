import type { Alert, AlertRule, Firing } from '../../../preload/contract/alerts.ts';
import { readMetric } from '../../../preload/contract/metric.ts';
import type { ResourceName } from '../../../preload/contract/resources.ts';
import type { Watchlist } from '../../../preload/contract/watchlists.ts';
import type { CacheStore } from '../../store/store.ts';
import { createSerialQueue } from '../../platform/serialQueue.ts';
import type { Alerts } from './alerts.ts';
import { firingOfHit, firingOfMetric, isTrue } from './firings.ts';

export interface AlertNotifierOptions {
  readonly connectionId: string;
  readonly cache: CacheStore;
  readonly alerts: Alerts;
  readonly readLists: () => Promise<readonly Watchlist[]>;
  /** Returns what finds the user's label of an address. */
  readonly readLabels: () => Promise<(address: string) => string | undefined>;
  readonly now: () => number;
  readonly isQuiet: (moment: number) => boolean;
  /** Notifies the user. Returns false while no notification can be shown: the alert is then reported with the next one, or after the next start. */
  readonly tell: (firing: Firing) => boolean;
}

/** After a long pause only the latest alerts are reported one by one. The log has all of them. */
const maxReported = 20;

/**
 * Raises the alerts of one connection. What raises one is written together with its cause: a hit with the transactions, in the cache; the
 * truth of a metric with its entry in the log. From there it goes into the log with a mark that nobody was notified, and the mark goes
 * when the user was. So a process that ends at any moment loses none, and none stands in the log twice; one that ends between the
 * notification and the removal of its mark shows that notification again.
 */
export function createAlertNotifier(options: AlertNotifierOptions) {
  const { connectionId, cache, alerts, now, isQuiet } = options;
  const enqueue = createSerialQueue();
  /** One at a time, also across processes: two that read the same hits at once would report them twice. */
  const withLock = (work: () => Promise<void>): Promise<void> => enqueue(() => alerts.withLock(work));

  async function logHits(): Promise<void> {
    const waiting = await cache.watch.readHits();
    if (waiting.length === 0) return;
    const [{ documents }, lists, labelOf] = await Promise.all([
      alerts.read(),
      options.readLists(),
      options.readLabels(),
    ]);
    const firings = waiting.flatMap(({ hit, at }) => {
      const alert = documents.find(({ id }) => id === hit.alertId);
      const listName = lists.find(({ id }) => id === hit.listId)?.name ?? '';
      const raising = { now: at, quiet: isQuiet(now()) };
      return alert === undefined ? [] : [firingOfHit(alert, hit, { listName, labelOf }, raising)];
    });
    await alerts.log(firings);
    await cache.watch.settleHits(waiting.map(({ number }) => number));
  }

  async function tell(): Promise<void> {
    const undelivered = await alerts.readUndelivered(connectionId);
    const delivered = undelivered.slice(-maxReported).filter((firing) => {
      // What was raised before a restart may be reported in quiet hours that had not begun.
      const quiet = firing.quiet || isQuiet(now());
      return options.tell({ ...firing, quiet });
    });
    const passed = undelivered.slice(0, -maxReported);
    if (delivered.length > 0) await alerts.markDelivered([...passed, ...delivered].map(({ id }) => id));
  }

  async function lookAt({ rule, ...alert }: Alert & { rule: MetricRule }, was: boolean | undefined) {
    const found = await cache.readRecord({ resource: rule.resource, id: rule.id });
    const metric = readMetric(found?.record[rule.metric]);
    const is = isTrue(rule, metric);
    if (found === null || metric === null || is === null || was === is) return null;
    // What was so when the alert was made is no news.
    const isNews = is && was === false;
    const raising = { now: now(), quiet: isQuiet(now()) };
    return {
      is,
      firing: isNews ? firingOfMetric({ ...alert, rule }, metric, found.fetchedAt, raising) : null,
    };
  }

  return {
    /** Logs the alerts that new transactions raised, and reports those that were not reported yet. */
    deliver: () =>
      withLock(async () => {
        await logHits();
        await tell();
      }),
    /** Evaluates the alerts on metrics of a resource, or of all resources if none is given. */
    lookAtMetrics: (resource?: ResourceName) =>
      withLock(async () => {
        const { documents } = await alerts.read();
        const looked = documents
          .filter(isOnMetric)
          .filter(
            ({ on, rule, ...alert }) => on && alert.connectionId === connectionId && isOf(rule, resource),
          );
        if (looked.length === 0) return;
        const truths = await alerts.readTruths();
        const changes = new Map<string, boolean>();
        const firings: Firing[] = [];
        for (const alert of looked) {
          const change = await lookAt(alert, truths.get(alert.id));
          if (change === null) continue;
          changes.set(alert.id, change.is);
          if (change.firing !== null) firings.push(change.firing);
        }
        if (changes.size > 0) await alerts.log(firings, changes);
        await tell();
      }),
  };
}

type MetricRule = Extract<AlertRule, { kind: 'metric' }>;

function isOnMetric(alert: Alert): alert is Alert & { rule: MetricRule } {
  return alert.rule.kind === 'metric';
}

function isOf(rule: MetricRule, resource: ResourceName | undefined): boolean {
  return resource === undefined || rule.resource === resource;
}
