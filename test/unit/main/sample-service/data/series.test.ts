import { expect, it } from 'vitest';
import { dayNumber } from '../../../../../preload/contract/days.ts';
import { mint } from '../../../../../main/sample-service/data/activity.ts';
import { figure } from '../../../../../main/sample-service/data/figures.ts';
import { makeHistories } from '../../../../../main/sample-service/data/histories.ts';
import { makeTokenSeries, measures } from '../../../../../main/sample-service/data/series.ts';
import { tokenFigures } from '../../../../../main/sample-service/data/tokenFigures.ts';

const today = dayNumber('2026-11-20');
const histories = makeHistories({ seed: 1, assets: 60, transactions: 3000, odd: true, today });

it('series end with the figures of today', () => {
  // Records have the daily figures of the last day with any.
  const series = makeTokenSeries(histories, today, true);
  let compared = 0;
  for (const asset of histories.world.assets) {
    for (const token of asset.tokens) {
      const figures = tokenFigures(histories.historyOf(asset, token, histories.pathOf(asset)));
      for (const measure of measures) {
        // Where nothing is lent, the record has no figure, and the series of all classes is of zeros.
        const isNone = measure.slug === 'outstanding_principal_dollar' && !asset.assetClass.hasLoans;
        const now = isNone ? 0 : figure(figures, measure.slug, 0);
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

it('daily figures and active addresses are those of the last day that had any, at every snapshot', () => {
  let carried = 0;
  for (const asset of histories.world.assets) {
    for (const token of asset.tokens) {
      const history = histories.historyOf(asset, token, histories.pathOf(asset));
      const { day, kind, grains, count, grainsPerToken } = history.activity;
      const figures = tokenFigures(history);
      for (const [snapshot, offset] of [0, 7, 30, 90].entries()) {
        if (count === 0 || today - offset < token.inceptionDay) continue;
        const until = Array.from(day.entries()).filter(([, of]) => of <= today - offset);
        const mints = until.filter(([index]) => kind[index] === mint);
        const onLast = (moves: typeof until): typeof until =>
          moves.filter(([, of]) => of === moves.at(-1)?.[1]);
        const minted = onLast(mints).reduce((sum, [index]) => sum + (grains[index] ?? 0), 0);
        expect(figure(figures, 'daily_mints_token', snapshot)).toBe(minted / grainsPerToken);
        expect(figure(figures, 'number_of_daily_transactions_count', snapshot)).toBe(onLast(until).length);
        expect(figure(figures, 'daily_active_addresses_count', snapshot)).toBeGreaterThan(0);
        expect(figure(figures, 'trailing_30_day_active_addresses_count', snapshot)).toBeGreaterThan(0);
        carried += Number(until.at(-1)?.[1] !== today - offset);
      }
    }
  }
  expect(carried).toBeGreaterThan(100);
});

it('a token that never moved has no series', () => {
  const none = makeHistories({ seed: 1, assets: 60, transactions: 0, odd: false, today });
  const [asset] = none.world.assets.filter(({ assetClass }) => assetClass.hasTransactions);
  const [token] = asset?.tokens ?? [];
  if (asset === undefined || token === undefined) throw new Error('There is no token.');
  const series = makeTokenSeries(none, today);
  expect(measures.filter((measure) => series.has(measure, asset, token))).toEqual([]);
});
