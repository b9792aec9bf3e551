import { scheduleTimesSchema, weekdayNames, type ScheduleTimes } from './schedules.ts';

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

const times =
  /^(hourly at minute (?<minute>\d+)|(?<daily>daily)|weekly on (?<weekday>\w+)|monthly on (day (?<day>\d+)|the (?<last>last) day))( at (?<hour>[01]?\d|2[0-3]):(?<past>[0-5]\d))?$/i;

export function readScheduleText(text: string): ScheduleTimes | null {
  const { minute, daily, weekday, day, last, hour, past } = times.exec(text.trim())?.groups ?? {};
  const at = hour === undefined ? {} : { at: Number(hour) * 60 + Number(past) };
  const isDay = (name: string): boolean => name.toLowerCase() === weekday?.toLowerCase();
  const read =
    minute !== undefined
      ? { kind: 'hourly', minute: Number(minute) }
      : daily !== undefined
        ? { kind: 'daily' }
        : weekday !== undefined
          ? { kind: 'weekly', weekday: weekdayNames.findIndex(isDay) + 1 }
          : { kind: 'monthly', day: last === undefined ? Number(day) : 'last' };
  return scheduleTimesSchema.safeParse({ ...read, ...at }).data ?? null;
}

function timeText(minutes: number): string {
  const pad = (value: number): string => value.toString().padStart(2, '0');
  return `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
}
