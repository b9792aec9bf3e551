import { describe, expect, it } from 'vitest';
import { catalogueFields } from '../../../../../renderer/query/fields.ts';
import { alertText } from '../../../../../renderer/features/watchlists/alertLabels.ts';
import { withFormats } from '../../../../support/withFormats.ts';

const fields = catalogueFields('transactions');

describe('what raises an alert, in words', () => {
  it('is each transaction, or those that match', () => {
    expect(alertText({ kind: 'transaction', listId: 'a', query: {} }, 'Funds', fields)).toBe(
      'Each new transaction of Funds',
    );
    const filter = { field: 'usd_amount', operator: 'gte', value: 5_000_000 };
    expect(alertText({ kind: 'transaction', listId: 'a', query: { filter } }, 'Funds', fields)).toMatch(
      /^New in Funds: Transactions .*\$5m/i,
    );
  });

  it('is a sum within a time', () => {
    const rule = {
      kind: 'sum',
      listId: 'a',
      wallet: null,
      direction: 'either',
      moreThan: 5e6,
      hours: 24,
    } as const;
    expect(alertText(rule, 'Funds', fields)).toBe('More than $5m in Funds within 24 hours');
    // No rounded figure stands for the one that was set.
    expect(alertText({ ...rule, moreThan: 1_999_999 }, 'Funds', fields)).toMatch(
      /^More than \$1,999,999 in /,
    );
    const wallet = '0x1234567890123456789012345678901234567890';
    expect(alertText({ ...rule, wallet, direction: 'out', hours: 48 }, 'Funds', fields)).toMatch(
      /out of 0x123456…567890 in Funds within 2 days$/,
    );
    expect(alertText({ ...rule, wallet, direction: 'in' }, 'Funds', fields, () => 'Treasury')).toMatch(
      / into Treasury in Funds /,
    );
  });

  it('is a metric of a record', () => {
    const metric = 'circulating_market_value_dollar';
    const rule = { kind: 'metric', resource: 'assets', id: 1, title: 'A fund', metric } as const;
    const test = { kind: 'change', direction: 'down', percent: 10, days: 7 } as const;
    expect(alertText({ ...rule, test }, '', fields)).toBe(
      'A fund: circulating market value down 10% or more in 7 days',
    );
    const share = { ...rule, metric: 'top_5_holder_concentration', test: { ...test, percent: 1.5 } };
    withFormats({ numbers: 'point' });
    expect(alertText(share, '', fields)).toMatch(/ down 1,5\D+ or more in 7 days$/);
  });
});
