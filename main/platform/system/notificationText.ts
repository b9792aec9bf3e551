import { withoutInvisible } from '../../../preload/contract/invisible.ts';

/** More characters than these no system shows. */
const maxCharacters = 500;

/**
 * Returns text for a system notification. Names of records are in it, and some systems read tags: removes
 * starts of tags and control and invisible characters, and cuts it to the shown length.
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
