/**
 * Invisible characters, which make two texts look alike or hide text. Source: Unicode Standard, 5.21,
 * "Default Ignorable Code Points", and 23.8, "Annotation Characters".
 */
const invisible = /\p{Default_Ignorable_Code_Point}|[\uFFF9-\uFFFB]/gu;

/** They reorder the text around them. Source: Unicode Standard Annex 9, 2, "Directional Formatting Characters". */
const directions = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

export function withoutInvisible(text: string): string {
  return text.replace(invisible, '');
}

export function withoutDirections(text: string): string {
  return text.replace(directions, '');
}
