/**
 * Characters that nobody sees, within texts that others wrote: soft hyphens, joiners, fillers, selectors and marks of direction, which make one text
 * look like another, and tags and annotations, which hide one text in another. Rule: Unicode Standard, 5.21, "Default Ignorable Code Points", and
 * 23.8, "Annotation Characters".
 */
const invisible = /\p{Default_Ignorable_Code_Point}|[\uFFF9-\uFFFB]/gu;

export function withoutInvisible(text: string): string {
  return text.replace(invisible, '');
}
