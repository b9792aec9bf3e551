import { describe, expect, it } from 'vitest';
import { exportColumns } from '../../../../main/features/exports/exportColumns.ts';
import { firingOfMetric, isTrue } from '../../../../main/features/watchlists/firings.ts';
import { cacheTable } from '../../../../main/store/records/resourceTables.ts';
import { changeOf } from '../../../../main/store/history/historyValues.ts';
import { compileExpression } from '../../../../preload/contract/expressions/compile.ts';
import { proposedFormat } from '../../../../preload/contract/expressions/columns.ts';
import { findWithMembers } from '../../../../preload/contract/resources/memberFields.ts';
import { resourceNames, resources } from '../../../../preload/contract/resources.ts';
import { transformed, unitAfter } from '../../../../renderer/features/aggregates/timeseries/transform.ts';
import { alertText } from '../../../../renderer/features/watchlists/alertLabels.ts';
import { present } from '../../../../renderer/fields/present.ts';
import { describeFilter } from '../../../../renderer/format/filter.ts';
import { factsOf, summaryOf } from '../../../../renderer/ui/chart/summary.ts';

const inPercent = resourceNames.flatMap((name) =>
  resources[name].fields.flatMap((field) =>
    field.type === 'metric' && field.unit === 'percent' ? [[name, field.name] as const] : [],
  ),
);
const yieldField = 'yield_to_maturity_percent';
const { assets } = resources;

describe('the change of a percentage is in points', () => {
  it.each(inPercent)('in %s, %s: as a field, in words and in files', (resource, name) => {
    for (const days of [7, 30, 90]) {
      const member = `${name}:chg_${days.toString()}d_amt`;
      const field = findWithMembers(resources[resource].fields, member);
      expect(field && present(field, -1.08, 'en-US')?.short).toBe('-1.08 pp');
      expect(field && present(field, 0.024, 'en-US')?.short).toBe('+0.024 pp');
      expect(exportColumns(resource, [member])[0]?.unit).toBe(field?.unit);
      const words = describeFilter({ field: member, operator: 'gte', value: 0.5 }, resources[resource]);
      expect(words).toMatch(/0\.5 pp$/);
    }
  });

  it('between days that the app has seen', () => {
    const table = cacheTable(assets);
    const gone = { value: 4, until: 1, on: 2 };
    expect(changeOf(table, yieldField, gone, 5)).toMatchObject({ difference: 1, percent: null });
    expect(changeOf(table, 'circulating_market_value_dollar', gone, 5)).toMatchObject({ percent: 25 });
  });

  it('in a series, its table and its words', () => {
    const days = Int32Array.of(0, 1);
    const options = { transform: 'change', window: 2, from: 0 } as const;
    const values = Float64Array.of(4, 5);
    expect([...transformed(days, values, { ...options, unit: 'percent' })]).toEqual([0, 1]);
    expect([...transformed(days, values, { ...options, unit: 'dollar' })]).toEqual([0, 25]);
    const years = Int32Array.of(0, 365);
    const year = { ...options, transform: 'year', unit: 'percent' } as const;
    expect([...transformed(years, values, year)]).toEqual([NaN, 1]);
    expect(unitAfter('change', 'percent')).toBe('points');
    expect(unitAfter('year', 'percent')).toBe('points');
    expect(unitAfter('change', 'dollar')).toBe('percent');
    const one = { id: '1', name: 'Yield', entity: null, values, unit: 'percent' } as const;
    expect(factsOf(days, one, { from: 0, to: 1 }).change?.text).toBe('+1.00 pp');
    expect(summaryOf('Yields', days, [one], { from: 0, to: 1 }, 'day')).toContain('+1.00 pp since the start');
  });

  it('in an alert', () => {
    const rule = {
      kind: 'metric',
      resource: 'assets',
      id: 1,
      title: 'Fund',
      metric: yieldField,
      test: { kind: 'change', direction: 'down', percent: 1, days: 7 },
    } as const;
    const metric = { val: 98.5, val_7d: 99.58, chg_7d_amt: -1.08, chg_7d_pct: -0.9 };
    expect(isTrue(rule, metric)).toBe(true);
    expect(isTrue(rule, { val: 98.5, val_7d: 99.58, chg_7d_pct: -0.9 })).toBe(true);
    expect(isTrue(rule, { val: 4.5, val_7d: 5, chg_7d_amt: -0.5, chg_7d_pct: -10 })).toBe(false);
    const at = { createdAt: 0, changedAt: 0 };
    const alert = { id: 'a', connectionId: 'c', name: 'n', on: true, rule, ...at } as const;
    const { why } = firingOfMetric(alert, metric, 0, { now: 0, quiet: false });
    expect(why).toBe('Fund: Yield to maturity went down 1.08 pp in 7 days, to 98.5 %.');
    expect(alertText(rule, '', [])).toBe('Fund: yield to maturity down 1 pp or more in 7 days');
  });

  it('in a computed column', () => {
    const unitOf = (text: string): unknown => {
      const compiled = compileExpression(text, assets);
      return compiled.ok ? compiled.unit : compiled.problems;
    };
    expect(unitOf(`${yieldField} - ${yieldField}.val_30d`)).toBe('points');
    expect(unitOf(`${yieldField}.chg_30d_amt`)).toBe('points');
    expect(unitOf(`${yieldField}.val_30d + ${yieldField}.chg_30d_amt`)).toBe('percent');
    expect(unitOf(`${yieldField} - ${yieldField}.chg_30d_amt`)).toBe('percent');
    expect(unitOf(`abs(${yieldField}.chg_30d_amt - ${yieldField}.chg_7d_amt)`)).toBe('points');
    expect(unitOf(`${yieldField}.chg_30d_pct`)).toBe('percent');
    expect(proposedFormat({ type: 'number', unit: 'points' })).toBe('points');
  });
});
