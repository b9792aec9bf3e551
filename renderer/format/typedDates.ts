import { dayMs, dayOf, minuteMs } from '../../preload/contract/days.ts';
import { day as dayName } from './dates.ts';
import { dateFormat, hourCycle, plainDates } from './intl.ts';

/**
 * Days and times in text fields: shown in the format of the settings, and typed in it or as ISO 8601.
 * `locale`: BCP 47; undefined for the user's settings.
 */

const firstYear = 1000;

/** Returns the order of the settings: `DD/MM/YYYY`, without what some languages write after it. */
export function dayExample(locale?: string): string {
  const examples: Readonly<Record<string, string>> = { day: 'DD', month: 'MM', year: 'YYYY' };
  return dateFormat(locale, numeric)
    .formatToParts(0)
    .map(({ type, value }) => examples[type] ?? value)
    .join('')
    .replace(/[^DMY]+$/, '');
}

/** Returns `01 Oct 2026` for `2026-10-01`; unchanged if the text of the language could not be parsed. */
export function dayText(iso: string, locale?: string): string {
  const shown = parseDay(iso) === null ? '' : dayName(Date.parse(iso), locale);
  return parseDay(shown, locale) === iso ? shown : iso;
}

/**
 * Returns `2026-10-01` for typed or pasted text: three numbers in the order of the settings or year first,
 * with any separators or as eight digits; or a day, month name and year; or as the app shows it. Years have
 * four digits. Null for other text.
 */
export function parseDay(text: string, locale?: string): string | null {
  const plain = text
    .trim()
    .toLowerCase()
    .replace(/(?<=-\d\d)[t ]\d\d:.*$/, '');
  if (/^\d{8}$/.test(plain))
    return (
      inOrder(eightDigits(plain, isYearFirst(locale)), locale) ?? inOrder(eightDigits(plain, true), locale)
    );
  const parts = partsOf(plain);
  const numbers = parts.filter((part) => /^\d/.test(part));
  const words = parts.filter((part) => /^\D/.test(part));
  if (words.length === 0) return inOrder(numbers, locale);
  const [date = '', year = ''] = numbers.toSorted((a, b) => a.length - b.length);
  const named = numbers.length === 2 ? isoDay(year, monthOf(words, locale), date) : null;
  return named ?? shownAs(parts, locale);
}

/** Returns a day so many days or months later. A day that the month lacks becomes its last day. */
export function stepDay(iso: string, by: number, isMonth: boolean): string {
  const date = new Date(iso);
  if (!isMonth) return dayOf(date.getTime() + by * dayMs);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + by];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return dayOf(Date.UTC(year, month, Math.min(date.getUTCDate(), last)));
}

/** `22:00`, or `10:00 PM` for 12 hours, from minutes after midnight. */
export function clockText(minutes: number): string {
  const [shown, english] = [undefined, 'en-GB'].map((locale) =>
    dateFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: hourCycle() })
      .format(minutes * minuteMs)
      .replaceAll(/\s/g, ' '),
  );
  return (parseClock(shown ?? '') === minutes ? shown : english) ?? '';
}

/** Returns minutes after midnight for `22:00`, `2200`, `10 pm` or `10:00 PM`; null for other text. */
export function parseClock(text: string): number | null {
  const match = /^(\d{1,2})(?:[:.h]?(\d{2}))?\s*(?:([ap])\.?m?\.?)?$/.exec(text.trim().toLowerCase());
  if (match === null) return null;
  const [, hourText, minuteText = '0', half] = match;
  const [hour, minute] = [Number(hourText), Number(minuteText)];
  if (minute > 59 || hour > 23) return null;
  if (half === undefined) return hour * 60 + minute;
  return hour < 1 || hour > 12 ? null : (hour % 12) * 60 + minute + (half === 'p' ? 12 * 60 : 0);
}

type Part = 'day' | 'month' | 'year';

const numeric: Intl.DateTimeFormatOptions = { day: '2-digit', month: '2-digit', year: 'numeric' };

function order(locale: string | undefined): Part[] {
  return dateFormat(locale, numeric)
    .formatToParts(0)
    .map(({ type }) => type)
    .filter((type) => type === 'day' || type === 'month' || type === 'year');
}

function isYearFirst(locale: string | undefined): boolean {
  return order(locale)[0] === 'year';
}

function eightDigits(digits: string, yearFirst: boolean): string[] {
  const [first, second] = yearFirst ? [4, 6] : [2, 4];
  return [digits.slice(0, first), digits.slice(first, second), digits.slice(second)];
}

/** A four-digit first number is the year; otherwise the settings decide. */
function inOrder(numbers: readonly string[], locale: string | undefined): string | null {
  const parts: readonly Part[] = numbers[0]?.length === 4 ? ['year', 'month', 'day'] : order(locale);
  const of = (part: Part): string => numbers[parts.indexOf(part)] ?? '';
  return numbers.length === 3 ? isoDay(of('year'), of('month'), of('day')) : null;
}

function partsOf(text: string): string[] {
  return text.toLowerCase().match(/\d+|[\p{L}\p{M}]+/gu) ?? [];
}

/** Returns the day shown with these numbers and words, which differ by language: `2026年11月30日`, `30 พ.ย. 2026`. */
function shownAs(parts: readonly string[], locale: string | undefined): string | null {
  const written = (all: readonly string[]): string =>
    all.map((part) => part.replace(/^0+(?=\d)/, '')).join(' ');
  const year = parts.find((part) => /^\d{4}$/.test(part)) ?? '';
  for (let month = 1; month <= 12; month += 1)
    for (const date of parts) {
      const iso = isoDay(year, month.toString(), date);
      if (iso !== null && written(partsOf(dayName(Date.parse(iso), locale))) === written(parts)) return iso;
    }
  return null;
}

/** Returns the month with this name or unique prefix, in the dates' language or English; else empty. */
function monthOf(words: readonly string[], locale: string | undefined): string {
  for (const language of [locale, 'en-US']) {
    const names = Array.from({ length: 12 }, (_, month) => namesOf(month, language));
    const fillers = wordsOf('literal', 0, 'long', language);
    const [word = '', ...others] = words.filter((one) => !fillers.includes(one));
    if (others.length > 0) continue;
    const exact = names.findIndex((those) => those.includes(word));
    if (exact >= 0) return (exact + 1).toString();
    const begun = names.flatMap((those, month) =>
      word.length >= 3 && those.some((name) => name.startsWith(word)) ? [month + 1] : [],
    );
    if (begun.length === 1) return String(begun[0]);
  }
  return '';
}

function namesOf(month: number, locale: string | undefined): string[] {
  return [...wordsOf('month', month, 'short', locale), ...wordsOf('month', month, 'long', locale)];
}

/** Returns the words of a kind in a full date, since languages inflect month names. */
function wordsOf(
  kind: 'month' | 'literal',
  month: number,
  style: 'short' | 'long',
  locale: string | undefined,
): string[] {
  return plainDates(locale, { day: 'numeric', month: style, year: 'numeric', timeZone: 'UTC' })
    .formatToParts(Date.UTC(2026, month, 1))
    .filter(({ type }) => type === kind)
    .flatMap(({ value }) => value.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []);
}

function isoDay(year: string, month: string, date: string): string | null {
  if (year.length !== 4 || Number(year) < firstYear) return null;
  const iso = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  const instant = Date.parse(`${iso}T00:00:00Z`);
  return Number.isNaN(instant) || dayOf(instant) !== iso ? null : iso;
}
