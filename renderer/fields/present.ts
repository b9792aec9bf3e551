import { isJsonObject, type Json } from '../../preload/contract/json.ts';
import { sentText } from '../../preload/contract/cellText.ts';
import { entityName } from '../../preload/contract/entityName.ts';
import { sentMember } from '../../preload/contract/metric.ts';
import { readDigits } from '../../preload/contract/sentNumber.ts';
import { parseInstant } from '../../preload/contract/instants.ts';
import { day, dayAndTime } from '../format/dates.ts';
import { compactFigure, fullFigure, plural, readableFigure, type FigureOptions } from '../format/numbers.ts';
import { shortAddress } from '../format/addresses.ts';
import { shortenMiddle } from '../../preload/contract/shorten.ts';
import { clipped, shortUrl, shownText } from '../format/text.ts';
import type { ShownField } from './infer.ts';
import { isEmpty } from './value.ts';

/** A value as text: short for columns, long for the record, exact for tooltips and copies. */
interface Presentation {
  readonly short: string;
  readonly long: string;
  readonly full: string;
}

type FieldShape = Pick<ShownField, 'type' | 'unit' | 'signed'>;

/** Formats a value by its field's type; null if empty. A metric shows its `val`. */
export function present(field: FieldShape, value: Json | undefined, locale?: string): Presentation | null {
  if (isEmpty(value) || value === undefined || value === null) return null;
  switch (field.type) {
    case 'metric': {
      const sent = sentMember(value, 'val');
      return sent === undefined || sent === null ? null : presentFigure(sent, field, locale);
    }
    case 'integer':
    case 'number':
      return presentFigure(value, field, locale);
    case 'date':
    case 'datetime':
      return typeof value === 'string' ? presentDate(value, field.type, locale) : presentLoose(value, locale);
    case 'address':
    case 'hash':
      return typeof value === 'string'
        ? {
            short: field.type === 'address' ? shortAddress(value) : shortenMiddle(value),
            long: shownText(value),
            full: value,
          }
        : presentLoose(value, locale);
    case 'url':
      return typeof value === 'string'
        ? { short: shownText(shortUrl(value)), long: shownText(shortUrl(value)), full: value }
        : presentLoose(value, locale);
    case 'id':
    case 'text':
    case 'color':
    case 'boolean':
    case 'id-list':
    case 'text-list':
    case 'object':
    case 'object-list':
      return presentLoose(value, locale);
  }
}

/** True for types that columns align right. */
export function isFigure(field: Pick<ShownField, 'type'>): boolean {
  return field.type === 'metric' || field.type === 'integer' || field.type === 'number';
}

/** A value that is not a number is shown as sent. */
function presentFigure(value: Json, field: FieldShape, locale: string | undefined): Presentation | null {
  const number = readDigits(value);
  if (number !== null) return presentNumber(number, field, locale);
  return typeof value === 'object' && value !== null ? same(sentText(value)) : presentLoose(value, locale);
}

function presentNumber(
  value: number | `${number}`,
  field: FieldShape,
  locale: string | undefined,
): Presentation {
  const options = { unit: field.unit, signed: field.signed, locale };
  if (typeof value === 'string') return presentExact(value, options);
  // Getters, since a grid shows thousands of figures, each in one form.
  return {
    get short() {
      return compactFigure(value, options);
    },
    get long() {
      return readableFigure(value, options);
    },
    get full() {
      return fullFigure(value, options);
    },
  };
}

/** For numbers beyond a double: short in columns, else with all digits. */
function presentExact(digits: `${number}`, options: FigureOptions): Presentation {
  const near = Number(digits);
  // Hundreds of digits, or a tiny fraction, are most readable as sent.
  if (!Number.isFinite(near) || near === 0) return same(digits);
  const full = fullFigure(digits, options);
  return { short: compactFigure(near, options), long: full, full };
}

function presentDate(text: string, type: 'date' | 'datetime', locale: string | undefined): Presentation {
  const instant = parseInstant(text);
  if (instant === null) return same(text);
  const shown = type === 'date' ? day(instant, locale) : dayAndTime(instant, locale);
  return { short: shown, long: shown, full: text };
}

/** Formats by the value's own type, since the service may differ from the catalogue. */
function presentLoose(value: Json, locale: string | undefined): Presentation | null {
  if (typeof value === 'string') return same(value);
  // The number may be an id or a year, so without a unit it is not grouped or rounded.
  if (typeof value === 'number') return same(String(value));
  if (typeof value === 'boolean') return same(value ? 'Yes' : 'No');
  if (Array.isArray(value)) return presentList(value, locale);
  if (!isJsonObject(value)) return null;
  const name = nameOf(value);
  return nested(name ?? plural(Object.keys(value).length, 'member', 'members', locale), value);
}

function presentList(values: readonly Json[], locale: string | undefined): Presentation {
  const words = values.map((value) => nameOf(value) ?? (isJsonObject(value) ? null : String(value)));
  if (words.some((word) => word === null)) {
    return nested(plural(values.length, 'item', 'items', locale), values);
  }
  return same(words.join(', '));
}

/** Longer text is truncated on screen: a service may send megabytes. Copies contain all of it. */
const maxDrawn = { short: 1000, long: 20_000 } as const;

function same(text: string): Presentation {
  const [short, long] = [maxDrawn.short, maxDrawn.long].map((most) => shownText(clipped(text, most)));
  return { short: short ?? '', long: long ?? '', full: text };
}

export function nameOf(value: Json | undefined): string | null {
  const name = entityName(value);
  return name === null ? null : name.isAddress ? shortAddress(name.text) : shownText(name.text);
}

function nested(words: string, value: Json): Presentation {
  return { short: words, long: words, full: JSON.stringify(value) };
}
