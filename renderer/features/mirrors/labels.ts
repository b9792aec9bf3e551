import type { Mirror, MirrorAddress, MirrorPlan } from '../../../preload/contract/mirrors.ts';
import { age, day } from '../../format/dates.ts';
import { count, plural } from '../../format/numbers.ts';

/** Mirrors in words. */

/** Where a mirror is: `rwa@db.example.com:5432/analytics/rwa`. */
export function addressText({ user, host, port, database, schema }: MirrorAddress): string {
  return `${user}@${host}:${port.toString()}/${database}/${schema}`;
}

/** What a mirror has done: `Read 1,200 records, inserted 1,200, changed 0, gone 0`. */
export function doneText({ figures }: Mirror): string {
  const { read, inserted, changed, gone } = figures;
  return `Read ${plural(read, 'record', 'records')}: ${count(inserted)} inserted, ${count(changed)} changed, ${count(gone)} gone`;
}

/** What it costs: `Requests: 12 so far, about 4 an hour`. */
export function costText({ figures, everyMinutes, resource }: Mirror): string {
  const { requests, planned } = figures;
  const parts = [`${count(requests)} so far`];
  if (figures.comparedAt === null && planned !== null)
    parts.push(`about ${count(planned.requests)} for the first copy`);
  // Of transactions only the last two days are read again.
  else if (everyMinutes !== null && planned !== null)
    parts.push(perHour(everyMinutes, resource === 'transactions' ? 2 : planned.requests));
  return `Requests: ${parts.join(', ')}`;
}

/** Where it stands: `Up to Nov 24, 2026 · updated 5 min. ago · last full comparison 2 h ago`. */
export function standText({ figures }: Mirror, now: number): string {
  const { upTo, updatedAt, comparedAt } = figures;
  const parts = [
    ...(upTo === null ? [] : [`Up to ${day(Date.parse(upTo))}`]),
    ...(updatedAt === null ? [] : [`updated ${age(updatedAt, now)}`]),
    comparedAt === null
      ? 'the first copy is not complete yet'
      : `last full comparison ${age(comparedAt, now)}`,
  ];
  const text = parts.join(' · ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** What looking for new records costs. */
export function checkText({ requestsPerCheck }: MirrorPlan, everyMinutes: number): string {
  return `${plural(requestsPerCheck, 'request', 'requests')} each, ${perHour(everyMinutes, requestsPerCheck)}`;
}

function perHour(everyMinutes: number, requests: number): string {
  const hourly = (60 / everyMinutes) * requests;
  if (hourly >= 1) return `about ${count(Math.round(hourly))} an hour`;
  return `about ${count(Math.max(1, Math.round(hourly * 24)))} a day`;
}
