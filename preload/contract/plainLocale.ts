/**
 * Returns a locale with Gregorian years and digits 0 to 9. Other calendars and digits show what cannot be
 * typed.
 * @param locale a BCP 47 tag; undefined for the system's
 */
export function plainLocale(locale: string | undefined): Intl.Locale {
  const language = locale ?? new Intl.NumberFormat().resolvedOptions().locale;
  return new Intl.Locale(language, { calendar: 'gregory', numberingSystem: 'latn' });
}
