/** Returns `1 record`, `3,512 records`, `2 series`. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 || noun.endsWith('series') ? '' : 's'}`;
}
