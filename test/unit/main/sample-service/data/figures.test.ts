import { describe, expect, it } from 'vitest';
import {
  addFigures,
  figure,
  metricObject,
  metricText,
  neat,
  setFigure,
  type Figures,
} from '../../../../../main/sample-service/data/figures.ts';

function figuresOf(name: string, values: readonly number[]): Figures {
  const figures: Figures = new Map();
  values.forEach((value, snapshot) => {
    setFigure(figures, name, snapshot, value);
  });
  return figures;
}

describe('a metric object', () => {
  it('has ten members: today, three snapshots and their changes', () => {
    expect(metricObject(figuresOf('price_dollar', [110, 100, 88, 0]), 'price_dollar')).toEqual({
      val: 110,
      val_7d: 100,
      val_30d: 88,
      val_90d: 0,
      chg_7d_amt: 10,
      chg_7d_pct: 10,
      chg_30d_amt: 22,
      chg_30d_pct: 25,
      chg_90d_amt: 110,
      // Rule: null when the base is 0.
      chg_90d_pct: null,
    });
  });

  it('has nulls for the time before there was a value', () => {
    expect(metricObject(figuresOf('price_dollar', [5]), 'price_dollar')).toMatchObject({
      val: 5,
      val_7d: null,
      chg_7d_amt: null,
      chg_7d_pct: null,
    });
  });

  it('is null as a whole without data', () => {
    expect(metricObject(new Map(), 'price_dollar')).toBeNull();
    expect(metricObject(figuresOf('price_dollar', [0, 0, 0]), 'price_dollar')).toBeNull();
    expect(metricObject(figuresOf('price_dollar', [0, 3]), 'price_dollar')).toMatchObject({
      val: 0,
      chg_7d_pct: -100,
    });
  });
});

describe('the text of a metric object', () => {
  it.each([[[110, 100, 88, 0]], [[5]], [[1e21, -1e-7, 0.1, 3]]])('of %j is its JSON', (values) => {
    const metric = metricObject(figuresOf('price_dollar', values), 'price_dollar');
    expect(metric).not.toBeNull();
    if (metric !== null) expect(metricText(metric)).toBe(JSON.stringify(metric));
  });
});

describe('adding figures', () => {
  it('sums what adds up, even shares, and keeps what all tokens share', () => {
    const total: Figures = new Map();
    for (const part of [60, 70]) {
      const figures = figuresOf('top_holder_concentration', [part]);
      setFigure(figures, 'net_asset_value_dollar', 0, 2);
      addFigures(total, figures);
    }
    expect(figure(total, 'top_holder_concentration', 0)).toBe(130);
    expect(figure(total, 'net_asset_value_dollar', 0)).toBe(2);
    expect(figure(total, 'price_dollar', 0)).toBeNaN();
  });

  it('takes those that are named alone, where any are', () => {
    const total: Figures = new Map();
    const token = figuresOf('daily_mints_dollar', [4]).set('price_dollar', [5, NaN, NaN, NaN]);
    addFigures(total, token, ['price_dollar', 'daily_burns_dollar']);
    expect([...total]).toEqual([['price_dollar', [5, NaN, NaN, NaN]]]);
  });
});

describe('dollars', () => {
  it.each([
    [1234.567, 1234.57],
    [-1234.567, -1234.57],
    [0.123456789012, 0.123456789],
    [0.0000011, 0.0000011],
  ])('%d are written as %d', (value, expected) => {
    expect(neat(value)).toBe(expected);
  });
});
