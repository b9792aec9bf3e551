import { weekdayNames, type ScheduleContent, type ScheduleTimes } from './schedules.ts';

/** When a schedule is due, in words: `Monday to Friday at 07:30, Europe/Berlin time`. */
export function scheduleText({ times, timeZone }: Pick<ScheduleContent, 'times' | 'timeZone'>): string {
  return `${timesText(times)}, ${timeZone === 'UTC' ? 'UTC' : `${timeZone.replaceAll('_', ' ')} time`}`;
}

function timesText(times: ScheduleTimes): string {
  switch (times.kind) {
    case 'hourly':
      return `Hourly at minute ${times.minute.toString()}`;
    case 'hours':
      return `Every ${times.every.toString()} hours from ${timeText(times.minute)}`;
    case 'daily':
      return `Daily at ${timeText(times.at)}`;
    case 'weekdays':
      return `${daysText(times.days)} at ${timeText(times.at)}`;
    case 'monthly':
      return `Monthly on ${times.day === 'last' ? 'the last day' : `day ${times.day.toString()}`} at ${timeText(times.at)}`;
  }
}

function daysText(days: readonly number[]): string {
  const sorted = [...new Set(days)].sort((a, b) => a - b);
  if (sorted.join() === '1,2,3,4,5') return 'Monday to Friday';
  return sorted.map((day) => weekdayNames[day - 1] ?? '').join(', ');
}

/** A time of day, in minutes after midnight, as `07:30`. */
export function timeText(minutes: number): string {
  const pad = (value: number): string => value.toString().padStart(2, '0');
  return `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
}
