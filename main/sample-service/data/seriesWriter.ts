import type { SqlDatabase } from '../../store/query/database.ts';
import { isInvestable } from './assetRecords.ts';
import { lentPart } from './creditFigures.ts';
import { measures } from './measures.ts';
import type { PricePath } from './prices.ts';
import { stepsToBytes, tokenSteps } from './series.ts';
import type { TokenHistory } from './tokenFigures.ts';
import type { SampleAsset } from './world.ts';

/** Writes what aggregates and timeseries are made from. */
export interface SeriesWriter {
  writeAsset(asset: SampleAsset, path: PricePath): void;
  writeToken(history: TokenHistory): void;
}

export function makeSeriesWriter(database: SqlDatabase): SeriesWriter {
  const insertMeasure = database.prepare('INSERT INTO measures VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
  for (const { id, slug, name, unit, steps, prices, form, lag } of measures) {
    insertMeasure.run(id, slug, name, unit, steps, prices, form, lag);
  }
  const insertMember = database.prepare(
    `INSERT INTO members VALUES (${Array.from({ length: 21 }, () => '?').join(', ')})`,
  );
  const insertToken = database.prepare('INSERT INTO token_series VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
  const insertAsset = database.prepare('INSERT INTO asset_series VALUES (?, ?, ?, ?, ?, ?)');
  return {
    writeAsset: (asset, { firstDay, value, price, yieldPercent }) => {
      insertAsset.run(
        asset.id,
        firstDay,
        value === null ? 0 : 1,
        price === null ? 0 : 1,
        yieldPercent === null ? 0 : 1,
        asset.assetClass.hasLoans ? lentPart(asset) : null,
      );
    },
    writeToken: (history) => {
      const { asset, token } = history;
      insertMember.run(
        token.id,
        token.inceptionDay,
        token.name,
        asset.id,
        asset.name,
        isInvestable(asset) === null ? null : Number(isInvestable(asset)),
        asset.assetClass.id,
        asset.assetClass.name,
        asset.assetClass.slug,
        asset.assetClass.color,
        token.network.id,
        token.network.name,
        token.network.slug,
        token.network.color,
        token.platform?.id,
        token.platform?.name,
        token.platform?.slug,
        token.platform?.color,
        asset.issuer.id,
        asset.issuer.name,
        asset.issuer.color,
      );
      const steps = tokenSteps(history);
      insertToken.run(
        token.id,
        stepsToBytes(steps.supply),
        stepsToBytes(steps.circulating),
        stepsToBytes(steps.holders),
        stepsToBytes(steps.transfers),
        stepsToBytes(steps.mints),
        stepsToBytes(steps.burns),
        stepsToBytes(steps.transactions),
        stepsToBytes(steps.transfer_counts),
        stepsToBytes(steps.active),
      );
    },
  };
}
