import { untrack } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';
import { plainLocale } from '../../preload/contract/plainLocale.ts';
import type { Settings } from '../../preload/contract/settings.ts';

/**
 * Intl formats with the Gregorian calendar and digits 0 to 9, whatever the system's language. They are
 * cached: creating one takes longer than formatting a hundred figures. `locale`: BCP 47; undefined for the
 * user's settings, else the system's.
 */

export type FormatSettings = Pick<Settings, 'numbers' | 'currency' | 'dates' | 'hours' | 'timeZone'>;

interface Held extends FormatSettings {
  /** The computer's time zone when last read; null if Chromium does not know it. */
  readonly computerZone: string | null;
}

const usual: Held = {
  numbers: 'system',
  currency: 'symbol',
  dates: 'system',
  hours: '24',
  timeZone: 'UTC',
  computerZone: null,
};

/** Reactive: effects and templates that format run again. */
const held = new SvelteMap<'formats', Held>();

function chosen(): Held {
  return held.get('formats') ?? usual;
}

export function computerZone(): string | null {
  return chosen().computerZone;
}

/** Formats keep the zone they were created with, so each names its own. */
function shownZone(): string {
  return (chosen().timeZone === 'UTC' ? null : computerZone()) ?? 'UTC';
}

/** Applies the settings and the computer's time zone to all formatted text, including visible text. */
export function useFormats({ numbers, currency, dates, hours, timeZone }: FormatSettings): void {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const next: Held = {
    numbers,
    currency,
    dates,
    hours,
    timeZone,
    computerZone: zone === 'Etc/Unknown' ? null : zone,
  };
  if (JSON.stringify(untrack(chosen)) !== JSON.stringify(next)) held.set('formats', next);
}

/** Returns `h12` (AM and PM) or `h23`, as set. */
export function hourCycle(): 'h12' | 'h23' {
  return chosen().hours === '12' ? 'h12' : 'h23';
}

interface NumberFormat {
  format(value: number | `${number}`): string;
}

const separators = {
  comma: { group: ',', decimal: '.' },
  point: { group: '.', decimal: ',' },
  space: { group: '\u202f', decimal: ',' },
} as const;

/** Returns a format with the user's separators and currency style, or with those of `locale`. */
export function numberFormat(locale: string | undefined, options: Intl.NumberFormatOptions): NumberFormat {
  const { numbers, currency } = chosen();
  const shown =
    options.style === 'currency' && currency === 'code'
      ? { ...options, currencyDisplay: 'code' as const }
      : options;
  if (locale !== undefined || numbers === 'system') return plainNumbers(locale, shown);
  // Words and their positions stay English; only the separators are the user's.
  const format = plainNumbers('en-US', shown);
  return {
    format: (value) =>
      format
        .formatToParts(value)
        .map(({ type, value: text }) =>
          type === 'group' || type === 'decimal' ? separators[numbers][type] : text,
        )
        .join(''),
  };
}

const plainNumbers = remembered(
  (locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
);

const dateLocales = {
  system: undefined,
  dayFirst: 'en-GB',
  monthFirst: 'en-US',
  yearFirst: 'en-CA',
} as const;

export function dateFormat(
  locale: string | undefined,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const { dates } = chosen();
  const isWhole = options.day !== undefined && options.year !== undefined;
  const order: Intl.DateTimeFormatOptions =
    locale === undefined && dates === 'yearFirst' && isWhole ? { month: '2-digit', day: '2-digit' } : {};
  return plainDates(locale ?? dateLocales[dates], { timeZone: 'UTC', ...options, ...order });
}

/** Returns a date without what some languages end it with, `2026. nov. 28.` or `2026 г.`: sentences end with dates. */
export function dateText(instant: number, options: Intl.DateTimeFormatOptions, locale?: string): string {
  const format = dateFormat(locale, options);
  const text = format.format(instant);
  if (!text.endsWith('.')) return text;
  const last = format.formatToParts(instant).at(-1);
  return withoutPeriod(last?.type === 'literal' ? text.slice(0, -last.value.length) : text);
}

export function withoutPeriod(text: string): string {
  return text.replace(/\.$/, '');
}

/** Dates in a given language, independent of the settings. */
export const plainDates = remembered(
  (locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
);

/** A time to the minute with its zone. `day` adds the day. */
export function timeText(instant: number, day: Intl.DateTimeFormatOptions, locale?: string): string {
  const { timeZone } = chosen();
  const options: Intl.DateTimeFormatOptions = {
    ...day,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: hourCycle(),
  };
  return timeZone === 'UTC'
    ? `${dateFormat(locale, options).format(instant)} UTC`
    : dateFormat(locale, { ...options, timeZone: shownZone(), timeZoneName: 'short' }).format(instant);
}

/** True for the same day in the shown time zone. */
export function isSameDay(a: number, b: number): boolean {
  const format = plainDates('en-CA', { dateStyle: 'short', timeZone: shownZone() });
  return format.format(a) === format.format(b);
}

export const relativeTimeFormat = remembered(
  (locale, options: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(locale, options),
);

function remembered<Options, Format>(
  make: (locale: Intl.Locale, options: Options) => Format,
): (locale: string | undefined, options: Options) => Format {
  const made = new Map<string, Format>();
  return (locale, options) => {
    const key = JSON.stringify([locale, options]);
    const known = made.get(key);
    if (known !== undefined) return known;
    const format = make(plainLocale(locale), options);
    made.set(key, format);
    return format;
  };
}
