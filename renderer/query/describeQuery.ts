import { operatorTerms } from '../../preload/contract/operators.ts';
import {
  conjunctsOf,
  isEverything,
  isGroup,
  sortKeys,
  type Condition,
  type Filter,
  type Query,
  type Scalar,
  type Sort,
  type SortKey,
} from '../../preload/contract/query.ts';
import { resources, type Resource } from '../../preload/contract/resources.ts';
import { offeredMovingDates, spanText } from '../format/movingDates.ts';
import { parseInstant } from '../../preload/contract/instants.ts';
import { day } from '../format/dates.ts';
import { shownText } from '../format/text.ts';
import { fieldLabel, findBuilderField, type BuilderField } from './fields.ts';
import { spokenNumber } from '../format/typedNumbers.ts';
import { templateName } from './templates.ts';
import type { RecordLookup } from '../fields/lookup.ts';
import type { QueryEditor } from './queryEditor.svelte.ts';

export type NameOf = (field: string, value: Scalar) => string | undefined;

/** Returns `US Treasury Debt assets over $10m, largest first`. */
export function describeQuery(
  query: Query,
  resource: Resource,
  fields: readonly BuilderField[],
  nameOf: NameOf = () => undefined,
): string {
  const say = new Speaker(resource, fields, nameOf);
  return [say.subject(query.filter), ...say.orders(query.sort)].filter((part) => part !== '').join(', ');
}

/** Kinds precede the noun: `US Treasury Debt assets`. */
const kindNames = /(^|_)(class_name|type|type_name|class_id|type_id)$/;

class Speaker {
  readonly #resource: Resource;
  readonly #fields: readonly BuilderField[];
  readonly #nameOf: NameOf;

  constructor(resource: Resource, fields: readonly BuilderField[], nameOf: NameOf) {
    this.#resource = resource;
    this.#fields = fields;
    this.#nameOf = nameOf;
  }

  subject(filter: Filter | undefined): string {
    const noun = this.#resource.label.toLowerCase();
    const parts = conjunctsOf(filter);
    if (parts.length === 0) return `All ${noun}`;
    const before = parts.filter((part) => this.#isKind(part));
    const after = parts.filter((part) => !before.includes(part) && !this.#isSize(part));
    const sizes = parts.filter((part) => !before.includes(part) && this.#isSize(part));
    const kind = before.map((part) => (isGroup(part) ? '' : this.#value(part))).join(' ');
    const size = sizes.map((part) => (isGroup(part) ? '' : this.#size(part))).join(' and ');
    const rest = after.map((part) => this.#clause(part, true)).join(' and ');
    const words = [kind, kind === '' ? this.#resource.label : noun, size, rest === '' ? '' : `with ${rest}`];
    return words.filter((word) => word !== '').join(' ');
  }

  orders(sort: Sort | undefined): string[] {
    if (sort === undefined) return [];
    return sortKeys(sort).map((key, place) => `${place === 0 ? '' : 'then '}${this.#order(key)}`);
  }

  #order(sort: SortKey): string {
    const { field } = findBuilderField(this.#fields, sort.field);
    const down = sort.direction === 'desc';
    const label = lower(fieldLabel(this.#fields, sort.field));
    if (field?.kind === 'date') return `${down ? 'latest' : 'earliest'} first`;
    if (field?.kind === 'number') {
      const size = down ? 'largest' : 'smallest';
      return sort.field === this.#sizeField() ? `${size} first` : `${size} ${label} first`;
    }
    return `by ${label}${down ? ' from Z to A' : ''}`;
  }

  #isKind(filter: Filter): boolean {
    return (
      !isGroup(filter) &&
      filter.operator === 'equals' &&
      kindNames.test(filter.field) &&
      filter.value !== '' &&
      (typeof filter.value === 'string' || this.#known(filter) !== undefined)
    );
  }

  /** The first column in dollars measures size. */
  #sizeField(): string | undefined {
    const columns = this.#resource.defaultColumns;
    return columns.find((name) => this.#fields.find((field) => field.name === name)?.unit === 'dollar');
  }

  #isSize(filter: Filter): boolean {
    return (
      !isGroup(filter) &&
      filter.field === this.#sizeField() &&
      operatorTerms(filter.operator)?.amountPhrase !== undefined
    );
  }

  #size(condition: Condition): string {
    return `${operatorTerms(condition.operator)?.amountPhrase ?? ''} ${this.#value(condition)}`;
  }

  #clause(filter: Filter, outermost = false): string {
    if (isGroup(filter)) {
      if (filter.filters.length === 0) return isEverything(filter) ? 'anything' : 'nothing';
      const joined = filter.filters.map((part) => this.#clause(part)).join(` ${filter.operator ?? 'and'} `);
      return filter.filters.length > 1 && !(outermost && filter.operator !== 'or') ? `(${joined})` : joined;
    }
    const label = lower(fieldLabel(this.#fields, filter.field));
    if (filter.value === null && filter.operator === 'equals') return `no ${label}`;
    if (filter.value === null && filter.operator === 'notEquals') return `any ${label}`;
    const { field } = findBuilderField(this.#fields, filter.field);
    const moving = movingText(filter);
    if (field?.kind === 'date' && moving !== undefined) return `${label} in the ${moving}`;
    return `${label} ${this.#operator(filter.operator, field)} ${this.#value(filter)}`.replaceAll('  ', ' ');
  }

  #operator(operator: string, field: BuilderField | undefined): string {
    const terms = operatorTerms(operator);
    const amount = field?.kind === 'number' ? terms?.amountPhrase : undefined;
    return amount ?? terms?.phrase ?? terms?.label ?? operator;
  }

  #known(condition: Condition): string | undefined {
    if (Array.isArray(condition.value)) return undefined;
    return this.#name(condition.field, condition.value);
  }

  #value(condition: Condition): string {
    const { value, field, operator } = condition;
    if (Array.isArray(value)) {
      const shown = value.slice(0, 3).map((scalar) => this.#scalar(field, scalar));
      const more = value.length - shown.length;
      if (more > 0) return `${shown.join(', ')} or ${more.toString()} others`;
      return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} or ${shown.at(-1) ?? ''}`;
    }
    const text = this.#scalar(field, value);
    return operator === 'ilike' ? `“${text.replaceAll(/^%|%$/g, '')}”` : text;
  }

  #scalar(name: string, value: Scalar): string {
    if (value === '') return '…';
    const template = templateName(value);
    if (template !== null) {
      return offeredMovingDates.find((one) => one.value === value)?.label ?? `[${template}]`;
    }
    const known = this.#name(name, value);
    if (known !== undefined) return known;
    const { field, unit } = findBuilderField(this.#fields, name);
    if (typeof value === 'number' && field?.kind === 'number') return spokenNumber(value, unit);
    if (typeof value === 'boolean') return value ? 'yes' : 'no';
    if (typeof value === 'string' && field?.kind === 'date') {
      const instant = parseInstant(value);
      if (instant !== null) return day(instant);
    }
    return value === null ? 'nothing' : shownText(String(value));
  }

  #name(name: string, value: Scalar): string | undefined {
    const { field } = findBuilderField(this.#fields, name);
    const option = field?.options.find((one) => String(one.value) === String(value))?.label;
    return option ?? this.#nameOf(name, value);
  }
}

/** A period, such as `in the last 30 days`, has a relative start and no end. */
function movingText({ operator, value }: Condition): string | undefined {
  const span = spanText(value, operator);
  return span?.startsWith('last') === true ? span : undefined;
}

/** Keeps abbreviations such as LEI. */
function lower(label: string): string {
  return /^[A-Z][a-z]/.test(label) || label.length === 1
    ? label.charAt(0).toLowerCase() + label.slice(1)
    : label;
}

export function proposedName(words: string): string {
  return words.length <= 80 ? words : `${words.slice(0, 79).trimEnd()}…`;
}

/** Empty until metadata arrive, which decide between “latest first” and “from Z to A”. */
export function describeEdited(
  { described, query, resource, fields }: QueryEditor,
  names: Pick<RecordLookup, 'nameOf'>,
): string {
  if (!described) return '';
  return describeQuery(query, resources[resource], fields, (name, value) => {
    const link = fields.find((field) => field.name === name)?.link;
    return link === undefined ? undefined : names.nameOf(link, value);
  });
}
