import { weekdayNames, type ScheduleTimes } from './schedules.ts';

/** When a schedule is due, in words: `Weekly on Monday at 07:30`. */
export function scheduleText(times: ScheduleTimes): string {
  switch (times.kind) {
    case 'hourly':
      return `Hourly at minute ${times.minute.toString()}`;
    case 'daily':
      return `Daily at ${timeText(times.at)}`;
    case 'weekly':
      return `Weekly on ${weekdayNames[times.weekday - 1] ?? ''} at ${timeText(times.at)}`;
    case 'monthly':
      return `Monthly on ${times.day === 'last' ? 'the last day' : `day ${times.day.toString()}`} at ${timeText(times.at)}`;
  }
}

/** A time of day, in minutes after midnight, as `07:30`. */
function timeText(minutes: number): string {
  const pad = (value: number): string => value.toString().padStart(2, '0');
  return `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
}
