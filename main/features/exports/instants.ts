import { dayOf } from '../../../preload/contract/days.ts';

export function dayText(ms: number): string {
  return dayOf(Math.floor(ms));
}

/** `2026-11-20T09:30:00Z`, with three or six digits of a fraction if needed. */
export function momentText(ms: number): string {
  const whole = Math.floor(ms);
  const text = new Date(whole).toISOString();
  const micros = Math.round((ms - whole) * 1000);
  if (micros > 0 && micros < 1000) return `${text.slice(0, -1)}${micros.toString().padStart(3, '0')}Z`;
  return text.endsWith('.000Z') ? `${text.slice(0, -5)}Z` : text;
}
