import { sentText } from '../../preload/contract/cellText.ts';
import { errorText } from '../../preload/contract/expressions/columns.ts';
import { Fault } from '../../preload/contract/expressions/values.ts';
import { isJsonObject, type Json } from '../../preload/contract/json.ts';
import { sentMember } from '../../preload/contract/metric.ts';
import type { PartialRecord } from '../../preload/contract/records.ts';
import { writtenNumber } from '../../preload/contract/sentNumber.ts';
import { splitMember } from '../../preload/contract/resources/memberFields.ts';
import type { ShownField } from './infer.ts';

/** The name may be that of a metric's member (`price_dollar:val_7d`) or a path (`asset.name`). */
export function fieldValue(record: PartialRecord, name: string): Json | undefined {
  if (name in record) return record[name];
  const { base, member } = splitMember(name);
  if (member !== null) return writtenNumber(sentMember(record[base], member));
  if (!name.includes('.')) return undefined;
  const [first = '', ...inner] = name.split('.');
  return inner.reduce<Json | undefined>(
    (value, part) => (isJsonObject(value) ? value[part] : undefined),
    record[first],
  );
}

/** Returns the value of a stored or computed field; undefined if it cannot be computed. */
export function valueIn(
  record: PartialRecord,
  { name, compute }: Pick<ShownField, 'name' | 'compute'>,
): Json | undefined {
  if (compute === undefined) return fieldValue(record, name);
  const value = compute(record);
  return value instanceof Fault ? undefined : value;
}

/** Returns the value for a file or the clipboard, or a text on why it cannot be computed. */
export function writtenValue(
  record: PartialRecord,
  field: Pick<ShownField, 'name' | 'compute'> & { readonly type?: ShownField['type'] },
): Json | undefined {
  const value = field.compute?.(record);
  if (value instanceof Fault) return errorText(value);
  const sent = valueIn(record, field);
  if (field.type !== 'number' && field.type !== 'integer') return sent;
  // Text, since an object would be taken for a metric.
  return typeof sent === 'object' && sent !== null ? sentText(sent) : writtenNumber(sent);
}

/** True if a value is absent, null, an empty text or list, or an object of only such values. */
export function isEmpty(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  if (isJsonObject(value)) return Object.values(value).every(isEmpty);
  return false;
}
