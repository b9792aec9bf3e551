import { describe, expect, it } from 'vitest';
import { conditionOn } from '../../../../renderer/fields/condition.ts';

const nested = (name: string) => ({ name, type: 'object', filterable: false }) as const;

describe('the condition of a cell', () => {
  it('asks for a nested record by the field of its id', () => {
    const record = { id: 1, asset_class: { id: '27', name: 'US Treasury Debt' } };
    expect(conditionOn('assets', record, nested('asset_class'))).toEqual({
      field: 'asset_class_id',
      operator: 'equals',
      value: 27,
    });
  });

  it('is none where the service has no such field', () => {
    const record = { id: 1, real_estate_property: { id: 4, name: 'House' } };
    expect(conditionOn('assets', record, nested('real_estate_property'))).toBeNull();
    expect(conditionOn('networks', { id: 1, token: { id: 4 } }, nested('token'))).toBeNull();
  });

  it('is none for figures, and for what has no one value', () => {
    expect(
      conditionOn('assets', { id: 1, n: 4 }, { name: 'n', type: 'number', filterable: true }),
    ).toBeNull();
    const list = { name: 'network_ids', type: 'text', filterable: true } as const;
    expect(conditionOn('assets', { id: 1, network_ids: [1, 2] }, list)).toBeNull();
    expect(conditionOn('assets', { id: 1, network_ids: [1] }, list)).toMatchObject({ operator: 'includes' });
  });
});
