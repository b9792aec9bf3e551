import { expect, it } from 'vitest';
import { formatOf } from '../../../../../preload/contract/cellMarks.ts';
import { columnPresetContentSchema } from '../../../../../preload/contract/columnPresets.ts';
import { resourceNames, resources } from '../../../../../preload/contract/resources.ts';
import { findWithMembers } from '../../../../../preload/contract/resources/memberFields.ts';
import { cellLook, type CellContext } from '../../../../../renderer/fields/cell.ts';
import { prepareFormat } from '../../../../../renderer/fields/cellFormat.ts';
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
    for (const column of Object.keys(layout.formats)) expect(layout.columns).toContain(column);
  }
});

it('the market value of assets over time stands beside its changes, with signs', () => {
  const preset = builtInPresets('assets').find(({ name }) => name === 'Circulating market value over time');
  const value = 'circulating_market_value_dollar';
  expect(preset?.layout.columns).toEqual([
    'name',
    value,
    `${value}:chg_7d_pct`,
    `${value}:chg_30d_pct`,
    `${value}:chg_90d_pct`,
  ]);
  expect(formatOf(preset?.layout.formats ?? {}, `${value}:chg_30d_pct`)?.kind).toBe('rules');
});

it.each([
  [0.0051, '+0.01%', '▲', 'Above 0.005%'],
  [-0.0051, '-0.01%', '▼', 'Below -0.005%'],
  [0.0049, '0.00%', undefined, undefined],
  [-0.0049, '0.00%', undefined, undefined],
  [0, '0.00%', undefined, undefined],
])('the sign beside a change of %d %% agrees with the %s that is shown', (change, text, mark, name) => {
  const resource = resources.assets;
  const column = 'circulating_market_value_dollar:chg_30d_pct';
  const field = findWithMembers(resource.fields, column);
  const layout = builtInPresets('assets').find(({ layout: { columns } }) => columns.includes(column))?.layout;
  const format = formatOf(layout?.formats ?? {}, column);
  if (field === undefined || format === undefined) throw new Error('No preset formats this column.');
  const context: CellContext = {
    resource,
    figures: 'compact',
    nameOf: () => undefined,
    labelOf: () => undefined,
  };
  const look = cellLook({ id: '1', [column]: change }, field, context);
  expect(look).toEqual({ kind: 'figure', text });
  const sign = prepareFormat(field, format, null).markOf(change, look)?.sign;
  expect(sign).toEqual(mark === undefined ? undefined : expect.objectContaining({ mark, name }));
});
