import { withoutInvisible } from '../../../preload/contract/invisible.ts';

/** More characters than these no system shows. */
const maxCharacters = 500;

/**
 * Text for a notification of the system. Names of records are in it, and some systems read tags in it: text without a tag's beginning,
 * without control characters and those that nobody sees, and not longer than anybody shows.
 */
export function notificationText(text: string): string {
  return withoutInvisible(text)
    .slice(0, maxCharacters)
    .toWellFormed()
    .replaceAll('<', '‹')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\p{Cc}/gu, '')
    .trim();
}
