import { expect, it } from 'vitest';
import { findField, resources, type ResourceName } from '../../../../../preload/contract/resources.ts';
import { additivityOf, statedAdditivity } from '../../../../../preload/contract/resources/additive.ts';
import { memberField } from '../../../../../preload/contract/resources/memberFields.ts';

function field(resource: ResourceName, name: string) {
  const found = findField(resources[resource], name);
  if (found === undefined) throw new Error(`No field ${name}.`);
  return found;
}

it('dollars and numbers of records add up, prices, shares and holders do not', () => {
  const of = (resource: ResourceName, name: string) => additivityOf(field(resource, name));
  expect(of('tokens', 'market_value_dollar')).toBe('all');
  expect(of('issuers', 'token_count')).toBe('all');
  expect(of('transactions', 'usd_amount')).toBe('all');
  expect(of('transactions', 'amount')).toBe('one-token');
  expect(of('tokens', 'price_dollar')).toBe('none');
  expect(of('tokens', 'holding_addresses_count')).toBe('none');
  expect(of('networks', 'trailing_30_day_active_addresses_count')).toBe('none');
  // Each record has a last day of its own: together they are of no day.
  expect(of('tokens', 'daily_mints_token')).toBe('none');
  expect(of('platforms', 'daily_mints_dollar')).toBe('none');
  expect(of('assets', 'number_of_daily_transactions_count')).toBe('none');
  expect(additivityOf(memberField(field('assets', 'daily_burns_dollar'), 'chg_7d_amt'))).toBe('none');
  // An asset may be on several networks and platforms, of which each counts it.
  expect(of('issuers', 'asset_count')).toBe('all');
  expect(of('networks', 'asset_count')).toBe('none');
  expect(of('platforms', 'asset_count')).toBe('none');
  expect(of('managers', 'asset_count')).toBe('none');
  // Each is in units of another asset.
  expect(of('assets', 'max_capacity_amount')).toBe('none');
  expect(of('assets', 'primary_market__minimum_subscription_amt')).toBe('none');
  expect(of('tokens', 'apy_7_day')).toBe('none');
  expect(of('tokens', 'name')).toBe('none');
});

it('a change in dollars adds up, one in percent does not', () => {
  const metric = field('tokens', 'market_value_dollar');
  expect(additivityOf(memberField(metric, 'chg_30d_amt'))).toBe('all');
  expect(additivityOf(memberField(metric, 'chg_30d_pct'))).toBe('none');
});

it('every figure of the catalogue has a statement', () => {
  const without = Object.values(resources).flatMap(({ name, fields }) =>
    fields.filter((one) => statedAdditivity(one) === undefined).map((one) => `${name}.${one.name}`),
  );
  expect(without).toEqual([]);
  // What the service adds to its records is not summed before somebody has said that it can be.
  expect(additivityOf({ name: 'brand_new_dollar', type: 'number', unit: 'dollar' })).toBe('none');
});
