/** Limits that the window draws with and schemas apply, apart from schemas: a start of the window loads none. */

/** Columns are never narrower or wider than this, in CSS pixels. */
export const narrowestColumnPx = 48;
export const widestColumnPx = 1200;

/** Levels and figures of a pivot. */
export const maxTotalsLevels = 4;
export const maxTotalsMeasures = 6;
