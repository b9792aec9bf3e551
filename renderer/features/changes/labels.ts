import type { ChangeList, FieldChange } from '../../../preload/contract/history.ts';
import type { ShownField } from '../../fields/infer.ts';
import { day } from '../../format/dates.ts';
import { compactFigure } from '../../format/numbers.ts';

/** A day as the service states it, `YYYY-MM-DD`, for a reader. */
export function dayLabel(text: string): string {
  return day(Date.parse(text));
}

/** A value before or after a change. */
export function valueWords(value: FieldChange['before'], unit: ShownField['unit']): string {
  if (value === null || value === '') return 'empty';
  if (typeof value === 'number') return compactFigure(value, { unit });
  return typeof value === 'boolean' ? (value ? 'Yes' : 'No') : value;
}

/** Why there is nothing to compare with, in a sentence; null where there is. */
export function nothingKnown({ since, knownFrom }: Pick<ChangeList, 'since' | 'knownFrom'>): string | null {
  if (since === null) return 'Changes will appear from your next visit on.';
  if (knownFrom !== null && knownFrom > since) {
    return `Nothing is known of ${dayLabel(since)}: the app has seen these records since ${dayLabel(knownFrom)} only.`;
  }
  return null;
}
