import { narrowestColumnPx, widestColumnPx } from '../../../preload/contract/limits.ts';
import { dayAndTime } from '../../format/dates.ts';
import type { Settings } from '../../../preload/contract/settings.ts';
import type { ShownField } from '../../fields/infer.ts';
import type { FieldType } from '../../../preload/contract/resources/types.ts';

/** Where the cells of a grid lie, in CSS pixels, and which of them are in sight. */

/** The height of a row, and of the header. Rule: `--row` in styles/tokens.css. */
export const rowHeights: Readonly<Record<Settings['density'], number>> = { comfortable: 28, compact: 24 };

/** Rows and columns drawn beyond the edges, so that a short scroll shows no gap. */
const overscanRows = 6;
const overscanPx = 360;

export interface GridColumn {
  readonly field: ShownField;
  /** Position among the columns, from 0. */
  readonly index: number;
  readonly left: number;
  readonly width: number;
  /** Stays in sight at the left. */
  readonly pinned: boolean;
}

/** From `start` up to, not including, `end`. */
export interface IndexRange {
  readonly start: number;
  readonly end: number;
}

/** How the columns are laid out where the user has not left it to their types. */
export interface ColumnPreferences {
  readonly titleField: string;
  /** How many of the first columns stay in sight. */
  readonly pinned: number;
  readonly widths: Readonly<Record<string, number>>;
  /** Figures in full are wider than compact ones. */
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

/** A record's name and sentences about it are wider than other text. */
const titleWidth = 264;
const descriptionWidth = 360;
/** A network is shown by its name, with its mark before it. */
const networkWidth = 136;
/** `$1,234,567,890.12` */
const fullFigureWidth = 160;
/** A header longer than this is cut short with an ellipsis. */
const widestHeader = 300;
const headerPadding = 32;
const headerCharacter = 6.4;

/** The part of a metric's column that shows its 7-day change, and the one with its course over 90 days. */
export const changeWidth = 84;
export const trendWidth = 52;

/** The columns beside one another, each as wide as the user wants it, or its type and its header do. */
export function layOut(fields: readonly ShownField[], preferences: ColumnPreferences): readonly GridColumn[] {
  let left = 0;
  return fields.map((field, index) => {
    // A field may have a name that every object knows, such as `constructor`.
    const own = Object.hasOwn(preferences.widths, field.name) ? preferences.widths[field.name] : undefined;
    const width = own ?? usualWidth(field, preferences);
    const column = { field, index, left, width, pinned: index < preferences.pinned };
    left += width;
    return column;
  });
}

/** The width of a column that the user has not resized. */
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

/** The width of a day and a time as the settings have them; digits are wider than what stands beside them. */
function timeWidth(): number {
  return Math.ceil(dayAndTime(0).length * 7.4) + 18;
}

/** Left and right of the text of a cell; the first one of a row begins farther right. */
const cellPadding = 26;

/** The width of a column whose widest text takes `text` pixels. */
export function fittedWidth(field: ShownField, text: number, header: number): number {
  const beside = field.type === 'metric' ? changeWidth + trendWidth : 0;
  return clampWidth(Math.ceil(Math.max(text + beside + cellPadding, header + beside + headerPadding)));
}

/** Returns whole pixels between the narrowest and the widest column. */
export function clampWidth(width: number): number {
  return clamp(Math.round(width), narrowestColumnPx, widestColumnPx);
}

/** The width of all columns together. */
export function totalWidth(columns: readonly GridColumn[]): number {
  const last = columns.at(-1);
  return last === undefined ? 0 : last.left + last.width;
}

/** The width of the columns that stay in sight. */
export function pinnedWidth(columns: readonly GridColumn[]): number {
  return totalWidth(columns.filter(({ pinned }) => pinned));
}

/**
 * The rows to be in the document for a viewport `height` high whose top shows what lies `top` pixels down: as many at the ends of
 * the list as anywhere in it. `beyond` of them lie beyond each edge.
 */
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

/** The rows that are really in sight. */
export function seenRows(rowCount: number, rowHeight: number, top: number, height: number): IndexRange {
  return {
    start: clamp(Math.floor(top / rowHeight), 0, rowCount),
    end: clamp(Math.ceil((top + height) / rowHeight), 0, rowCount),
  };
}

/**
 * The columns to be in the document for a viewport `width` wide, scrolled right by `left`. The range before stays while it
 * covers what is in sight: cells are made some at a time, not at every step of a scroll.
 */
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

/** The columns of which a part is between two positions. */
export function columnsBetween(columns: readonly GridColumn[], from: number, to: number): IndexRange {
  const start = columns.findIndex((column) => column.left + column.width > from);
  if (start === -1) return { start: columns.length, end: columns.length };
  const beyond = columns.findIndex((column) => column.left >= to);
  return { start, end: beyond === -1 ? columns.length : Math.max(start, beyond) };
}

/** The column under `x`, counted from the left edge of the viewport; the nearest one outside of all. */
export function columnAt(columns: readonly GridColumn[], x: number, scrollLeft: number): number {
  const pinned = columns.findIndex((column) => column.pinned && x < column.left + column.width);
  if (pinned !== -1) return pinned;
  const at = columns.findIndex((column) => x + scrollLeft < column.left + column.width);
  return at === -1 ? Math.max(0, columns.length - 1) : at;
}

/** The scroll position nearest to `scroll` that brings [start, start + size) into a viewport `view` long behind `inset`. */
export function scrollTo(scroll: number, view: number, start: number, size: number, inset = 0): number {
  if (start - inset < scroll) return Math.max(0, start - inset);
  if (start + size > scroll + view) return start + size - view;
  return scroll;
}

export function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
