import { expect, it } from 'vitest';
import { findField, resources } from '../../../../preload/contract/resources.ts';
import { isGain } from '../../../../renderer/fields/metricChange.ts';

it('more is better of values and holders, and not of burns, mints, or the shares of the largest holders', () => {
  const gains = (pattern: RegExp): boolean[] => [
    ...new Set(
      resources.assets.fields
        .filter(({ name, type }) => type === 'metric' && pattern.test(name))
        .map((field) => isGain(field)),
    ),
  ];
  expect(gains(/daily_(?:burn|mint)|transfer_volume/)).toEqual([false]);
  expect(gains(/market_value|asset_value/)).toEqual([true]);
  const shares = resources.assets.fields.filter(({ label }) => label.startsWith('Share of the'));
  expect(shares.length).toBeGreaterThan(0);
  expect(shares.some((field) => isGain(field))).toBe(false);
  expect(findField(resources.assets, 'holding_addresses_count')).toBeDefined();
  expect(gains(/^holding_addresses_count$/)).toEqual([true]);
});
