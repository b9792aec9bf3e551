/**
 * A language, or that of the system, with one calendar, the Gregorian, and the digits 0 to 9: languages have calendars and digits of their
 * own, in which what is shown could not be typed, while the service and files count years as it does.
 * @param locale a BCP 47 tag; undefined for the system's
 */
export function plainLocale(locale: string | undefined): Intl.Locale {
  const language = locale ?? new Intl.NumberFormat().resolvedOptions().locale;
  return new Intl.Locale(language, { calendar: 'gregory', numberingSystem: 'latn' });
}
