import { dayMs, dayOf } from '../../../../preload/contract/days.ts';

/** The day so many days before another. */
export function daysBefore(day: string, days: number): string {
  return dayOf(Date.parse(day) - days * dayMs);
}

/** Returns the earlier of two days, `YYYY-MM-DD`. */
export function earlierOf(a: string, b: string): string {
  return a < b ? a : b;
}

/** How far everything is read once a reading of all pages is over that began then; `horizon`: the last day of the service. */
export function throughOf(of: { startedAt: number; horizon: string | null }): string {
  const day = dayOf(of.startedAt);
  return earlierOf(day, of.horizon ?? day);
}

/** Ten minutes as they are counted by: `YYYY-MM-DDTHH:M` in UTC. */
export function slotOf(moment: number): string {
  return new Date(moment).toISOString().slice(0, slotLength);
}

/** True for ten minutes as `slotOf` names them, false for a day. */
export function isSlot(text: string): boolean {
  return text.length === slotLength;
}

const slotLength = 'YYYY-MM-DDTHH:M'.length;
const slotMs = 600_000;

/** When a slot begins, in ISO 8601. */
export function startOfSlot(slot: string): string {
  return `${slot}0:00.000Z`;
}

/** The slot so many slots before another, or before the beginning of a day. */
export function slotsBefore(slot: string, slots: number): string {
  return slotOf(Date.parse(isSlot(slot) ? startOfSlot(slot) : slot) - slots * slotMs);
}
