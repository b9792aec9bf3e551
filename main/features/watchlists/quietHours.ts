import type { Settings } from '../../../preload/contract/settings.ts';

/** True at a moment within the quiet hours, by the clock of this computer. Hours that end before they begin go over midnight. */
export function isQuiet({ on, from, to }: Settings['quietHours'], moment: number): boolean {
  if (!on || from === to) return false;
  const time = new Date(moment);
  const minute = time.getHours() * 60 + time.getMinutes();
  return from < to ? minute >= from && minute < to : minute >= from || minute < to;
}
