import { metricDefinitions } from '../../../preload/contract/resources/metrics.ts';
import type { Unit } from '../../../preload/contract/resources/types.ts';
import { labelOfName } from '../../../preload/contract/labelOfName.ts';
import { isUnit } from '../../format/units.ts';

/** The words of aggregate queries as a reader understands them. Words that the app does not know are shown as they are. */

const groupWords: Readonly<Record<string, string>> = {
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
export function groupWord(key: string): string {
  const word = groupWords[baseOfKey(key)];
  return word ?? labelOfName(baseOfKey(key));
}

/** The keys of the groups, each group once: where `network` and `network_id` are both offered, the latter. */
export function distinctKeys(keys: readonly string[]): string[] {
  return keys.filter((key) => key.endsWith('_id') || !keys.includes(`${key}_id`));
}

/** The field that a condition on one group names: `network_id` of `network`; null where groups are no field. */
export function fieldOfKey(key: string): string | null {
  const base = baseOfKey(key);
  return base === 'date' ? null : `${base}_id`;
}

function baseOfKey(key: string): string {
  return key.replace(/_id$/, '');
}

const functionWords: Readonly<Record<string, string>> = {
  sum: 'Sum',
  avg: 'Average',
  min: 'Minimum',
  max: 'Maximum',
};

export function functionWord(name: string): string {
  return functionWords[name] ?? name;
}

export function intervalWord(name: string): string {
  return labelOfName(name);
}

const modeWords: Readonly<Record<string, string>> = { stock: 'Period end', flow: 'Total' };

export function modeWord(name: string): string {
  return modeWords[name] ?? name;
}

/** One sentence on what a mode does with the days of a period. */
export function modeSentence(mode: string): string {
  if (mode === 'stock') return 'Period end: the last value of each period, for amounts at a point in time.';
  if (mode === 'flow') return 'Total: the sum over each period, for flows.';
  return `The service’s mode “${mode}”.`;
}

export interface MeasureWords {
  readonly name: string;
  readonly unit: Unit | undefined;
  readonly description: string;
}

const definitions = new Map(metricDefinitions.map((definition) => [definition.name, definition]));

/** What a measure is called and counted in. `told` are the service's own words, where it gave any. */
export function measureWords(slug: string, told: { name?: string; unit?: string } = {}): MeasureWords {
  const known = definitions.get(slug);
  const ownName = told.name === slug ? undefined : told.name;
  return {
    name: known?.label ?? ownName ?? labelOfName(slug),
    unit: isUnit(told.unit) ? told.unit : known?.unit,
    description: known?.description ?? '',
  };
}

/** Parts of a whole: their sum says something, and none is below nothing. */
export function isPartOfWhole(aggregateFunction: string | undefined, unit: Unit | undefined): boolean {
  return (
    (aggregateFunction ?? 'sum') === 'sum' && (unit === 'dollar' || unit === 'count' || unit === 'token')
  );
}

/** True for a measure that moves over a time, of which a flow is the total. */
export function isFlow(slug: string): boolean {
  return /^daily_|^monthly_|_volume|_mints|_burns/.test(slug) && !slug.startsWith('trailing');
}
