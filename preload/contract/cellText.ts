import { isJsonObject, type Json } from './json.ts';
import { readMetric, sentMember } from './metric.ts';
import { plainNumber } from './plainNumber.ts';
import { isExactText, writtenNumber } from './sentNumber.ts';

/** Starts of formulas, with full-width signs. Source: OWASP, CSV Injection; ASVS 1.2.10. */
const formulaStart = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;
/** The same after a separator of another locale's spreadsheet. */
const formulaWithin = /([,;|\t\r\n]"*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;

interface CellText {
  readonly text: string;
  /** True for figures and booleans: never escaped or quoted. */
  readonly exact: boolean;
}

/** Metrics give `val`, lists are joined by `; `, objects become JSON. Numbers keep all digits. */
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

export function formulaSafe(text: string): string {
  const safe = text.replace(formulaWithin, "$1'");
  return formulaStart.test(safe) ? `'${safe}` : safe;
}

/** Text sent in place of a number. A list stays JSON, so that `[1]` does not read as 1. */
export function sentText(value: Json): string {
  return typeof value === 'object' ? JSON.stringify(value) : plainText(value);
}

/** Lists are joined by `; `, nested values become JSON. */
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
