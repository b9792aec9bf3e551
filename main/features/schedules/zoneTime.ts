import { dayMs, minuteMs } from '../../../preload/contract/days.ts';

/**
 * Clocks of time zones. A time on a clock is given as the milliseconds since 1970 that a clock in UTC would show it at; a moment is in
 * milliseconds since 1970 UTC.
 */

const formats = new Map<string, Intl.DateTimeFormat>();

/** By how much the clock of a zone is ahead of UTC at a moment, in milliseconds. */
export function offsetAt(timeZone: string, moment: number): number {
  const format =
    formats.get(timeZone) ?? new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  formats.set(timeZone, format);
  const text = format.formatToParts(moment).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign = '+', hours = '0', minutes = '0', seconds = '0'] =
    /^GMT(?:([+-])(\d+):(\d+)(?::(\d+))?)?$/.exec(text) ?? [];
  const ahead = (Number(hours) * 60 + Number(minutes)) * minuteMs + Number(seconds) * 1000;
  return sign === '-' ? -ahead : ahead;
}

/** What the clock of a zone shows at a moment. */
export function clockTimeAt(timeZone: string, moment: number): number {
  return moment + offsetAt(timeZone, moment);
}

/**
 * The first moment at which the clock of a zone shows a time. A time that the clock jumps over has the moment of the jump. No zone changes
 * its clock twice within two days.
 */
export function momentOfClockTime(timeZone: string, time: number): number {
  const before = offsetAt(timeZone, time - dayMs);
  const after = offsetAt(timeZone, time + dayMs);
  if (before === after) return time - before;
  // Where the time comes twice, this is the first of the two.
  const early = time - before;
  if (offsetAt(timeZone, early) === before) return early;
  const late = time - after;
  if (offsetAt(timeZone, late) === after) return late;
  return momentOfJump(timeZone, late, early);
}

/** The moment between two others at which the offset changes. */
function momentOfJump(timeZone: string, from: number, to: number): number {
  const before = offsetAt(timeZone, from);
  let [last, first] = [from, to];
  while (first - last > 1) {
    const middle = Math.floor((last + first) / 2);
    if (offsetAt(timeZone, middle) === before) last = middle;
    else first = middle;
  }
  return first;
}
