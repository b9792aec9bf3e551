import { expect, it } from 'vitest';
import { isPartOfWhole, measureLabel } from '../../../../../renderer/features/aggregates/labels.ts';

it('parts make up a whole only where their sum says something', () => {
  const whole = (measure: string, aggregateFunction?: string): boolean =>
    isPartOfWhole({ measure, aggregateFunction }, measureLabel(measure).unit);
  const measures = [
    'circulating_market_value_dollar',
    'trailing_30_day_transfer_volume',
    'holding_addresses_count',
    'trailing_30_day_active_addresses_count',
    'daily_transfer_volume_dollar',
    'number_of_daily_transactions_count',
    'price_dollar',
    'circulating_supply_token',
    'unknown_dollar',
  ];
  expect(measures.filter((measure) => whole(measure))).toEqual([
    'circulating_market_value_dollar',
    'trailing_30_day_transfer_volume',
  ]);
  expect(whole('circulating_market_value_dollar', 'avg')).toBe(false);
});
