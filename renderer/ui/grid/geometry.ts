import { narrowestColumnPx, widestColumnPx } from '../../../preload/contract/limits.ts';
import { dayAndTime } from '../../format/dates.ts';
import type { Settings } from '../../../preload/contract/settings.ts';
import type { ShownField } from '../../fields/infer.ts';
import type { FieldType } from '../../../preload/contract/resources/types.ts';

/** Layout of a grid in CSS pixels. */

/** `--row` in styles/tokens.css. */
export const rowHeights: Readonly<Record<Settings['density'], number>> = { comfortable: 28, compact: 24 };

/** Rendered beyond the edges for short scrolls. */
const overscanRows = 6;
const overscanPx = 360;

export interface GridColumn {
  readonly field: ShownField;
  readonly index: number;
  readonly left: number;
  readonly width: number;
  readonly pinned: boolean;
}

/** `end` excluded. */
export interface IndexRange {
  readonly start: number;
  readonly end: number;
}

export interface ColumnPreferences {
  readonly titleField: string;
  readonly pinned: number;
  readonly widths: Readonly<Record<string, number>>;
  readonly figures: 'compact' | 'full';
}

const widths: Readonly<Record<Exclude<FieldType, 'datetime'>, number>> = {
  id: 88,
  text: 168,
  url: 184,
  color: 104,
  address: 136,
  hash: 136,
  integer: 88,
  number: 112,
  boolean: 80,
  date: 112,
  metric: 92,
  'id-list': 144,
  'text-list': 192,
  object: 160,
  'object-list': 128,
};

const titleWidth = 264;
const descriptionWidth = 360;
/** A network shows its mark before the name. */
const networkWidth = 136;
/** `$1,234,567,890.12` */
const fullFigureWidth = 160;
/** Longer headers are truncated. */
const widestHeader = 300;
const headerPadding = 32;
const headerCharacter = 6.4;

/** A metric's 7-day change and 90-day trend. */
export const changeWidth = 84;
export const trendWidth = 52;

export function layOut(fields: readonly ShownField[], preferences: ColumnPreferences): readonly GridColumn[] {
  let left = 0;
  return fields.map((field, index) => {
    // Field names such as `constructor` exist on every object.
    const own = Object.hasOwn(preferences.widths, field.name) ? preferences.widths[field.name] : undefined;
    const width = own ?? usualWidth(field, preferences);
    const column = { field, index, left, width, pinned: index < preferences.pinned };
    left += width;
    return column;
  });
}

function usualWidth(
  field: ShownField,
  { titleField, figures }: Pick<ColumnPreferences, 'titleField' | 'figures'>,
): number {
  if (field.name === titleField) return titleWidth;
  const header = Math.min(widestHeader, field.label.length * headerCharacter + headerPadding);
  const full = figures === 'full' && (field.type === 'metric' || field.type === 'number');
  const usual = field.label.endsWith('escription')
    ? descriptionWidth
    : Math.max(
        field.type === 'datetime' ? timeWidth() : widths[field.type],
        full ? fullFigureWidth : 0,
        field.type === 'id' && field.link === 'networks' ? networkWidth : 0,
      );
  const beside = field.type === 'metric' ? changeWidth + trendWidth : 0;
  return Math.ceil(Math.max(usual, header)) + beside;
}

/** Width of date and time in the settings' format, by the width of a digit. */
function timeWidth(): number {
  return Math.ceil(dayAndTime(0).length * 7.4) + 18;
}

/** Both sides; the first column has more. */
const cellPadding = 26;

/** Width for a text of this many pixels. */
export function fittedWidth(field: ShownField, text: number, header: number): number {
  const beside = field.type === 'metric' ? changeWidth + trendWidth : 0;
  return clampWidth(Math.ceil(Math.max(text + beside + cellPadding, header + beside + headerPadding)));
}

export function clampWidth(width: number): number {
  return clamp(Math.round(width), narrowestColumnPx, widestColumnPx);
}

export function totalWidth(columns: readonly GridColumn[]): number {
  const last = columns.at(-1);
  return last === undefined ? 0 : last.left + last.width;
}

export function pinnedWidth(columns: readonly GridColumn[]): number {
  return totalWidth(columns.filter(({ pinned }) => pinned));
}

/** Returns the rows to render: an equal number everywhere, with `beyond` more at each edge. */
export function visibleRows(
  rowCount: number,
  rowHeight: number,
  top: number,
  height: number,
  beyond = overscanRows,
): IndexRange {
  const count = Math.min(rowCount, Math.ceil(height / rowHeight) + 1 + 2 * beyond);
  const start = clamp(Math.floor(top / rowHeight) - beyond, 0, rowCount - count);
  return { start, end: start + count };
}

export function seenRows(rowCount: number, rowHeight: number, top: number, height: number): IndexRange {
  return {
    start: clamp(Math.floor(top / rowHeight), 0, rowCount),
    end: clamp(Math.ceil((top + height) / rowHeight), 0, rowCount),
  };
}

/** Columns to render. The previous range stays while it covers the view: cells are created in batches. */
export function visibleColumns(
  columns: readonly GridColumn[],
  left: number,
  width: number,
  before?: IndexRange,
): IndexRange {
  const seen = columnsBetween(columns, left, left + width);
  if (
    before !== undefined &&
    before.start <= seen.start &&
    before.end >= seen.end &&
    before.end <= columns.length
  )
    return before;
  return columnsBetween(columns, left - overscanPx, left + width + overscanPx);
}

export function columnsBetween(columns: readonly GridColumn[], from: number, to: number): IndexRange {
  const start = columns.findIndex((column) => column.left + column.width > from);
  if (start === -1) return { start: columns.length, end: columns.length };
  const beyond = columns.findIndex((column) => column.left >= to);
  return { start, end: beyond === -1 ? columns.length : Math.max(start, beyond) };
}

/** `x` from the viewport's left edge; the nearest column if outside. */
export function columnAt(columns: readonly GridColumn[], x: number, scrollLeft: number): number {
  const pinned = columns.findIndex((column) => column.pinned && x < column.left + column.width);
  if (pinned !== -1) return pinned;
  const at = columns.findIndex((column) => x + scrollLeft < column.left + column.width);
  return at === -1 ? Math.max(0, columns.length - 1) : at;
}

/** Returns the nearest scroll position that shows [start, start + size) behind `inset`. */
export function scrollTo(scroll: number, view: number, start: number, size: number, inset = 0): number {
  if (start - inset < scroll) return Math.max(0, start - inset);
  if (start + size > scroll + view) return start + size - view;
  return scroll;
}

export function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
