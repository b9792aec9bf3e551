import { describe, expect, it } from 'vitest';
import {
  clockText,
  dayExample,
  dayText,
  parseClock,
  parseDay,
} from '../../../../renderer/format/typedDates.ts';
import { day } from '../../../../renderer/format/dates.ts';
import { withFormats } from '../../../support/withFormats.ts';

it('the years of a typed day are those that are shown, whatever calendar the system has', () => {
  withFormats({ dates: 'dayFirst' });
  for (const [typed, iso] of [
    ['25/11/2569', '2569-11-25'],
    ['1405/09/04', '1405-09-04'],
    ['16/06/1448', '1448-06-16'],
  ] as const) {
    expect(parseDay(typed)).toBe(iso);
    expect(dayText(iso)).toContain(iso.slice(0, 4));
  }
});

describe.each([
  ['dayFirst', 'DD/MM/YYYY', '02 Oct 2026', ['02/10/2026', '2.10.2026', '02102026', '2 10 2026']],
  ['monthFirst', 'MM/DD/YYYY', 'Oct 02, 2026', ['10/02/2026', '10-2-2026', '10022026']],
  ['yearFirst', 'YYYY-MM-DD', '2026-10-02', ['2026/10/2', '20261002']],
] as const)('a day, %s', (dates, example, text, typed) => {
  it('is shown as elsewhere in the window, and read in its order', () => {
    withFormats({ dates });
    expect([dayExample(), dayText('2026-10-02')]).toEqual([example, text]);
    expect([text, ...typed].map((one) => parseDay(one))).toEqual([text, ...typed].map(() => '2026-10-02'));
  });

  it('is read with the year first and with the name of its month in any order', () => {
    withFormats({ dates });
    const pasted = [
      '2026-10-02',
      ' 2026-10-02\n',
      '2026-10-02T14:30:00Z',
      '2026-10-02 14:30',
      '2 October 2026',
      'oct 2, 2026',
      '02-OCT-2026',
    ];
    expect(pasted.map((one) => parseDay(one))).toEqual(pasted.map(() => '2026-10-02'));
  });

  it('is not guessed from what is no day or is typed in part', () => {
    withFormats({ dates });
    const wrong = [
      '',
      '2026',
      '10/2026',
      '02/10/26',
      '02/10/202',
      '0002-10-02',
      '2026-02-31',
      '31 Feb 2026',
      '2026-13-01',
      '45454545',
      'tomorrow',
      '2 ma 2026',
      '2 Oct 2026 Nov',
      '1 2 3 2026',
    ];
    expect(wrong.filter((one) => parseDay(one) !== null)).toEqual([]);
  });
});

const languages = ['th-TH', 'ja-JP', 'ko-KR', 'zh-CN', 'vi-VN', 'bg-BG', 'he-IL', 'mn-MN', 'hu-HU', 'fr-FR'];

it.each(languages)('what the app shows in %s is read as the day that it is', (locale) => {
  for (let month = 0; month < 12; month += 1)
    for (const date of [1, 2, 10, 28]) {
      const instant = Date.UTC(2026, month, date);
      const iso = new Date(instant).toISOString().slice(0, 10);
      expect(parseDay(day(instant, locale), locale), day(instant, locale)).toBe(iso);
      expect(dayText(iso, locale)).toBe(day(instant, locale));
    }
});

it.each([
  ['th-TH', ['5 พ.ย. 2026', '5 พฤศจิกายน 2026', '5/11/2026']],
  ['ja-JP', ['2026年11月5日', '2026年11月05日', '2026/11/5']],
  ['ko-KR', ['2026년 11월 5일', '2026년11월5일', '2026. 11. 5.']],
] as const)('in %s, a day is read as it is typed', (locale, typed) => {
  expect(typed.map((one) => parseDay(one, locale))).toEqual(typed.map(() => '2026-11-05'));
});

it('words that are none of a date of the language are not passed over', () => {
  expect(parseDay('2026年11月31日', 'ja-JP')).toBeNull();
  expect(parseDay('2026年11日5月', 'ja-JP')).toBeNull();
  expect(parseDay('2026年11月5日', 'en-GB')).toBeNull();
});

it.each([
  ['ko-KR', 'YYYY. MM. DD'],
  ['bg-BG', 'DD.MM.YYYY'],
  ['en-GB', 'DD/MM/YYYY'],
])('the example of %s ends with a figure, not with a sign', (locale, example) => {
  expect(dayExample(locale)).toBe(example);
});

it('the first number is the day or the month, as the settings say', () => {
  withFormats({ dates: 'dayFirst' });
  expect(parseDay('03/04/2026')).toBe('2026-04-03');
  withFormats({ dates: 'monthFirst' });
  expect(parseDay('03/04/2026')).toBe('2026-03-04');
});

it('a time is shown with the hours of the settings', () => {
  const times = [0, 9 * 60 + 5, 12 * 60, 22 * 60 + 30];
  expect(times.map(clockText)).toEqual(['00:00', '09:05', '12:00', '22:30']);
  withFormats({ dates: 'monthFirst', hours: '12' });
  expect(times.map(clockText)).toEqual(['12:00 AM', '09:05 AM', '12:00 PM', '10:30 PM']);
  withFormats({ dates: 'dayFirst', hours: '12' });
  expect(times.map(clockText)).toEqual(['12:00 am', '09:05 am', '12:00 pm', '10:30 pm']);
});

it('a time is read in either way', () => {
  for (const text of ['22:30', '2230', '22.30', '10:30 PM', '10:30pm', ' 10:30 p.m. ', '10.30 p'])
    expect(parseClock(text), text).toBe(22 * 60 + 30);
  expect(['0:00', '12 am', '12 PM', '9', '930', '9:05 AM'].map(parseClock)).toEqual([
    0,
    0,
    12 * 60,
    9 * 60,
    9 * 60 + 30,
    9 * 60 + 5,
  ]);
});

it('what is no time is not guessed', () => {
  for (const text of ['', '24:00', '12:60', '13 pm', '0 am', '22:3', 'noon', '22:30:15'])
    expect(parseClock(text), text).toBeNull();
});
