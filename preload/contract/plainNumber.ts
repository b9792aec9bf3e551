/**
 * Returns the shortest decimal digits that identify the double, never in scientific notation: the form that
 * spreadsheets and databases read.
 */
export function plainNumber(value: number): string {
  if (Number.isSafeInteger(value)) return String(value);
  const text = String(value);
  const [mantissa = '', exponentText] = text.split('e');
  if (exponentText === undefined) return text;
  const exponent = Number(exponentText);
  const sign = mantissa.startsWith('-') ? '-' : '';
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const digits = whole + fraction;
  const point = whole.length + exponent;
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  return `${sign}${digits.padEnd(point, '0').slice(0, point)}`;
}
