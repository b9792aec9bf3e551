import { expect, it } from 'vitest';
import { columnPresetContentSchema } from '../../../../../preload/contract/columnPresets.ts';
import { resourceNames, resources } from '../../../../../preload/contract/resources.ts';
import { findWithMembers } from '../../../../../preload/contract/resources/memberFields.ts';
import { builtInPresets } from '../../../../../renderer/features/columnPresets/builtIn.ts';

it.each(resourceNames)('the built-in presets of %s have columns that its catalogue knows', (resource) => {
  const presets = builtInPresets(resource);
  expect(presets[0]).toMatchObject({ layout: { columns: resources[resource].defaultColumns } });
  expect(new Set(presets.map(({ name }) => name)).size).toBe(presets.length);
  for (const { name, layout } of presets) {
    expect(columnPresetContentSchema.parse({ name, resource, layout })).toEqual({ name, resource, layout });
    for (const column of layout.columns) {
      expect(findWithMembers(resources[resource].fields, column)?.name, name).toBe(column);
    }
  }
});

it('the market value of assets over time stands beside its changes', () => {
  const preset = builtInPresets('assets').find(({ name }) => name === 'Circulating market value over time');
  const value = 'circulating_market_value_dollar';
  expect(preset?.layout.columns).toEqual([
    'name',
    value,
    `${value}:chg_7d_pct`,
    `${value}:chg_30d_pct`,
    `${value}:chg_90d_pct`,
  ]);
});
