/**
 * Characters that nobody sees, within texts that others wrote: soft hyphens, joiners and marks of direction, which make one text look like another,
 * byte order marks and tags, which hide one text in another. Rule: Unicode Standard, 23.2, "Layout Controls", and 23.9, "Tag Characters".
 */
const invisible =
  /[\u00AD\u061C\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF\u{E0020}-\u{E007F}]/gu;

export function withoutInvisible(text: string): string {
  return text.replace(invisible, '');
}
