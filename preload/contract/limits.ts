/** Limits outside of schemas: the window's start loads no schema. */

export const narrowestColumnPx = 48;
export const widestColumnPx = 1200;

export const maxTotalsLevels = 4;
export const maxTotalsMeasures = 6;

/** In UTF-16 units; longer labels do not fit. */
export const longestLabel = 80;
/** In UTF-16 units; such a note still opens instantly. */
export const longestNote = 20_000;

/** A typed table cell adds up to 80 characters. */
export const longestCopy = { text: 10_000_000, html: 60_000_000 } as const;
