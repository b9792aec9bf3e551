import { withoutInvisible } from '../../../preload/contract/invisible.ts';

const maxCharacters = 500;

/** Removes starts of tags, which some systems parse, and control and invisible characters. */
export function notificationText(text: string): string {
  return withoutInvisible(text)
    .slice(0, maxCharacters)
    .toWellFormed()
    .replaceAll('<', '‹')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\p{Cc}/gu, '')
    .trim();
}
