/** Returns how a column of a result is called where names have to differ, by its place from 0. */
export function columnKey(place: number): string {
  return `c${place.toString()}`;
}
