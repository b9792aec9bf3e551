import type { Settings } from '../../../preload/contract/settings.ts';

/** Uses the local clock. Hours that end before they begin span midnight. */
export function isQuiet({ on, from, to }: Settings['quietHours'], moment: number): boolean {
  if (!on || from === to) return false;
  const time = new Date(moment);
  const minute = time.getHours() * 60 + time.getMinutes();
  return from < to ? minute >= from && minute < to : minute >= from || minute < to;
}
