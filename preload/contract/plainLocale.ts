/** Gregorian years, digits 0 to 9, which can be typed. @param locale BCP 47; undefined: the system's */
export function plainLocale(locale: string | undefined): Intl.Locale {
  const language = locale ?? new Intl.NumberFormat().resolvedOptions().locale;
  return new Intl.Locale(language, { calendar: 'gregory', numberingSystem: 'latn' });
}
