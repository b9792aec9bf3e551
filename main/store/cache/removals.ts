/** More records than this and more than a tenth of what is known are not taken for gone unasked. */
const removedUnasked = 20;

export function isTooMuch(gone: number, known: number): boolean {
  return gone > removedUnasked && gone > known / 10;
}
