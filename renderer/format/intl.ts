/**
 * Intl formats, each made once: making one takes longer than formatting a hundred figures, and a table needs thousands.
 * `locale` is a BCP 47 tag; undefined takes the user's own.
 */

export const numberFormat = remembered(
  (locale: string | undefined, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
);

/** In UTC unless `options` names another zone. */
export const dateFormat = remembered(
  (locale: string | undefined, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options }),
);

export const relativeTimeFormat = remembered(
  (locale: string | undefined, options: Intl.RelativeTimeFormatOptions) =>
    new Intl.RelativeTimeFormat(locale, options),
);

type Make<Options, Format> = (locale: string | undefined, options: Options) => Format;

/** `make`, answering equal arguments with the format made the first time. */
function remembered<Options, Format>(make: Make<Options, Format>): Make<Options, Format> {
  const made = new Map<string, Format>();
  return (locale, options) => {
    const key = JSON.stringify([locale, options]);
    const known = made.get(key);
    if (known !== undefined) return known;
    const format = make(locale, options);
    made.set(key, format);
    return format;
  };
}
