import { describe, expect, it } from 'vitest';
import {
  addFigures,
  figure,
  metricObject,
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
});
