import { isJsonObject } from '../../preload/contract/json.ts';
import type { Condition } from '../../preload/contract/query.ts';
import type { PartialRecord } from '../../preload/contract/records.ts';
import { findField, resources, type ResourceName } from '../../preload/contract/resources.ts';
import type { ShownField } from './infer.ts';
import { fieldValue } from './value.ts';

/**
 * Returns the condition that other records share with this one; null for figures, which are rarely equal, and
 * for fields without filters. A nested record is filtered by its id.
 */
export function conditionOn(
  resource: ResourceName,
  record: PartialRecord,
  field: Pick<ShownField, 'name' | 'type' | 'filterable'>,
): Condition | null {
  const value = fieldValue(record, field.name);
  if (field.type === 'object') {
    const ofId = findField(resources[resource], `${field.name}_id`);
    const id = isJsonObject(value) ? value['id'] : null;
    if (ofId?.filterable !== true || (typeof id !== 'number' && typeof id !== 'string')) return null;
    return {
      field: ofId.name,
      operator: 'equals',
      value: /^\d{1,15}$/.test(String(id)) ? Number(id) : id,
    };
  }
  if (!field.filterable || field.type === 'metric' || field.type === 'number') return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    return { field: field.name, operator: 'equals', value };
  }
  const [only, another] = Array.isArray(value) ? (value as readonly unknown[]) : [];
  if (another !== undefined || (typeof only !== 'string' && typeof only !== 'number')) return null;
  return { field: field.name, operator: 'includes', value: only };
}
