/** Limits that the window draws with and schemas apply, apart from schemas: a start of the window loads none. */

/** Columns are never narrower or wider than this, in CSS pixels. */
export const narrowestColumnPx = 48;
export const widestColumnPx = 1200;

/** Levels and figures of a pivot. */
export const maxTotalsLevels = 4;
export const maxTotalsMeasures = 6;

/** Longer than this a label no longer fits beside what it labels. In UTF-16 units. */
export const longestLabel = 80;
/** A note of this length still opens at once. In UTF-16 units. */
export const longestNote = 20_000;

/** The longest texts for the clipboard: a cell of a table with types takes up to 80 characters more. */
export const longestCopy = { text: 10_000_000, html: 60_000_000 } as const;
