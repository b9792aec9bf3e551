import type { Mirror, MirrorAddress, MirrorPlan } from '../../../preload/contract/mirrors.ts';
import { age } from '../../format/dates.ts';
import { count, plural } from '../../format/numbers.ts';

/** Returns `rwa@db.example.com:5432/analytics/rwa`. */
export function addressText({ user, host, port, database, schema }: MirrorAddress): string {
  return `${user}@${host}:${port.toString()}/${database}/${schema}`;
}

/** Returns `1,200 records: 1,000 rows inserted, 20 changed, 1 gone`. */
export function doneText({ figures }: Mirror): string {
  const { records, inserted, changed, gone } = figures;
  return `${plural(records, 'record', 'records')} compared: ${count(inserted)} inserted, ${count(changed)} changed, ${count(gone)} gone so far`;
}

/** Returns `Up to date 5 min. ago`. */
export function standText({ figures: { updatedAt } }: Mirror, now: number): string {
  return updatedAt === null ? 'The first copy is not complete yet' : `Up to date ${age(updatedAt, now)}`;
}

export function checkText({ requests }: MirrorPlan, everyMinutes: number): string {
  const hourly = (60 / everyMinutes) * requests;
  const often =
    hourly >= 1
      ? `${count(Math.round(hourly))} an hour`
      : `${count(Math.max(1, Math.round(hourly * 24)))} a day`;
  return `${plural(requests, 'request', 'requests')} each, about ${often}`;
}
