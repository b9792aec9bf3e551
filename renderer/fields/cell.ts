import { Fault } from '../../preload/contract/expressions/values.ts';
import type { Json } from '../../preload/contract/json.ts';
import { exactMember, readMetric, type Metric } from '../../preload/contract/metric.ts';
import type { PartialRecord } from '../../preload/contract/records.ts';
import type { Resource } from '../../preload/contract/resources/types.ts';
import { readDigits } from '../../preload/contract/sentNumber.ts';
import { twinMember } from '../../preload/contract/twins.ts';
import { readableFigure } from '../format/numbers.ts';
import { shownText } from '../format/text.ts';
import type { ShownField } from './infer.ts';
import { linksOf, type LinkingResource, type RecordLink } from './links.ts';
import { isFigure, present } from './present.ts';
import { fieldValue, valueIn } from './value.ts';

/** How a cell is drawn; the field's type decides. */
export type CellLook =
  | { readonly kind: 'empty' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'title'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly link: RecordLink }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'label'; readonly text: string }
  | { readonly kind: 'figure'; readonly text: string }
  | { readonly kind: 'metric'; readonly text: string; readonly metric: Metric }
  | { readonly kind: 'networks'; readonly names: readonly string[]; readonly link: RecordLink | undefined }
  | { readonly kind: 'fault'; readonly reason: string }
  | { readonly kind: 'yes' }
  | { readonly kind: 'no' }
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'color'; readonly color: string };

export interface CellContext {
  readonly resource: LinkingResource & Pick<Resource, 'titleField'>;
  /** `readable`: not compact, with or without a unit. */
  readonly figures: 'compact' | 'full' | 'readable';
  readonly nameOf: (field: ShownField, id: string) => string | undefined;
  readonly labelOf: (address: string) => string | undefined;
}

/** Shown if a value cannot be computed. The tooltip says why. */
export const faultLabel = 'Error';

const empty: CellLook = { kind: 'empty' };

export function cellLook(record: PartialRecord, field: ShownField, context: CellContext): CellLook {
  const computed = field.compute?.(record);
  if (computed instanceof Fault) return { kind: 'fault', reason: computed.reason };
  const value = computed === undefined ? fieldValue(record, field.name) : computed;
  if (value === null || value === undefined || value === '') return empty;
  if (isFigure(field)) return figureLook(value, field, context.figures);
  if (field.type === 'boolean' && typeof value === 'boolean') return { kind: value ? 'yes' : 'no' };
  const text = present(field, value);
  if (text === null) return empty;
  if (field.name === context.resource.titleField && field.type !== 'hash') {
    return { kind: 'title', text: text.short };
  }
  if (field.type === 'address' || field.type === 'hash') {
    const label = field.type === 'address' ? context.labelOf(text.full) : undefined;
    if (label !== undefined) return { kind: 'label', text: label };
    return { kind: 'code', text: text.short };
  }
  if (field.type === 'url') return { kind: 'url', url: text.full };
  if (field.type === 'color') return { kind: 'color', color: text.full };
  const links = linksOf(context.resource, field, record);
  const link = links.length === 1 ? links[0] : undefined;
  const networks = networkNames(field, value, context);
  if (networks !== null) return { kind: 'networks', names: networks, link };
  const called = (field.type === 'id' ? context.nameOf(field, text.full) : undefined) ?? text.short;
  const isTwin = field.name === 'transaction_type' && typeof record[twinMember] === 'string';
  const name = isTwin ? `${called} (twin)` : called;
  return link === undefined ? { kind: 'text', text: name } : { kind: 'link', text: name, link };
}

function figureLook(value: Json, field: ShownField, figures: CellContext['figures']): CellLook {
  const metric = field.type === 'metric' ? readMetric(value) : null;
  const number = field.type === 'metric' ? exactMember(value, 'val') : readDigits(value);
  const presented = present(field, value);
  const shown =
    figures === 'readable'
      ? presented?.long
      : figures === 'compact' || field.unit === undefined
        ? presented?.short
        : typeof number === 'number'
          ? readableFigure(number, { unit: field.unit, signed: field.signed })
          : presented?.long;
  if (shown === undefined) return empty;
  return metric === null ? { kind: 'figure', text: shown } : { kind: 'metric', text: shown, metric };
}

function networkNames(field: ShownField, value: Json, context: CellContext): readonly string[] | null {
  if (field.name === 'network_names' || field.name === 'network_name') {
    const names = Array.isArray(value) ? (value as readonly Json[]) : [value];
    return names.map(String);
  }
  if (field.link !== 'networks' || (field.type !== 'id' && field.type !== 'id-list')) return null;
  const ids = Array.isArray(value) ? (value as readonly Json[]) : [value];
  return ids.map((id) => context.nameOf(field, String(id)) ?? shownText(String(id)));
}

/** Returns the whole value for a tooltip; undefined if the cell shows it. */
export function cellTitle(record: PartialRecord, field: ShownField, look: CellLook): string | undefined {
  if (look.kind === 'fault') return look.reason;
  const full = present(field, valueIn(record, field))?.full;
  return full === ('text' in look ? look.text : undefined) ? undefined : full;
}
