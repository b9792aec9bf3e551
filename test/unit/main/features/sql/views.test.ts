import { describe, expect, it } from 'vitest';
import { documentedViews } from '../../../../../main/features/sql/views.ts';
import { resourceViews } from '../../../../../main/store/cache/resourceViews.ts';
import { resourceNames } from '../../../../../preload/contract/resources.ts';

const views = documentedViews();

describe('the views of SQL', () => {
  it('are one for each resource, one for changes, and one for labels and notes', () => {
    expect(views.map(({ resource }) => resource)).toEqual([...resourceNames, null, null]);
    expect(views.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['service_providers', 'changes', 'labels']),
    );
  });

  it.each(views.map((view) => [view.name, view] as const))(
    'have names of columns that SQLite tells apart, and a description of each: %s',
    (_name, { columns }) => {
      const names = columns.map(({ name }) => name.toLowerCase());
      expect(new Set(names).size).toBe(names.length);
      // SQLite has at most 2,000 columns in a view.
      expect(names.length).toBeLessThan(2000);
      expect(columns.filter(({ description }) => description === '')).toEqual([]);
    },
  );

  it('flatten the ten members of a metric', () => {
    const names = views.find(({ name }) => name === 'assets')?.columns.map(({ name }) => name) ?? [];
    expect(names.filter((name) => name.startsWith('total_asset_value_dollar'))).toEqual([
      'total_asset_value_dollar',
      ...['val_7d', 'val_30d', 'val_90d', 'chg_7d_amt', 'chg_7d_pct', 'chg_30d_amt', 'chg_30d_pct'].map(
        (member) => `total_asset_value_dollar__${member}`,
      ),
      ...['chg_90d_amt', 'chg_90d_pct'].map((member) => `total_asset_value_dollar__${member}`),
    ]);
  });

  it('have days as text and as the number that is indexed', () => {
    const columns = views.find(({ name }) => name === 'transactions')?.columns ?? [];
    expect(columns.filter(({ name }) => name.startsWith('date'))).toMatchObject([
      { name: 'date', indexed: false },
      { name: 'date__ms', type: 'milliseconds', indexed: true },
    ]);
  });

  it('say which columns are those of another resource', () => {
    const tokens = resourceViews('cache').find(({ name }) => name === 'tokens')?.columns;
    expect(tokens?.find(({ name }) => name === 'is_investable')?.reads).toBe('assets');
  });
});
