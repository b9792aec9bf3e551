import type { ShownField } from '../../fields/infer.ts';
import type { FieldType } from '../../../preload/contract/resources/types.ts';

/** Where the cells of a grid lie, in CSS pixels, and which of them are in sight. */

export const rowHeight = 28;

/** Rows and columns kept ready beyond the edges, so that a short scroll shows no gap. */
const overscanRows = 6;
const overscanPx = 240;

export interface GridColumn {
  readonly field: ShownField;
  /** Position among the columns, from 0. */
  readonly index: number;
  readonly left: number;
  readonly width: number;
}

/** From `start` up to, not including, `end`. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

const widths: Readonly<Record<FieldType, number>> = {
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
  datetime: 208,
  metric: 168,
  'id-list': 144,
  'text-list': 192,
  object: 160,
  'object-list': 128,
};

/** A record's name and sentences about it need more room than other text. */
const titleWidth = 264;
const descriptionWidth = 360;
/** A header longer than this is cut short with an ellipsis. */
const widestHeader = 232;
const headerPadding = 40;
const headerCharacter = 7;

/** The columns beside one another, each as wide as its type and its header want. */
export function layOut(fields: readonly ShownField[], titleField: string): readonly GridColumn[] {
  let left = 0;
  return fields.map((field, index) => {
    const header = Math.min(widestHeader, field.label.length * headerCharacter + headerPadding);
    const change = field.type === 'metric' ? changeWidth : 0;
    const usual = field.name.endsWith('description') ? descriptionWidth : widths[field.type];
    const width = field.name === titleField ? titleWidth : Math.max(usual, header + change);
    const column = { field, index, left, width };
    left += width;
    return column;
  });
}

/** The part of a metric's column that shows its 7-day change. */
export const changeWidth = 72;

/** The width of all columns together. */
export function totalWidth(columns: readonly GridColumn[]): number {
  const last = columns.at(-1);
  return last === undefined ? 0 : last.left + last.width;
}

/** The rows in sight of a viewport `height` high, scrolled down by `scrollTop`. */
export function visibleRows(rowCount: number, scrollTop: number, height: number): Range {
  const first = Math.floor(scrollTop / rowHeight) - overscanRows;
  const last = Math.ceil((scrollTop + height) / rowHeight) + overscanRows;
  return { start: clamp(first, 0, rowCount), end: clamp(last, 0, rowCount) };
}

/** The columns in sight of a viewport `width` wide, scrolled right by `scrollLeft`. */
export function visibleColumns(columns: readonly GridColumn[], scrollLeft: number, width: number): Range {
  const from = scrollLeft - overscanPx;
  const to = scrollLeft + width + overscanPx;
  const start = columns.findIndex((column) => column.left + column.width > from);
  if (start === -1) return { start: columns.length, end: columns.length };
  const beyond = columns.findIndex((column) => column.left >= to);
  return { start, end: beyond === -1 ? columns.length : Math.max(start, beyond) };
}

/** The scroll position nearest to `scroll` that brings [start, start + size) into a viewport `view` long behind `inset`. */
export function scrollTo(scroll: number, view: number, start: number, size: number, inset = 0): number {
  if (start - inset < scroll) return Math.max(0, start - inset);
  if (start + size > scroll + view) return start + size - view;
  return scroll;
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
