import type { ChangeList, FieldChange } from '../../preload/contract/history.ts';
import type { ShownField } from './infer.ts';
import { day } from '../format/dates.ts';
import { compactFigure } from '../format/numbers.ts';

/** Formats the service's `YYYY-MM-DD`. */
export function dayLabel(text: string): string {
  return day(Date.parse(text));
}

export function valueText(value: FieldChange['before'], unit: ShownField['unit']): string {
  if (value === null || value === '') return 'empty';
  if (typeof value === 'number') return compactFigure(value, { unit });
  return typeof value === 'boolean' ? (value ? 'Yes' : 'No') : value;
}

/** Returns a sentence on why a daily snapshot is missing; null if it exists. */
export function missingSnapshot({
  since,
  knownFrom,
}: Pick<ChangeList, 'since' | 'knownFrom'>): string | null {
  if (since === null) return 'There is no earlier visit to compare with yet.';
  if (knownFrom === null) return `The app has no snapshot of ${dayLabel(since)}.`;
  return knownFrom > since
    ? `The app has no snapshot of ${dayLabel(since)}: it has seen these records since ${dayLabel(knownFrom)} only.`
    : null;
}
