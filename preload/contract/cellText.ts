import { isJsonObject, type Json } from './json.ts';
import { readMetric, sentMember } from './metric.ts';
import { plainNumber } from './plainNumber.ts';
import { isExactText, writtenNumber } from './sentNumber.ts';

/** Values as the text of a cell that a spreadsheet reads: the same in files and on the clipboard. */

/** Text that a spreadsheet would run as a formula, full-width forms included. Rule: OWASP, CSV Injection; ASVS 1.2.10. */
const formulaStart = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;
/** The same behind what another spreadsheet, set to other separators, takes for the end of a cell or of a line. */
const formulaWithin = /([,;|\t\r\n]"*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;

/** A value for a cell: exact figures, or text. */
export interface CellText {
  readonly text: string;
  /** True for figures and yes/no: they are never escaped or quoted. */
  readonly exact: boolean;
}

/**
 * Metrics by their current value, lists joined by `; `, nested objects as JSON, null as an empty cell. Numbers keep every digit
 * and have no separators of thousands; text is made safe against formulas.
 */
export function cellText(value: Json | undefined): CellText {
  if (value === null || value === undefined) return { text: '', exact: true };
  if (typeof value === 'number') return { text: plainNumber(value), exact: true };
  if (typeof value === 'boolean') return { text: String(value), exact: true };
  const metric = readMetric(value);
  if (metric !== null) {
    const sent = writtenNumber(sentMember(value, 'val'));
    return cellText(typeof sent === 'object' && sent !== null ? sentText(sent) : sent);
  }
  if (isExactText(value)) return { text: value, exact: true };
  return { text: formulaSafe(plainText(value)), exact: false };
}

/** Text that no spreadsheet runs, whatever its separator: what looks like a formula gets an apostrophe before it. */
export function formulaSafe(text: string): string {
  const safe = text.replace(formulaWithin, "$1'");
  return formulaStart.test(safe) ? `'${safe}` : safe;
}

/** What was sent in the place of a number, as text: a list of one number is not to read like that number. */
export function sentText(value: Json): string {
  return typeof value === 'object' ? JSON.stringify(value) : plainText(value);
}

/** A value as text, numbers exact: lists joined by `; `, nested objects as JSON. */
export function plainText(value: Json): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return plainNumber(value);
  if (Array.isArray(value)) {
    const items = value as readonly Json[];
    const isNested = items.some((item) => isJsonObject(item) || Array.isArray(item));
    return isNested
      ? JSON.stringify(items)
      : items.map((item) => (item === null ? '' : plainText(item))).join('; ');
  }
  return isJsonObject(value) ? JSON.stringify(value) : String(value);
}
