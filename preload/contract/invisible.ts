/**
 * Invisible characters, which make two texts look alike or hide text. Source: Unicode Standard, 5.21,
 * "Default Ignorable Code Points", and 23.8, "Annotation Characters".
 */
const invisible = /\p{Default_Ignorable_Code_Point}|[\uFFF9-\uFFFB]/gu;

export function withoutInvisible(text: string): string {
  return text.replace(invisible, '');
}
