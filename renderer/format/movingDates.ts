/** Offered relative dates with their labels in `on or after` conditions. */
export const offeredMovingDates = [
  { value: '{{7 days ago}}', label: 'last 7 days' },
  { value: '{{30 days ago}}', label: 'last 30 days' },
  { value: '{{90 days ago}}', label: 'last 90 days' },
  { value: '{{12 months ago}}', label: 'last 12 months' },
  { value: '{{start of month}}', label: 'this month' },
  { value: '{{start of quarter}}', label: 'this quarter' },
  { value: '{{start of year}}', label: 'this year' },
  { value: '{{yesterday}}', label: 'since yesterday' },
  { value: '{{today}}', label: 'today' },
] as const;

const beginning = ['gte', 'gt', 'onOrAfter'];

/** Returns the period until now, such as `last 30 days`; undefined for others. */
export function spanText(value: unknown, operator: string): string | undefined {
  if (!beginning.includes(operator)) return undefined;
  return offeredMovingDates.find((one) => one.value === value)?.label;
}

/** Returns the label of a relative date, as a period if possible; undefined for other values. */
export function movingDateText(value: unknown, operator: string): string | undefined {
  const words = typeof value === 'string' ? /^\{\{\s*([^{}]+?)\s*\}\}$/.exec(value)?.[1] : undefined;
  return words === undefined ? undefined : (spanText(value, operator) ?? words);
}
