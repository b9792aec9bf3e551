/** More characters than these no system shows. */
const maxCharacters = 500;

/**
 * Text for a notification of the system. Names of records are in it, and some systems read tags in it: text without a tag's beginning,
 * without control characters and marks that turn its direction, and not longer than anybody shows.
 */
export function notificationText(text: string): string {
  return text
    .slice(0, maxCharacters)
    .toWellFormed()
    .replaceAll('<', '‹')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu, '')
    .trim();
}
