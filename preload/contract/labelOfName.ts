/** Words for a name of the service: `top_5_share` → `Top 5 share`. */
export function labelOfName(name: string): string {
  const words = name.replace(/[_.]+/g, ' ').trim();
  return words === '' ? name : words.charAt(0).toUpperCase() + words.slice(1);
}
