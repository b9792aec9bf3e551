import { describe, expect, it } from 'vitest';
import { documentedViews } from '../../../../../main/features/sql/views.ts';
import { resourceViews } from '../../../../../main/store/records/resourceViews.ts';
import { metricMembers } from '../../../../../preload/contract/metric.ts';
import { resourceNames } from '../../../../../preload/contract/resources.ts';

const views = documentedViews();

describe('the views of SQL', () => {
  it('are one for each resource, its metrics and its lists, one for changes, and one for labels and notes', () => {
    const names = views.map(({ name }) => name);
    expect(names.filter((name) => !/_(?:metrics|lists)$/.test(name))).toEqual([
      ...resourceNames.map((name) => name.replaceAll('-', '_')),
      'changes',
      'labels',
    ]);
    expect(names.filter((name) => name.endsWith('_metrics'))).toEqual(
      ['assets', 'tokens', 'networks', 'platforms', 'issuers', 'managers'].map((name) => `${name}_metrics`),
    );
    expect(names.filter((name) => name.endsWith('_lists'))).toEqual(
      ['assets', 'networks', 'platforms'].map((name) => `${name}_lists`),
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

  it('have the value of a metric; its ten members and the elements of lists stand in views of their own', () => {
    const columnsOf = (view: string): string[] =>
      views.find(({ name }) => name === view)?.columns.map(({ name }) => name) ?? [];
    const assets = columnsOf('assets');
    expect(assets.filter((name) => name.startsWith('total_asset_value_dollar'))).toEqual([
      'total_asset_value_dollar',
    ]);
    expect(assets).not.toContain('tokens');
    expect(assets).toContain('issuer');
    expect(columnsOf('assets_metrics')).toEqual(['id', 'field', ...metricMembers]);
    expect(columnsOf('assets_lists')).toEqual(['id', 'field', 'position', 'value']);
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
