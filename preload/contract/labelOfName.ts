/** Returns `Top 5 share` for `top_5_share`. */
export function labelOfName(name: string): string {
  const words = name.replace(/[_.]+/g, ' ').trim();
  return words === '' ? name : words.charAt(0).toUpperCase() + words.slice(1);
}
