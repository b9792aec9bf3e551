import { additivityOf } from '../../../preload/contract/resources/additive.ts';
import { metricDefinitions } from '../../../preload/contract/resources/metrics.ts';
import { type Unit, isUnit } from '../../../preload/contract/units.ts';
import { labelOfName } from '../../../preload/contract/labelOfName.ts';
import type { Selection } from '../../query/aggregateSelection.ts';

/** Labels of aggregate queries. Other words are shown unchanged. */

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

/** Returns a label; `network_id` and `network` are both `Network`. */
export function groupLabel(key: string): string {
  const word = groupLabels[baseOfKey(key)];
  return word ?? labelOfName(baseOfKey(key));
}

/** Returns each group once: `network_id` if `network` is offered too. */
export function distinctKeys(keys: readonly string[]): string[] {
  return keys.filter((key) => key.endsWith('_id') || !keys.includes(`${key}_id`));
}

/** Returns the field of a group, such as `network_id` for `network`; null if it is not a field. */
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

/** Returns a measure's label and unit. `stated`: those of the service. */
export function measureLabel(slug: string, stated: { name?: string; unit?: string } = {}): MeasureLabel {
  const known = definitions.get(slug);
  const ownName = stated.name === slug ? undefined : stated.name;
  return {
    name: known?.label ?? ownName ?? labelOfName(slug),
    unit: isUnit(stated.unit) ? stated.unit : known?.unit,
    description: known?.description ?? '',
  };
}

/** True if the measure is a sum, so that the groups add up to a whole. */
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
