import { describe, expect, it } from 'vitest';
import {
  findWithMembers,
  memberLabel,
  splitMember,
} from '../../../../preload/contract/resources/memberFields.ts';
import { resources } from '../../../../preload/contract/resources.ts';
import { neededFields } from '../../../../renderer/fields/needed.ts';
import { present } from '../../../../renderer/fields/present.ts';
import { fieldValue } from '../../../../renderer/fields/value.ts';
import { describeFilter } from '../../../../renderer/format/filter.ts';

const { issuers } = resources;
const name = 'bridged_token_value_dollar:chg_30d_amt';
const record = { id: 1, bridged_token_value_dollar: { val: 5, chg_30d_amt: 1_200_000, chg_30d_pct: -3 } };

describe('a member of a metric as a field', () => {
  it('is named as people say it, by the unit of its metric', () => {
    expect(findWithMembers(issuers.fields, name)?.label).toBe('Bridged token value, 30 d change $');
    expect(memberLabel('chg_7d_amt', 'percent')).toBe('7 d change in points');
    expect(memberLabel('val_90d', 'dollar')).toBe('90 d ago');
  });

  it('is read from the metric, needs it in the answer, and carries a sign', () => {
    const field = findWithMembers(issuers.fields, name);
    const value = fieldValue(record, name);
    expect(value).toBe(1_200_000);
    expect(field && present(field, value, 'en-US')?.short).toBe('+$1.20M');
    const percent = findWithMembers(issuers.fields, 'bridged_token_value_dollar:chg_30d_pct');
    expect(percent?.unit).toBe('percent');
    expect(neededFields(issuers, [name])).toContain('bridged_token_value_dollar');
  });

  it('is not found if the name has another part, or the field is not a metric', () => {
    expect(splitMember('name:val_7d:x')).toEqual({ base: 'name:val_7d:x', member: null });
    expect(findWithMembers(issuers.fields, 'name:val_7d')).toBeUndefined();
    expect(findWithMembers(issuers.fields, 'bridged_token_value_dollar:chg_1d_amt')).toBeUndefined();
  });

  it('reads as such in a condition', () => {
    const words = describeFilter({ field: name, operator: 'gte', value: 1_000_000 }, issuers);
    expect(words).toBe('Bridged token value, 30 d change $ ≥ $1,000,000');
  });
});
