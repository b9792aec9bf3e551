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
  readonly readLabels: () => Promise<(address: string) => string | undefined>;
  readonly now: () => number;
  readonly isQuiet: (moment: number) => boolean;
  /** Returns false if no notification can be shown now; the next alert or start retries. */
  readonly tell: (firing: Firing) => boolean;
}

/** Reported one by one after a long pause; the log has all. */
const maxReported = 20;

/**
 * Raises the alerts of one connection. A cause and its result are stored together: hits with transactions in
 * the cache, the state of a metric with its log entry. The log marks entries as undelivered until the user is
 * notified, so no alert is lost or logged twice, whenever a process ends; at worst a notification repeats.
 */
export function createAlertNotifier(options: AlertNotifierOptions) {
  const { connectionId, cache, alerts, now, isQuiet } = options;
  const enqueue = createSerialQueue();
  /** Two processes that read the same hits would report them twice. */
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
      // Quiet hours may have begun since the alert was raised.
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
    // A test that was true when the alert was made raises nothing.
    const isNews = is && was === false;
    const raising = { now: now(), quiet: isQuiet(now()) };
    return {
      is,
      firing: isNews ? firingOfMetric({ ...alert, rule }, metric, found.fetchedAt, raising) : null,
    };
  }

  return {
    deliver: () =>
      withLock(async () => {
        await logHits();
        await tell();
      }),
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
