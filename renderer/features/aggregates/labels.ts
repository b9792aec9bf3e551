import { additivityOf } from '../../../preload/contract/resources/additive.ts';
import { metricDefinitions } from '../../../preload/contract/resources/metrics.ts';
import { type Unit, isUnit } from '../../../preload/contract/units.ts';
import { labelOfName } from '../../../preload/contract/labelOfName.ts';
import type { Selection } from '../../query/aggregateSelection.ts';

/** Readable words for aggregate queries. Unknown words are shown as they are. */

const groupLabels: Readonly<Record<string, string>> = {
  date: 'No grouping',
  measure: 'Measure',
  asset: 'Asset',
  token: 'Token',
  asset_class: 'Asset class',
  network: 'Network',
  protocol: 'Platform',
  issuer: 'Issuer',
};

/** A group key: `network_id` and `network` are both `Network`. */
export function groupLabel(key: string): string {
  const word = groupLabels[baseOfKey(key)];
  return word ?? labelOfName(baseOfKey(key));
}

/** The keys of the groups, each group once: where `network` and `network_id` are both offered, the latter. */
export function distinctKeys(keys: readonly string[]): string[] {
  return keys.filter((key) => key.endsWith('_id') || !keys.includes(`${key}_id`));
}

/** The field that a condition on one group names: `network_id` of `network`; null if groups are no field. */
export function fieldOfKey(key: string): string | null {
  const base = baseOfKey(key);
  return base === 'date' ? null : `${base}_id`;
}

function baseOfKey(key: string): string {
  return key.replace(/_id$/, '');
}

const functionLabels: Readonly<Record<string, string>> = {
  sum: 'Sum',
  avg: 'Average',
  min: 'Minimum',
  max: 'Maximum',
};

export function functionLabel(name: string): string {
  return functionLabels[name] ?? name;
}

const modeLabels: Readonly<Record<string, string>> = { stock: 'Period end', flow: 'Total' };

export function modeLabel(name: string): string {
  return modeLabels[name] ?? name;
}

/** One sentence on what a mode does with the days of a period. */
export function modeSentence(mode: string): string {
  if (mode === 'stock') return 'Period end: the last value of each period, for amounts at a point in time.';
  if (mode === 'flow')
    return 'Total: the sum over each period. Daily figures stand until the next day with any, so their total counts some again.';
  return `The service’s mode “${mode}”.`;
}

export interface MeasureLabel {
  readonly name: string;
  readonly unit: Unit | undefined;
  readonly description: string;
}

const definitions = new Map(metricDefinitions.map((definition) => [definition.name, definition]));

/** Returns the label and unit of a measure. `stated`: the service's own. */
export function measureLabel(slug: string, stated: { name?: string; unit?: string } = {}): MeasureLabel {
  const known = definitions.get(slug);
  const ownName = stated.name === slug ? undefined : stated.name;
  return {
    name: known?.label ?? ownName ?? labelOfName(slug),
    unit: isUnit(stated.unit) ? stated.unit : known?.unit,
    description: known?.description ?? '',
  };
}

/** True if figures of groups are parts of a whole: they are sums, and so is what they make together. */
export function isPartOfWhole(
  { measure, aggregateFunction = 'sum' }: Pick<Selection, 'measure' | 'aggregateFunction'>,
  unit: Unit | undefined,
): boolean {
  return (
    aggregateFunction === 'sum' &&
    measure !== null &&
    additivityOf({ name: measure, type: 'metric', ...(unit && { unit }) }) === 'all'
  );
}
