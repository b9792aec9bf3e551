import { expect, it } from 'vitest';
import { dayNumber } from '../../../../../preload/contract/days.ts';
import { figure } from '../../../../../main/sample-service/data/figures.ts';
import { makeHistories } from '../../../../../main/sample-service/data/histories.ts';
import { makeTokenSeries, measures } from '../../../../../main/sample-service/data/series.ts';
import { tokenFigures } from '../../../../../main/sample-service/data/tokenFigures.ts';

const today = dayNumber('2026-11-20');
const histories = makeHistories({ seed: 1, assets: 60, transactions: 3000, odd: true, today });

it('series end with the figures of today', () => {
  const series = makeTokenSeries(histories, today);
  let compared = 0;
  for (const asset of histories.world.assets) {
    for (const token of asset.tokens) {
      const figures = tokenFigures(histories.historyOf(asset, token, histories.pathOf(asset)));
      for (const measure of measures) {
        const now = figure(figures, measure.slug, 0);
        if (!series.has(measure, asset, token)) continue;
        const { firstDay, values } = series.make(measure, asset, token);
        expect(firstDay + values.length - 1).toBe(today);
        expect([measure.slug, token.id, values.at(-1)]).toEqual([measure.slug, token.id, now]);
        compared += 1;
      }
    }
  }
  expect(compared).toBeGreaterThan(1000);
});

it('a token that never moved has no series', () => {
  const none = makeHistories({ seed: 1, assets: 60, transactions: 0, odd: false, today });
  const [asset] = none.world.assets.filter(({ assetClass }) => assetClass.hasTransactions);
  const [token] = asset?.tokens ?? [];
  if (asset === undefined || token === undefined) throw new Error('There is no token.');
  const series = makeTokenSeries(none, today);
  expect(measures.filter((measure) => series.has(measure, asset, token))).toEqual([]);
});
