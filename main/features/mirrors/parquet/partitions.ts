import type { MirrorWindow } from '../mirrorTarget.ts';

/** The folders of a mirror's files: one for each day, in the form that engines take as a column `day`. */

/** Rule: Apache Hive, "Dynamic partitions": the name under which engines look for rows without a value. */
export const noDay = 'day=__HIVE_DEFAULT_PARTITION__';

/** The folder of a day; days that are none, or not of four digits a year, are with those of no day. */
export function partOf(day: string | null): string {
  return day !== null && /^\d{4}-\d{2}-\d{2}$/.test(day) ? `day=${day}` : noDay;
}

/** True where a window covers the folder whole. */
export function covers(window: MirrorWindow, part: string): boolean {
  switch (window.kind) {
    case 'all':
      return true;
    case 'undated':
      return part === noDay;
    case 'days':
      return part >= `day=${window.from}` && part <= `day=${window.to}`;
  }
}

/** The folder of a file; empty where files are in none. */
export function partOfPath(path: string): string {
  return path.includes('/') ? path.slice(0, path.indexOf('/')) : '';
}

/** Paths of the mirror's own files: nothing else is ever removed. They are relative to the manifest, with `/`. */
export const ownPath =
  /^(?:day=(?:\d{4}-\d{2}-\d{2}|__HIVE_DEFAULT_PARTITION__)\/)?\d{6,}-\d+-[0-9a-f]{16}\.parquet$/;
