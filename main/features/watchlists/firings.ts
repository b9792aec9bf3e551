import { createHash } from 'node:crypto';
import type { Alert, AlertRule, Firing } from '../../../preload/contract/alerts.ts';
import { findField, resources } from '../../../preload/contract/resources.ts';
import type { Metric } from '../../../preload/contract/metric.ts';
import { sumOf } from '../../../preload/contract/sum.ts';
import type { Unit } from '../../../preload/contract/units.ts';
import { shortenAddress } from '../../../preload/contract/shorten.ts';
import type { AlertHit } from '../../store/watchlists/watchTypes.ts';

interface Moment {
  readonly now: number;
  readonly quiet: boolean;
}

interface Names {
  readonly listName: string;
  readonly labelOf: (address: string) => string | undefined;
}

export function firingOfHit(alert: Alert, hit: AlertHit, names: Names, moment: Moment): Firing {
  return {
    ...base(alert, moment, JSON.stringify([hit.ids, hit.count, hit.from])),
    why: alert.rule.kind === 'sum' ? whySum(alert.rule, hit, names) : whySingle(hit, names),
    subject: { kind: 'transactions', listId: hit.listId, ids: [...hit.ids], count: hit.count },
  };
}

type MetricRule = Extract<AlertRule, { kind: 'metric' }>;

/** Returns null if the metric does not tell. */
export function isTrue(rule: MetricRule, metric: Metric | null): boolean | null {
  const { test } = rule;
  if (metric === null) return null;
  if (test.kind === 'value') {
    const { val } = metric;
    if (typeof val !== 'number') return null;
    return test.direction === 'above' ? val > test.value : val < test.value;
  }
  const change = changeOf(test.days, metric, unitOf(rule));
  if (change === null) return null;
  return test.direction === 'down' ? change <= -test.percent : change >= test.percent;
}

export function firingOfMetric(
  alert: Alert & { rule: MetricRule },
  metric: Metric,
  fetchedAt: number,
  moment: Moment,
): Firing {
  const { rule } = alert;
  return {
    ...base(alert, moment, JSON.stringify([fetchedAt])),
    why: whyMetric(rule, metric),
    subject: { kind: 'record', resource: rule.resource, id: rule.id, metric: rule.metric },
  };
}

function base(alert: Alert, { now, quiet }: Moment, cause: string): Omit<Firing, 'why' | 'subject'> {
  const id = createHash('sha256').update(`${alert.id} ${cause}`).digest('hex').slice(0, 32);
  return {
    id,
    alertId: alert.id,
    name: alert.name,
    connectionId: alert.connectionId,
    at: now,
    quiet,
    seen: false,
  };
}

function whySingle({ count, dollars }: AlertHit, { listName }: Names): string {
  const worth = dollars === null ? '' : ` of ${dollarsText(dollars)}`;
  return count === 1
    ? `A new transaction${worth} in “${listName}”.`
    : `${count.toLocaleString('en')} new transactions${worth} in “${listName}”.`;
}

function whySum(
  rule: Extract<AlertRule, { kind: 'sum' }>,
  hit: AlertHit,
  { listName, labelOf }: Names,
): string {
  const sides = { in: 'reached', out: 'left', either: 'passed through' } as const;
  const what =
    rule.wallet === null
      ? `was moved in “${listName}”`
      : `${sides[rule.direction]} ${labelOf(rule.wallet) ?? shortenAddress(rule.wallet)}`;
  const many = hit.count === 1 ? 'one transaction' : `${hit.count.toLocaleString('en')} transactions`;
  return `${dollarsText(hit.dollars ?? 0)} ${what} within ${hoursText(rule.hours)}, in ${many}: more than ${dollarsText(rule.moreThan)}.`;
}

function unitOf({ resource, metric }: MetricRule): Unit | undefined {
  return findField(resources[resource], metric)?.unit;
}

function whyMetric(rule: MetricRule, { val, ...changes }: Metric): string {
  const { title, resource, metric, test } = rule;
  const label = findField(resources[resource], metric)?.label ?? metric;
  const unit = unitOf(rule);
  const isPercent = unit === 'percent';
  const value = (number: number): string =>
    unit === 'dollar' ? dollarsText(number) : number.toLocaleString('en') + (isPercent ? ' %' : '');
  if (test.kind === 'value') {
    return `${title}: ${label} is ${value(val ?? 0)}, ${test.direction} ${value(test.value)}.`;
  }
  const change = changeOf(test.days, { val: val ?? null, ...changes }, unit) ?? 0;
  const shown = Math.abs(change).toLocaleString('en', { maximumFractionDigits: isPercent ? 3 : 2 });
  const now = typeof val === 'number' ? `, to ${value(val)}` : '';
  return `${title}: ${label} went ${change < 0 ? 'down' : 'up'} ${shown} ${isPercent ? 'pp' : '%'} in ${test.days.toString()} days${now}.`;
}

/** Returns the change in percent, or in points for percentages: the service's own, else computed. */
function changeOf(days: 7 | 30 | 90, metric: Metric, unit: Unit | undefined): number | null {
  const inPoints = unit === 'percent';
  const stated = metric[`chg_${days}d_${inPoints ? 'amt' : 'pct'}`];
  if (typeof stated === 'number') return stated;
  const before = metric[`val_${days}d`];
  const { val } = metric;
  if (typeof val !== 'number' || typeof before !== 'number') return null;
  if (inPoints) return sumOf([val, -before]);
  if (before === 0) return null;
  return ((val - before) / Math.abs(before)) * 100;
}

function hoursText(hours: number): string {
  if (hours % 24 === 0 && hours > 24) return `${(hours / 24).toString()} days`;
  return hours === 1 ? 'an hour' : `${hours.toString()} hours`;
}

function dollarsText(dollars: number): string {
  return dollars.toLocaleString('en-US', {
    style: 'currency',
    currency: 'USD',
    maximumFractionDigits: Math.abs(dollars) < 100 ? 2 : 0,
  });
}
