import { expect, it } from 'vitest';
import { age, day, dayAndTime, timeOfDay, until } from '../../../../renderer/format/dates.ts';

const locale = 'en-GB';
const noon = Date.UTC(2025, 10, 25, 12, 4);
const minute = 60_000;

it('days and times are in UTC, and times say so', () => {
  const lateInTheDay = Date.UTC(2025, 10, 25, 23, 59);
  expect(day(lateInTheDay, locale)).toBe('25 Nov 2025');
  expect(dayAndTime(lateInTheDay, locale)).toBe('25 Nov 2025, 23:59 UTC');
  expect(dayAndTime(noon, 'en-US')).toBe('Nov 25, 2025, 12:04 UTC');
  expect(dayAndTime(lateInTheDay, 'en-US')).toBe('Nov 25, 2025, 23:59 UTC');
  expect(dayAndTime(Date.UTC(2025, 10, 25, 0, 5), 'en-US')).toBe('Nov 25, 2025, 00:05 UTC');
});

it('the time of another day carries its day', () => {
  expect(timeOfDay(noon, noon + 60 * minute, locale)).toBe('12:04 UTC');
  expect(timeOfDay(noon, noon + 13 * 60 * minute, locale)).toBe('25 Nov 2025, 12:04 UTC');
});

it('an age is in the largest unit that fits, rounded down', () => {
  const ages = [0, 59_000, 3 * minute + 59_000, 119 * minute, 49 * 60 * minute];
  expect(ages.map((past) => age(noon, noon + past, locale))).toEqual([
    'just now',
    'just now',
    '3 min ago',
    '1 hr ago',
    '2 days ago',
  ]);
});

it.each(['en-US', 'de-DE', 'hu-HU', 'hr-HR', 'lv-LV', 'ru-RU', 'sr-RS', 'bg-BG', 'kk-KZ'])(
  'in %s a sentence may end with a day, an age or a wait',
  (language) => {
    const later = noon + 12 * minute;
    const all = [day(noon, language), age(noon, later, language), until(later, noon, language)];
    for (const text of all) expect(text).not.toMatch(/\.$/);
    expect(all.every((text) => /\d/.test(text))).toBe(true);
  },
);

it('a day has no words after it', () => {
  expect(['hu-HU', 'hr-HR', 'ru-RU'].map((language) => day(noon, language))).toEqual([
    '2025. nov. 25',
    '25. stu 2025',
    '25 нояб. 2025',
  ]);
});

it('a clock that was set back makes nothing older than now', () => {
  expect(age(noon, noon - minute, locale)).toBe('just now');
});

it('a wait is rounded up, so that it never ends too early', () => {
  const waits = [-1, 0, 1, 59_000, 61_000, 12 * minute, 61 * minute, 181 * minute, 25 * 60 * minute];
  expect(waits.map((ahead) => until(noon + ahead, noon, locale))).toEqual([
    'now',
    'now',
    'in 1 sec',
    'in 59 sec',
    'in 2 min',
    'in 12 min',
    'in 61 min',
    'in 4 hr',
    'in 25 hr',
  ]);
});
