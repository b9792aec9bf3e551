import type { CellFormat, CellFormats, FormatEnds } from './cellFormats.ts';
import { figureTypes, type FigureType } from './resources/figureTypes.ts';
import type { FieldType } from './resources/types.ts';

/** What formats of cells are made of, and where a value stands in them. No schemas: the thread of exports reads it too. */

/** What a threshold means, which its colour says. */
export const cellTones = ['good', 'bad', 'warning', 'info', 'neutral'] as const;
export type CellTone = (typeof cellTones)[number];

/** What a threshold puts before a value: a colour never stands alone. */
export const cellSigns = {
  up: { mark: '▲', label: 'Up' },
  down: { mark: '▼', label: 'Down' },
  dot: { mark: '●', label: 'Dot' },
  alert: { mark: '!', label: 'Exclamation mark' },
  check: { mark: '✓', label: 'Check mark' },
  cross: { mark: '✗', label: 'Cross' },
} as const;
export type CellSign = keyof typeof cellSigns;
export const cellSignNames = ['up', 'down', 'dot', 'alert', 'check', 'cross'] as const satisfies CellSign[];

export const maxCellRules = 5;
/** A scale tells so many levels apart beside its colours. */
export const scaleLevels = 5;

/** Returns the format of a column, if it has one. */
export function formatOf(formats: CellFormats, column: string): CellFormat | undefined {
  return Object.hasOwn(formats, column) ? formats[column] : undefined;
}

/** Returns what the values of a field are to a format; null for values that are no single figure, date, text or yes and no. */
export function formattedAs(type: FieldType): FigureType | null {
  return type === 'object-list' ? null : figureTypes[type];
}

/** Returns how far a value is between two ends, from 0 to 1; between ends that are equal, half of the way. */
export function shareBetween(value: number, { from, to }: FormatEnds): number {
  if (value === from && from === to) return 0.5;
  if (value <= from || value >= to) return value <= from ? 0 : 1;
  const width = to - from;
  // The ends may be farther apart than a number can be.
  return Number.isFinite(width) ? (value - from) / width : (value / 2 - from / 2) / (to / 2 - from / 2);
}

/** Returns the level of a share of a scale, from 1. */
export function levelOf(share: number): number {
  return Math.min(scaleLevels, 1 + Math.floor(share * scaleLevels));
}
