import type { ChangeList, FieldChange } from '../../preload/contract/history.ts';
import type { ShownField } from './infer.ts';
import { day } from '../format/dates.ts';
import { compactFigure } from '../format/numbers.ts';

/** A day as the service states it, `YYYY-MM-DD`, for a reader. */
export function dayLabel(text: string): string {
  return day(Date.parse(text));
}

/** A value before or after a change. */
export function valueText(value: FieldChange['before'], unit: ShownField['unit']): string {
  if (value === null || value === '') return 'empty';
  if (typeof value === 'number') return compactFigure(value, { unit });
  return typeof value === 'boolean' ? (value ? 'Yes' : 'No') : value;
}

/** Why there is no daily snapshot to compare with, in a sentence; null if there is one. */
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
