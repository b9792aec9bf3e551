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

/** A value as text: short for a column, at length for the record, exact for a tooltip and a copy. */
interface Presentation {
  readonly short: string;
  readonly long: string;
  readonly full: string;
}

type FieldShape = Pick<ShownField, 'type' | 'unit' | 'signed'>;

/** Returns a value in the form of its field's type; null if there is none. A metric is shown by its `val`. */
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

/** True for types whose figures stand at the right of their column. */
export function isFigure(field: Pick<ShownField, 'type'>): boolean {
  return field.type === 'metric' || field.type === 'integer' || field.type === 'number';
}

/** Shows a value that is no number as sent. */
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
  // Each is made when it is read: a grid shows thousands of figures, each in one form.
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

/** A number that a double does not hold: short in a column, else by all of its digits. */
function presentExact(digits: `${number}`, options: FigureOptions): Presentation {
  const near = Number(digits);
  // Hundreds of digits, or none before the hundredth: read best as it was sent.
  if (!Number.isFinite(near) || near === 0) return same(digits);
  const full = fullFigure(digits, options);
  return { short: compactFigure(near, options), long: full, full };
}

/** Text that is no date is shown as it came. */
function presentDate(text: string, type: 'date' | 'datetime', locale: string | undefined): Presentation {
  const instant = parseInstant(text);
  if (instant === null) return same(text);
  const shown = type === 'date' ? day(instant, locale) : dayAndTime(instant, locale);
  return { short: shown, long: shown, full: text };
}

/** A value by its own kind: what the service sends need not be what the catalogue expects. */
function presentLoose(value: Json, locale: string | undefined): Presentation | null {
  if (typeof value === 'string') return same(value);
  // Identifiers and years are numbers too: without a unit nothing is grouped or rounded.
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

/** Longer text is not drawn: a service may send megabytes. Copying takes all of it. */
const maxDrawn = { short: 1000, long: 20_000 } as const;

function same(text: string): Presentation {
  const [short, long] = [maxDrawn.short, maxDrawn.long].map((most) => shownText(clipped(text, most)));
  return { short: short ?? '', long: long ?? '', full: text };
}

/** Returns the name of a nested record, or null. */
export function nameOf(value: Json | undefined): string | null {
  const name = entityName(value);
  return name === null ? null : name.isAddress ? shortAddress(name.text) : shownText(name.text);
}

function nested(words: string, value: Json): Presentation {
  return { short: words, long: words, full: JSON.stringify(value) };
}
